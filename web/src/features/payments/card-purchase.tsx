import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountWithCardFee, cardFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ExpressPay } from './checkout/express-pay.tsx'
import { feeLabel } from './checkout/fee-terms.ts'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { useCardCheckout } from './checkout/use-card-checkout.tsx'
import type { CardSource } from './checkout/use-card-payment.ts'
import { type Extras, priceWithTip, TipRow } from './purchase-extras.tsx'

/** Buys with a card: the price, the fee on top, one button, or the browser's own. */
export function CardPurchase({
  project,
  extras,
  onSent,
}: {
  project: ProjectWire
  extras: Extras
  onSent(payment: PaymentWire): void
}) {
  const { t } = useTranslation('payments')
  const card = useCardCheckout('mint', project.id)
  const failure = usePaymentFailure(card.toastId)
  const [busy, setBusy] = useState(false)
  const { fiatPrice, uid } = project
  const amount = priceWithTip(fiatPrice, extras)

  /** Whether it was paid; what failed has been told. */
  async function send(source?: CardSource): Promise<boolean> {
    setBusy(true)
    try {
      const order = {
        amount: fiatPrice,
        typeBuy: 'mint' as const,
        UID: uid,
        gift: extras.gift,
        tip: extras.tip,
      }
      onSent(await card.pay(order, t(extras.gift ? 'gift.sent.pending' : 'buy.success.text'), source))
      return true
    } catch (error) {
      failure.show(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // Both, so that each shows what is missing.
    const isComplete = [extras.check(), card.check()].every(Boolean)
    if (isComplete && !busy) await send()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <ExpressPay total={amountWithCardFee(amount)} check={() => extras.check() && !busy} pay={send} />
      {card.fields}
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <TipRow extras={extras} />
        <Row label={feeLabel('card')} value={formatBRL(cardFee(amount))} />
        <Row label={t('buy.total')} value={formatBRL(amountWithCardFee(amount))} strong />
      </Rows>
      <p className="text-muted text-sm">{t(extras.gift ? 'gift.feeStays' : 'buy.feeStays')}</p>
      {card.notices}
      <Button type="submit" busy={busy}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
