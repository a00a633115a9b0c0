import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ExpressPay } from './checkout/express-pay.tsx'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { useCardCheckout } from './checkout/use-card-checkout.tsx'
import type { CardSource } from './checkout/use-card-payment.ts'
import { DepositAmount, type DepositForm } from './deposit-amount.tsx'

/** The amount, the total with the fee as it is typed, and the card. */
export function CardDeposit({ form, onSent }: { form: DepositForm; onSent(payment: PaymentWire): void }) {
  const { t } = useTranslation(['payments', 'live'])
  const card = useCardCheckout('balance', null)
  const failure = usePaymentFailure(card.toastId)
  const amount = form.watch('amount')

  /** Whether it was paid; what failed has been told. */
  async function send(source?: CardSource): Promise<boolean> {
    if (amount === null) return false
    try {
      const order = { amount, typeBuy: 'balance', UID: '' } as const
      onSent(await card.pay(order, t('live:toast.pending'), source))
      return true
    } catch (error) {
      failure.show(error)
      return false
    }
  }

  const submit = form.handleSubmit(async () => {
    if (card.check()) await send()
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
      <ExpressPay
        total={amount === null ? null : amountWithCardFee(amount)}
        check={() => form.trigger('amount', { shouldFocus: true })}
        pay={send}
      />
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
