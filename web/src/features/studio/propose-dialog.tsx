import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addUp, parseShare } from '#domain/split.ts'
import type { SplitWire } from '#server/product/splits/contract.ts'
import { api } from '../../lib/api.ts'
import { formatShare } from '../../lib/format-share.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { ShareTotal } from '../../ui/share-total.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useStudioAction } from './use-studio-action.ts'

type Values = { shares: string[] }

/** Other shares among those who have one; nothing changes until all of them agree. */
export function ProposeDialog({ split, onClose }: { split: SplitWire; onClose(): void }) {
  const { t } = useTranslation('studio')
  const { t: say } = useTranslation('common')
  const { project, shares } = split
  const form = useForm<Values>({
    defaultValues: { shares: shares.map(({ basisPoints }) => formatShare(basisPoints).replace('%', '')) },
  })
  const propose = useStudioAction(
    (values: Values) =>
      api('POST /studio/works/{uid}/split', {
        params: { uid: project.uid },
        body: {
          shares: shares
            .map(({ artist }, place) => ({
              artist,
              basisPoints: parseShare(values.shares[place] ?? '') ?? 0,
            }))
            .filter(({ basisPoints }) => basisPoints > 0),
        },
      }),
    t('shares.proposed'),
    onClose,
  )
  const isWhole = (values: Values) =>
    addUp(values.shares.map((text) => parseShare(text) ?? 0).filter((points) => points > 0))
  const { errors } = form.formState
  return (
    <Modal open onClose={onClose} title={t('shares.proposeTitle')}>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => {
          if (isWhole(values)) propose.mutate(values)
        })}
        className="flex flex-col gap-4"
      >
        <p className="text-muted text-sm">{t('shares.proposeText', { projectName: project.projectName })}</p>
        {shares.map(({ artist, name }, place) => (
          <TextField
            key={artist}
            label={t('shares.of', { name })}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            error={errors.shares?.[place]?.message}
            {...form.register(`shares.${place}`, {
              validate: (text) =>
                text.trim() === '' || text.trim() === '0' || parseShare(text) !== null || t('shares.invalid'),
            })}
          />
        ))}
        <ShareTotal texts={form.watch('shares')} />
        <ModalActions>
          <Button type="submit" busy={propose.isPending} disabled={!isWhole(form.watch())}>
            {t('shares.send')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {say('cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
