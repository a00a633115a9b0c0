import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { useCardCheckout } from '../../checkout/use-card-checkout.tsx'
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
  const card = useCardCheckout('mint', project.id)
  const failure = usePaymentFailure(card.toastId)
  const [busy, setBusy] = useState(false)
  const { fiatPrice, uid } = project

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!card.check() || busy) return
    setBusy(true)
    try {
      onSent(await card.pay({ amount: fiatPrice, typeBuy: 'mint', UID: uid }, t('buy.success.text')))
    } catch (error) {
      failure.show(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {card.fields}
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <Row label={t('buy.fee')} value={formatBRL(cardFee(fiatPrice))} />
        <Row label={t('buy.total')} value={formatBRL(amountWithCardFee(fiatPrice))} strong />
      </Rows>
      {card.notices}
      <Button type="submit" busy={busy}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
