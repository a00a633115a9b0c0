import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire, ProjectWire } from '#domain/wire/api.ts'
import { CardFields } from '../../checkout/card-fields.tsx'
import { CardNotices } from '../../checkout/card-notices.tsx'
import { emptyCard, firstIncomplete } from '../../checkout/card-state.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useCardPayment } from '../../checkout/use-card-payment.ts'
import { usePaymentToast } from '../../checkout/use-payment-toast.ts'
import { useSignedIn } from '../../session/provider.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'

/** Buys with a card: the price, the fee on top, one button. */
export function CardPurchase({
  project,
  onSent,
}: {
  project: ProjectWire
  onSent(payment: PaymentWire): void
}) {
  const { t } = useTranslation('payments')
  const { user } = useSignedIn()
  const { pay, cardChanged } = useCardPayment(user.email)
  const told = usePaymentToast('mint', project.id)
  const failure = usePaymentFailure(told.id)
  const [card, setCard] = useState(emptyCard)
  const [strict, setStrict] = useState(false)
  const [busy, setBusy] = useState(false)
  const { fiatPrice, uid } = project

  async function submit(event: FormEvent) {
    event.preventDefault()
    setStrict(true)
    if (busy || firstIncomplete(card)) return
    setBusy(true)
    told.begin()
    told.creating()
    try {
      const payment = await pay({ amount: fiatPrice, typeBuy: 'mint', UID: uid })
      told.taken(payment, t('buy.success.text'))
      onSent(payment)
    } catch (error) {
      failure.tell(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <CardFields
        card={card}
        strict={strict}
        onChange={(step) => {
          cardChanged()
          setCard(step)
        }}
      />
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <Row label={t('buy.fee')} value={formatBRL(cardFee(fiatPrice))} />
        <Row label={t('buy.total')} value={formatBRL(amountWithCardFee(fiatPrice))} strong />
      </Rows>
      <CardNotices email={user.email} />
      <Button type="submit" busy={busy}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
