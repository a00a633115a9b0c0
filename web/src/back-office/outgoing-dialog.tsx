import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { OUTGOING_OUTCOMES, type Outgoing, type OutgoingOutcome } from '#domain/money-decision.ts'
import { Choice } from '../ui/choice.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { LISTS } from './outgoing-lists.ts'
import { Preview } from './preview.tsx'
import { ProviderWord } from './provider-word.tsx'
import { ReasonField } from './reason-field.tsx'
import { ReferenceField } from './reference-field.tsx'

type OutgoingDialogProps = {
  kind: Outgoing
  uid: string
  /** How much, and to whom. */
  of: { amount: string; name: string }
  onClose(): void
}
type Values = { outcome: OutgoingOutcome; reference: string; note: string }

/** Decides the outcome of an outgoing payment that no job is retrying. */
export function OutgoingDialog({ kind, uid, of, onClose }: OutgoingDialogProps) {
  const { t } = useTranslation('outgoing-back-office')
  const form = useForm<Values>({ defaultValues: { outcome: 'failed', reference: '', note: '' } })
  const { errors } = form.formState
  const outcome = form.watch('outcome')
  const isRefund = kind === 'refund'
  function request({ reference, ...rest }: Values) {
    return {
      params: { uid },
      body: { ...rest, ...(rest.outcome === 'paid' && { reference: reference.trim() }) },
    }
  }
  return (
    <DecisionDialog
      call={`POST /admin/${LISTS[kind]}/{uid}/decide`}
      title={t('decision.title')}
      form={form}
      request={request}
      submit={t('decision.submit')}
      done={({ decision, status }) => {
        if (decision) return t('decision.waiting')
        return t(status === 'failed' ? 'decision.settledFailed' : 'decision.settledPaid')
      }}
      failed={t('decision.failed')}
      onClose={onClose}
    >
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
      <ProviderWord kind={kind} uid={uid} outcome={outcome} />
      {outcome === 'paid' && (
        <ReferenceField
          provider={isRefund ? 'card' : 'pix'}
          label={t(isRefund ? 'decision.refundId' : 'decision.endToEndId')}
          hint={isRefund ? undefined : t('decision.endToEndHint')}
          error={errors.reference?.message}
          register={(rules) => form.register('reference', rules)}
        />
      )}
      <Preview
        call={`GET /admin/${LISTS[kind]}/{uid}/lines`}
        request={{ params: { uid }, query: { outcome } }}
      />
      <ReasonField
        label={t('decision.note')}
        hint={t('decision.noteHint')}
        tooLong={t('decision.tooLong')}
        error={errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}
