import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { fitsRefund, REFUND_DESTINATIONS, type RefundDestination } from '#domain/refund.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import { DecisionDialog } from '../../../back-office/decision-dialog.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { ReasonField } from '../../../back-office/reason-field.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { MoneyFormField } from '../../../ui/money-form-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'

/** Refunds a payment: how much, to where, and why. */
export function RefundDialog({ payment, onClose }: { payment: PaymentDetailWire; onClose(): void }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office', 'common'])
  const { isSale, refundable, token, aloneUpTo } = payment
  const ways = REFUND_DESTINATIONS.filter((way) => refundable[way] > 0)
  const first = ways[0] ?? 'wallet'
  // Starts with the whole refundable amount.
  const form = useForm<RefundForm>({
    mode: 'onChange',
    defaultValues: { amount: refundable[first], destination: first, reason: '', despitePlay: false },
  })
  const { amount, destination } = form.watch()
  const left = refundable[destination]
  const isPlayed = isSale && token?.isPlayed === true

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
      submit={t('refund.start')}
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
      <Consequences payment={payment} destination={destination} />
      {amount !== null && amount > aloneUpTo && <Notice>{t('refund.two')}</Notice>}
      <Preview
        call="GET /admin/activity/{uid}/refund-lines"
        request={{ params: { uid: payment.uid }, query: { amount: String(amount), destination } }}
        isValid={amountFault(amount) === true}
      />
      {isPlayed && <PlayedRefund form={form} />}
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

type ConsequencesProps = { payment: PaymentDetailWire; destination: RefundDestination }

function Consequences({ payment: { isSale, token, unclaimed, fee }, destination }: ConsequencesProps) {
  const { t } = useTranslation('refunds-back-office')
  const cardText = unclaimed > 0 && !isSale ? 'refund.unclaimedCardText' : 'refund.cardText'
  return (
    <div className="text-muted text-sm">
      <p>{t(destination === 'wallet' ? 'refund.walletText' : cardText)}</p>
      {fee > 0 && <p>{t('refund.feeText', { fee: formatBRL(fee) })}</p>}
      {isSale && <p>{t('refund.saleText')}</p>}
      {isSale && token?.status === 'minted' && !token.isPlayed && <p>{t('refund.revokeText')}</p>}
    </div>
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

/** Refunding a played token has to be confirmed explicitly. */
function PlayedRefund({ form }: { form: UseFormReturn<RefundForm> }) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <div className="flex flex-col gap-2">
      <Notice tone="loss">{t('refund.played')}</Notice>
      <Controller
        control={form.control}
        name="despitePlay"
        rules={{ validate: (known) => known || t('refund.despiteDue') }}
        render={({ field, fieldState }) => (
          <>
            <SwitchField
              label={t('refund.despite')}
              hint={t('refund.despiteHint')}
              checked={field.value}
              onChange={field.onChange}
            />
            {fieldState.error && (
              <p role="alert" className="text-loss text-sm">
                {fieldState.error.message}
              </p>
            )}
          </>
        )}
      />
    </div>
  )
}
