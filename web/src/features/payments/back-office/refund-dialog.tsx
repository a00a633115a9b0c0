import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { fitsRefund, REFUND_DESTINATIONS, type RefundDestination } from '#domain/refund.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { needsWord, PlayedRefund, RefundEffects } from '../../../back-office/refund-effects.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { MoneyFormField } from '../../../ui/money-form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Refunds a payment: how much, to where, and why. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetailWire; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office', 'common'])
  const { isSale, refundable, token, aloneUpTo, fee, unclaimed } = payment
  const ways = REFUND_DESTINATIONS.filter((way) => refundable[way] > 0)
  const first = ways[0] ?? 'wallet'
  // Starts with the whole refundable amount.
  const form = useForm<RefundForm>({
    mode: 'onChange',
    defaultValues: { amount: refundable[first], destination: first, reason: '', despitePlay: false },
  })
  const { amount, destination } = form.watch()
  const left = refundable[destination]
  const isForTwo = amount !== null && amount > aloneUpTo
  const effects = {
    fee,
    isSale,
    isUnclaimed: unclaimed > 0,
    token: token && { isMinted: token.status === 'minted', isPlayed: token.isPlayed },
  }

  function request(values: RefundForm) {
    const body = { ...values, amount: values.amount ?? 0 }
    return { params: { uid: payment.uid }, body, once: true }
  }

  function amountFault(centavos: number | null): string | true {
    if (centavos === null) return t('common:required')
    if (centavos > left) return t('refund.atMost', { amount: formatBRL(left) })
    return fitsRefund(centavos, left) || t('refund.least')
  }

  return (
    <DecisionDialog
      call="POST /admin/activity/{uid}/refunds"
      title={t('refund.modal')}
      form={form}
      request={request}
      submit={t(isForTwo ? 'refund.ask' : 'refund.start')}
      done={({ status }) =>
        t(`refund.${status === 'done' || status === 'approved' ? status : ('requested' as const)}`)
      }
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      {ways.length > 1 && <DestinationField form={form} ways={ways} refundable={refundable} />}
      <MoneyFormField
        control={form.control}
        name="amount"
        validate={amountFault}
        label={t('refund.amount')}
        hint={t('refund.left', { amount: formatBRL(left) })}
      />
      <RefundEffects effects={effects} destination={destination} />
      {isForTwo && <Notice>{t('refund.two')}</Notice>}
      <Preview
        call="GET /admin/activity/{uid}/refund-lines"
        request={{ params: { uid: payment.uid }, query: { amount: String(amount), destination } }}
        isValid={amountFault(amount) === true}
      />
      {needsWord(effects) && <PlayedRefund control={form.control} name="despitePlay" />}
      <ReasonField
        label={t('back-office:reason')}
        hint={t('refund.reasonHint')}
        tooLong={t('back-office:tooLong')}
        error={form.formState.errors.reason?.message}
        register={(rules) => form.register('reason', rules)}
      />
    </DecisionDialog>
  )
}

type DestinationFieldProps = Pick<PaymentDetailWire, 'refundable'> & {
  form: UseFormReturn<RefundForm>
  ways: readonly RefundDestination[]
}

/** Choosing another destination resets the amount to the most that it can take. */
function DestinationField({ form, ways, refundable }: DestinationFieldProps) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <Controller
      control={form.control}
      name="destination"
      render={({ field }) => (
        <Choice
          label={t('refund.destination')}
          options={ways.map((value) => ({ value, label: t(`refund.destinations.${value}`) }))}
          value={field.value}
          onChange={(next) => {
            field.onChange(next)
            form.setValue('amount', refundable[next], { shouldValidate: true })
          }}
        />
      )}
    />
  )
}

type RefundForm = {
  /** Centavos. */
  amount: number | null
  destination: RefundDestination
  reason: string
  despitePlay: boolean
}
