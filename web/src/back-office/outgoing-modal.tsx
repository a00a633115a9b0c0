import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  isReference,
  OUTGOING_OUTCOMES,
  type Outgoing,
  type OutgoingOutcome,
  REFERENCE_MAX,
} from '#domain/money-decision.ts'
import type { OutgoingAnswerWire } from '#domain/wire/money-decisions.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Modal, ModalActions } from '../ui/modal.tsx'
import { TextField } from '../ui/text-field.tsx'
import { NoteField } from './note-field.tsx'
import { useDeed } from './use-deed.ts'

type OutgoingModalProps = {
  kind: Outgoing
  path: string
  /** How much, and to whom. */
  of: { amount: string; name: string }
  onClose(): void
}
type Values = { outcome: OutgoingOutcome; reference: string; note: string }

/** What becomes of a payment that no job gets any further. */
export function OutgoingModal({ kind, path, of, onClose }: OutgoingModalProps) {
  const { t } = useTranslation(['outgoing-back-office', 'common'])
  const form = useForm<Values>({ defaultValues: { outcome: 'failed', reference: '', note: '' } })
  const { errors } = form.formState
  const outcome = form.watch('outcome')
  const isRefund = kind === 'refund'
  const deed = useDeed<OutgoingAnswerWire>({
    done: ({ decision, status }) =>
      decision
        ? t('decision.waiting')
        : t(status === 'failed' ? 'decision.settledFailed' : 'decision.settledPaid'),
    failed: t('decision.failed'),
  })
  const submit = form.handleSubmit(({ reference, note, ...chosen }) => {
    const body = { ...chosen, note, ...(chosen.outcome === 'paid' && { reference: reference.trim() }) }
    deed.mutate({ path, body }, { onSuccess: onClose })
  })
  function referenceFault(written: string): string | true {
    if (written.trim() === '') return t('common:required')
    if (isReference(isRefund ? 'card' : 'pix', written.trim())) return true
    return t(isRefund ? 'decision.refundIdInvalid' : 'decision.endToEndInvalid')
  }
  return (
    <Modal open onClose={onClose} title={t('decision.title')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="font-medium [overflow-wrap:anywhere]">{`${of.amount} · ${of.name}`}</p>
        <Choice
          label={t('decision.what')}
          options={OUTGOING_OUTCOMES.map((value) => ({ value, label: t(`decision.outcomes.${value}`) }))}
          value={outcome}
          onChange={(next) => form.setValue('outcome', next)}
        />
        <p className="text-muted text-sm">
          {t(outcome === 'failed' ? 'decision.failedText' : 'decision.paidText')}
        </p>
        {outcome === 'paid' && (
          <TextField
            label={t(isRefund ? 'decision.refundId' : 'decision.endToEndId')}
            hint={isRefund ? undefined : t('decision.endToEndHint')}
            maxLength={REFERENCE_MAX}
            autoComplete="off"
            error={errors.reference?.message}
            {...form.register('reference', { validate: referenceFault, shouldUnregister: true })}
          />
        )}
        <NoteField error={errors.note?.message} register={form.register} />
        <ModalActions>
          <Button type="submit" busy={deed.isPending}>
            {t('decision.submit')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
