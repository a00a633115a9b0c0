import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatLrc, parseLrc } from '#domain/timed-lyrics.ts'
import type { StudioWorkWire } from '#server/product/studio/contract.ts'
import { changedOf, keepDraft, readDraft, useDraft } from '../../../lib/draft.ts'
import { useSignedIn } from '../../../session/provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { UnsavedNote } from '../../../ui/unsaved-note.tsx'
import { useStudioAction } from '../use-studio-action.ts'
import { ClipField } from './clip-field.tsx'
import type { WorkValues } from './cut-out.ts'
import { PartQuestion } from './part-question.tsx'
import { linesOf, saveWork, timedInPart, valuesOf } from './save-work.ts'
import { TapAlong } from './tap-along.tsx'

const LYRICS_MAX = 40_000
const TIMES_MAX = 60_000
const DRAFTED = ['lyrics', 'times'] as const

/** What the artist may change; only what differs is sent, based on the version that was read. */
export function WorkForm({ work }: { work: StudioWorkWire }) {
  const { t } = useTranslation('studio')
  const { form, isChanged, discard, save } = useWorkForm(work)
  const { register, formState, setValue, watch } = form
  const [isTapping, tap] = useState(false)
  const [asked, ask] = useState<ReturnType<typeof timedInPart>>(null)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="flex max-w-3xl flex-col gap-8"
        onSubmit={form.handleSubmit((values) => {
          const part = timedInPart(work, values)
          if (part) ask(part)
          else if (!save.isPending) save.mutate(values)
        })}
      >
        <TextAreaField
          label={t('work.lyrics')}
          hint={t('work.lyricsHint')}
          maxLength={LYRICS_MAX}
          {...register('lyrics')}
        />
        <div className="flex flex-col gap-3">
          <TextAreaField
            label={t('work.times')}
            hint={t('work.timesHint')}
            maxLength={TIMES_MAX}
            spellCheck={false}
            error={formState.errors.times?.message}
            {...register('times', {
              validate: (text) => text.trim() === '' || parseLrc(text) !== null || t('work.timesInvalid'),
            })}
          />
          <div className="flex flex-wrap gap-3">
            <FilePicker
              label={t('work.importFile')}
              accept=".lrc,.txt,text/plain"
              onChoose={(file) =>
                void file.text().then((text) => setValue('times', text, { shouldValidate: true }))
              }
            />
            <Button look="secondary" aria-expanded={isTapping} onClick={() => tap(!isTapping)}>
              {t('work.tap.title')}
            </Button>
          </div>
        </div>
        {isTapping && (
          <TapAlong
            videoUrl={work.videoUrl}
            title={`${work.projectName} · ${work.author}`}
            words={linesOf(watch('lyrics'))}
            onLines={(lines) => setValue('times', formatLrc(lines), { shouldValidate: true })}
          />
        )}
        <ClipField clip={work.clip} projectName={work.projectName} />
        {isChanged && <UnsavedNote onDiscard={discard} />}
        <Button type="submit" busy={save.isPending} className="self-start">
          {t('work.save')}
        </Button>
      </form>
      <PartQuestion part={asked} onSave={() => save.mutate(form.getValues())} onClose={() => ask(null)} />
    </FormProvider>
  )
}

/** The form as the tab keeps it: the work's own words, or what was typed in their place and not saved. */
function useWorkForm(work: StudioWorkWire) {
  const { t } = useTranslation('studio')
  const cache = useQueryClient()
  const { profile } = useSignedIn()
  const draft = `work-${profile.uid}-${work.uid}`
  const stored = useMemo(() => valuesOf(work), [work])
  const { lyrics, times } = stored
  const form = useForm<WorkValues>({ defaultValues: { ...stored, ...readDraft(draft, { lyrics, times }) } })
  useDraft(form, draft, DRAFTED, stored)
  const save = useStudioAction(
    (values: WorkValues) => saveWork(work, values),
    t('saved'),
    () => {
      keepDraft(draft, {})
      void cache.invalidateQueries({ queryKey: ['studio', 'work', work.uid] })
    },
  )
  return {
    form,
    isChanged: Object.keys(changedOf(form.watch(), DRAFTED, stored)).length > 0,
    discard: () => form.reset(stored),
    save,
  }
}
