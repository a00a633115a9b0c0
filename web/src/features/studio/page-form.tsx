import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STORY_MAX } from '#domain/artist.ts'
import type { StudioWire } from '#server/product/studio/contract.ts'
import { api } from '../../lib/api.ts'
import { useDraftedText } from '../../lib/draft.ts'
import { paths } from '../../lib/paths.ts'
import { removeImage, uploadImage } from '../../lib/public-uploads.ts'
import { storedAddress } from '../../lib/stored-address.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { UnsavedNote } from '../../ui/unsaved-note.tsx'
import { useStudioAction } from './use-studio-action.ts'

const TYPES = ['image/jpeg', 'image/png', 'image/webp']
const MAX_BYTES = 5 * 1024 * 1024

/** Story and picture of the artist's page. */
export function PageForm({ studio }: { studio: StudioWire }) {
  const { t } = useTranslation('studio')
  const { profile } = useSignedIn()
  const { text: story, write, settle } = useDraftedText(`story-${profile.uid}`, studio.story)
  const [file, choose] = useState<File | null>(null)
  const [gone, takeAway] = useState(false)
  const save = useStudioAction(
    () => savePage({ story, file, gone, previous: studio.picture }),
    t('saved'),
    () => {
      settle(story.trim())
      choose(null)
      takeAway(false)
    },
  )
  return (
    <form
      noValidate
      className="flex max-w-2xl flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate(undefined)
      }}
    >
      {studio.slug ? (
        <ButtonLink to={paths.artistInside(studio.slug)} look="secondary" className="self-start">
          {t('page.open')}
        </ButtonLink>
      ) : (
        <p className="text-muted">{t('page.noSlug')}</p>
      )}
      <PictureField
        file={file}
        known={gone ? null : studio.picture}
        onChoose={choose}
        onRemove={() => {
          choose(null)
          takeAway(true)
        }}
      />
      <TextAreaField
        label={t('page.story')}
        hint={t('page.storyHint', { count: STORY_MAX })}
        maxLength={STORY_MAX}
        value={story}
        onChange={(event) => write(event.target.value)}
      />
      {story !== studio.story && <UnsavedNote onDiscard={() => settle(studio.story)} />}
      <Button type="submit" busy={save.isPending} className="self-start">
        {t('page.save')}
      </Button>
    </form>
  )
}

type PictureFieldProps = {
  file: File | null
  /** The picture that the page has, and keeps. */
  known: string | null
  onChoose(file: File): void
  onRemove(): void
}

function PictureField({ file, known, onChoose, onRemove }: PictureFieldProps) {
  const { t } = useTranslation('studio')
  const [fault, report] = useState<string | null>(null)
  const shown = useObjectUrl(file) ?? (known && storedAddress(known))
  function check(chosen: File) {
    const isPicture = TYPES.includes(chosen.type)
    const wrong = !isPicture ? t('page.type') : chosen.size > MAX_BYTES ? t('page.size') : null
    report(wrong)
    if (!wrong) onChoose(chosen)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-sm">{t('page.picture')}</legend>
      {shown && (
        <img src={shown} alt="" width={160} height={160} className="size-40 rounded-cover object-cover" />
      )}
      <div className="flex flex-wrap gap-3">
        <FilePicker label={t('page.choose')} accept={TYPES.join()} noteId="picture-note" onChoose={check} />
        {shown && (
          <Button look="quiet" onClick={onRemove}>
            {t('page.remove')}
          </Button>
        )}
      </div>
      <p
        id="picture-note"
        role={fault ? 'alert' : undefined}
        className={`text-sm ${fault ? 'text-loss' : 'text-muted'}`}
      >
        {fault ?? t('page.pictureHint')}
      </p>
    </fieldset>
  )
}

/** An address for a file while it is shown. */
function useObjectUrl(file: File | null): string | null {
  const [address, show] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    show(made)
    return () => {
      show(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}

type PageDraft = {
  story: string
  /** A new picture, which is sent now. */
  file: File | null
  /** The picture is to be taken away. */
  gone: boolean
  /** The picture that the page has. */
  previous: string | null
}

/** Sends the picture first, and leaves none behind that no page shows. Throws an Error whose message can be shown. */
async function savePage({ story, file, gone, previous }: PageDraft): Promise<void> {
  const sent = file && (await uploadImage('profile', file.name, file))
  const picture = sent ?? (gone ? null : previous)
  try {
    await api('POST /studio/page', { body: { story: story.trim(), picture } })
  } catch (fault) {
    // What stays behind is swept with its account.
    if (sent) await removeImage(sent).catch(() => undefined)
    throw fault
  }
  if (previous && previous !== picture) await removeImage(previous).catch(() => undefined)
}
