import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#domain/wire/api.ts'
import { CardFields } from '../../checkout/card-fields.tsx'
import { CardNotices } from '../../checkout/card-notices.tsx'
import { emptyCard, firstIncomplete } from '../../checkout/card-state.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useCardPayment } from '../../checkout/use-card-payment.ts'
import { usePaymentToast } from '../../checkout/use-payment-toast.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { DepositAmount, type DepositForm } from './deposit-amount.tsx'

/** Amount, amount with the fee as it is typed, and the card. */
export function CardDeposit({ form, onSent }: { form: DepositForm; onSent(payment: PaymentWire): void }) {
  const { t } = useTranslation(['payments', 'live'])
  const { user } = useSignedIn()
  const { pay, cardChanged } = useCardPayment(user.email)
  const told = usePaymentToast('balance', null)
  const failure = usePaymentFailure(told.id)
  const [card, setCard] = useState(emptyCard)
  const amount = form.watch('amount')
  const [strict, setStrict] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    if (values.amount === null || firstIncomplete(card)) return
    told.begin()
    told.creating()
    try {
      const payment = await pay({ amount: values.amount, typeBuy: 'balance', UID: '' })
      told.taken(payment, t('live:toast.pending'))
      onSent(payment)
    } catch (error) {
      failure.tell(error, t('failed'))
    }
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        setStrict(true)
        void submit(event)
      }}
      className="flex flex-col gap-6"
    >
      <DepositAmount form={form} method="card" />
      <MoneyField
        name="amountWithFee"
        label={t('deposit.amountWithFee')}
        value={amount === null ? null : amountWithCardFee(amount)}
        readOnly
      />
      <CardFields
        card={card}
        strict={strict}
        onChange={(step) => {
          cardChanged()
          setCard(step)
        }}
      />
      <Rows>
        <Row label={t('deposit.fee')} value={formatBRL(amount === null ? 0 : cardFee(amount))} />
        <Row
          label={t('deposit.total')}
          value={formatBRL(amount === null ? 0 : amountWithCardFee(amount))}
          strong
        />
      </Rows>
      <CardNotices email={user.email} />
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t('deposit.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
