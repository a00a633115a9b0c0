import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { isReference, UNMATCHED_OUTCOMES, type UnmatchedOutcome } from '#domain/money-decision.ts'
import type { UnmatchedWire } from '#server/product/payments/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { ReferenceField } from '../../../back-office/reference-field.tsx'
import type { AdminRequest } from '../../../back-office/use-admin-action.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ReturnWord } from './return-word.tsx'

type Values = { outcome: UnmatchedOutcome; to: string; reference: string; note: string }

/**
 * Decides about money without a payment: to a fan's wallet, back where it came from, or into the platform's
 * books.
 */
export function UnmatchedDialog({ money, onClose }: { money: UnmatchedWire; onClose(): void }) {
  const { t } = useTranslation(['payments-back-office', 'outgoing-back-office'])
  const form = useForm<Values>({
    defaultValues: { outcome: 'credited', to: money.payment?.email ?? '', reference: '', note: '' },
  })
  const { errors } = form.formState
  const outcome = form.watch('outcome')
  const network = money.provider === 'pix' ? 'pix' : 'card'
  const reference = (form.watch('reference') ?? '').trim()
  // Once it is written: a part of an address is nobody’s.
  const [to, setTo] = useState(money.payment?.email ?? '')
  return (
    <DecisionDialog
      call="POST /admin/unmatched/{uid}/decide"
      title={t('unmatched.title')}
      form={form}
      request={(values) => request(money.uid, values)}
      submit={t('outgoing-back-office:decision.submit')}
      done={({ status }) => t(`unmatched.done.${status}`)}
      failed={t('outgoing-back-office:decision.failed')}
      onClose={onClose}
    >
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
      {outcome === 'credited' && <Recipient form={form} onWritten={setTo} />}
      {outcome === 'returned' && (
        <ReferenceField
          provider={network}
          label={t('unmatched.returnId')}
          hint={t('unmatched.returnHint')}
          error={errors.reference?.message}
          register={(rules) => form.register('reference', rules)}
        />
      )}
      {outcome === 'returned' && isReference(network, reference) && (
        <ReturnWord uid={money.uid} reference={reference} />
      )}
      {outcome !== 'returned' && (
        <p className="text-muted text-sm">
          {t(outcome === 'credited' ? 'unmatched.creditedText' : 'unmatched.bookedText')}
        </p>
      )}
      {money.takesTwo && <Notice>{t('unmatched.two')}</Notice>}
      {(outcome !== 'credited' || to !== '') && (
        <Preview
          call="GET /admin/unmatched/{uid}/lines"
          request={{ params: { uid: money.uid }, query: { outcome, ...(outcome === 'credited' && { to }) } }}
        />
      )}
      <ReasonField
        label={t('outgoing-back-office:decision.note')}
        hint={t('outgoing-back-office:decision.noteHint')}
        tooLong={t('outgoing-back-office:decision.tooLong')}
        error={errors.note?.message}
        register={(rules) => form.register('note', rules)}
      />
    </DecisionDialog>
  )
}

/** To whom it is credited. */
function Recipient({ form, onWritten }: { form: UseFormReturn<Values>; onWritten(address: string): void }) {
  const { t } = useTranslation(['payments-back-office', 'common'])
  return (
    <TextField
      type="email"
      label={t('unmatched.to')}
      hint={t('unmatched.toHint')}
      autoComplete="off"
      error={form.formState.errors.to?.message}
      {...form.register('to', {
        validate: (written) => written.trim() !== '' || t('common:required'),
        shouldUnregister: true,
        onBlur: ({ target }) => onWritten(target.value.trim()),
      })}
    />
  )
}

function request(
  uid: string,
  { to, reference, ...rest }: Values,
): AdminRequest<'POST /admin/unmatched/{uid}/decide'> {
  const named = {
    credited: { to: to?.trim() },
    returned: { reference: reference?.trim() },
    booked: {},
  }[rest.outcome]
  return { params: { uid }, body: { ...rest, ...named } }
}
