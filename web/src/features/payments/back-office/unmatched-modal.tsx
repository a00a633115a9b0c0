import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import {
  isReference,
  REFERENCE_MAX,
  UNMATCHED_OUTCOMES,
  type UnmatchedOutcome,
} from '#domain/money-decision.ts'
import type { UnmatchedWire } from '#domain/wire/money-decisions.ts'
import { NoteField } from '../../../back-office/note-field.tsx'
import { useDeed } from '../../../back-office/use-deed.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Values = { outcome: UnmatchedOutcome; to: string; reference: string; note: string }

/** Money without a payment gets its place: a fan's wallet, back where it came from, or the house's books. */
export function UnmatchedModal({ money, onClose }: { money: UnmatchedWire; onClose(): void }) {
  const { t } = useTranslation(['payments-back-office', 'outgoing-back-office', 'common'])
  const form = useForm<Values>({
    defaultValues: { outcome: 'credited', to: money.payment?.email ?? '', reference: '', note: '' },
  })
  const { errors } = form.formState
  const outcome = form.watch('outcome')
  const deed = useDeed<UnmatchedWire>({
    done: ({ status }) => t(`unmatched.done.${status}`),
    failed: t('outgoing-back-office:decision.failed'),
  })
  const submit = form.handleSubmit(({ to, reference, ...rest }) => {
    const named = {
      credited: { to: to?.trim() },
      returned: { reference: reference?.trim() },
      booked: {},
    }[rest.outcome]
    deed.mutate(
      { path: `/admin/unmatched/${money.uid}/decide`, body: { ...rest, ...named } },
      { onSuccess: onClose },
    )
  })
  const isThere = (written: string) => written.trim() !== '' || t('common:required')
  function referenceFault(written: string): string | true {
    if (written.trim() === '') return t('common:required')
    const isPix = money.provider === 'pix'
    if (isReference(isPix ? 'pix' : 'card', written.trim())) return true
    return t(
      isPix
        ? 'outgoing-back-office:decision.endToEndInvalid'
        : 'outgoing-back-office:decision.refundIdInvalid',
    )
  }
  return (
    <Modal open onClose={onClose} title={t('unmatched.title')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Choice
          look="chips"
          label={t('unmatched.what', { amount: formatBRL(money.amount) })}
          options={UNMATCHED_OUTCOMES.map((value) => ({
            value,
            label: t(`outgoing-back-office:decision.outcomes.${value}`),
          }))}
          value={outcome}
          onChange={(next) => form.setValue('outcome', next)}
        />
        {outcome === 'credited' && (
          <TextField
            type="email"
            label={t('unmatched.to')}
            hint={t('unmatched.toHint')}
            autoComplete="off"
            error={errors.to?.message}
            {...form.register('to', { validate: isThere, shouldUnregister: true })}
          />
        )}
        {outcome === 'returned' && (
          <TextField
            label={t('unmatched.returnId')}
            hint={t('unmatched.returnHint')}
            maxLength={REFERENCE_MAX}
            autoComplete="off"
            error={errors.reference?.message}
            {...form.register('reference', { validate: referenceFault, shouldUnregister: true })}
          />
        )}
        {outcome !== 'returned' && (
          <p className="text-muted text-sm">
            {t(outcome === 'credited' ? 'unmatched.creditedText' : 'unmatched.bookedText')}
          </p>
        )}
        {money.isLarge && <Notice>{t('unmatched.two')}</Notice>}
        <NoteField error={errors.note?.message} register={form.register} />
        <ModalActions>
          <Button type="submit" busy={deed.isPending}>
            {t('outgoing-back-office:decision.submit')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
