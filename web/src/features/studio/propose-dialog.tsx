import { useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addUp, isUnread, parseShare, SHARERS_MAX } from '#domain/split.ts'
import type { SplitWire } from '#server/product/splits/contract.ts'
import { api } from '../../lib/api.ts'
import { formatShare } from '../../lib/format-share.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { ShareTotal } from '../../ui/share-total.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AddSharer } from './add-sharer.tsx'
import { useStudioAction } from './use-studio-action.ts'

type Person = { artist: string; name: string; share: string }
type Values = { people: Person[] }

/** Other shares, for those who have one and for people who are added; nothing changes until all of them agree. */
export function ProposeDialog({ split, onClose }: { split: SplitWire; onClose(): void }) {
  const { t } = useTranslation(['studio', 'common'])
  const { project, shares } = split
  const people = shares.map(({ artist, name, basisPoints }) => ({
    artist,
    name,
    share: formatShare(basisPoints).replace('%', ''),
  }))
  const form = useForm<Values>({ defaultValues: { people }, mode: 'onChange' })
  const { fields, append } = useFieldArray({ control: form.control, name: 'people' })
  const propose = useStudioAction(
    (values: Values) =>
      api('POST /studio/works/{uid}/split', {
        params: { uid: project.uid },
        body: { shares: sharesOf(values) },
      }),
    t('shares.proposed'),
    onClose,
  )
  const written = form.watch()
  const isProposable = makesAChange(written, shares)
  const { errors } = form.formState
  return (
    <Modal open onClose={onClose} title={t('shares.proposeTitle')}>
      <form
        id="shares"
        noValidate
        onSubmit={form.handleSubmit((values) => {
          if (isProposable) propose.mutate(values)
        })}
        className="flex flex-col gap-4"
      >
        <p className="text-muted text-sm">{t('shares.proposeText', { projectName: project.projectName })}</p>
        {fields.map(({ id, name }, place) => (
          <TextField
            key={id}
            label={t('shares.of', { name })}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            error={errors.people?.[place]?.share?.message}
            {...form.register(`people.${place}.share`, {
              validate: (text) => !isUnread(text) || t('shares.invalid'),
            })}
          />
        ))}
      </form>
      {fields.length < SHARERS_MAX && (
        <AddSharer
          projectName={project.projectName}
          onFound={({ artist, name }) => {
            const place = written.people.findIndex((person) => person.artist === artist)
            if (place < 0) append({ artist, name, share: '' }, { focusName: `people.${fields.length}.share` })
            else form.setFocus(`people.${place}.share`)
          }}
        />
      )}
      <ShareTotal texts={written.people.map(({ share }) => share)} />
      <ModalActions>
        <Button type="submit" form="shares" busy={propose.isPending} disabled={!isProposable}>
          {t('shares.send')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}

/** Whether what is written makes up the whole, and differs from the shares as they are. */
function makesAChange(written: Values, shares: SplitWire['shares']): boolean {
  const parts = sharesOf(written)
  const before = ({ artist }: { artist: string }) => shares.find((one) => one.artist === artist)?.basisPoints
  return (
    !written.people.some(({ share }) => isUnread(share)) &&
    addUp(parts.map(({ basisPoints }) => basisPoints)) &&
    (parts.length !== shares.length || parts.some((part) => before(part) !== part.basisPoints))
  )
}

/** Whoever is left empty has none. */
const sharesOf = ({ people }: Values) =>
  people
    .map(({ artist, share }) => ({ artist, basisPoints: parseShare(share) ?? 0 }))
    .filter(({ basisPoints }) => basisPoints > 0)
