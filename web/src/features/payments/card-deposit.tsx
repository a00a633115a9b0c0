import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { useCardCheckout } from './checkout/use-card-checkout.tsx'
import { DepositAmount, type DepositForm } from './deposit-amount.tsx'

/** The amount, the total with the fee as it is typed, and the card. */
export function CardDeposit({ form, onSent }: { form: DepositForm; onSent(payment: PaymentWire): void }) {
  const { t } = useTranslation(['payments', 'live'])
  const card = useCardCheckout('balance', null)
  const failure = usePaymentFailure(card.toastId)
  const amount = form.watch('amount')

  const submit = form.handleSubmit(async (values) => {
    if (values.amount === null || !card.check()) return
    try {
      const order = { amount: values.amount, typeBuy: 'balance', UID: '' } as const
      onSent(await card.pay(order, t('live:toast.pending')))
    } catch (error) {
      failure.show(error)
    }
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        card.check()
        void submit(event)
      }}
      className="flex flex-col gap-6"
    >
      <DepositAmount form={form} method="card" />
      {card.fields}
      <Rows>
        <Row label={t('deposit.fee')} value={formatBRL(amount === null ? 0 : cardFee(amount))} />
      </Rows>
      <MoneyField
        name="amountWithFee"
        label={t('deposit.amountWithFee')}
        value={amount === null ? null : amountWithCardFee(amount)}
        readOnly
      />
      {card.notices}
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t('deposit.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
