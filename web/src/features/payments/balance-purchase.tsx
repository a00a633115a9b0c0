import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { useBalancePayment } from './checkout/use-balance-payment.ts'
import { type Extras, priceWithTip, TipRow } from './purchase-extras.tsx'

/** Buys from the wallet: no card, no fee. */
export function BalancePurchase({
  project,
  extras,
  onSent,
}: {
  project: ProjectWire
  extras: Extras
  onSent(payment: PaymentWire): void
}) {
  const { t } = useTranslation('payments')
  const { pay, toastId } = useBalancePayment('mint', project.id)
  const failure = usePaymentFailure(toastId)
  const { fiatPrice, uid } = project

  const purchase = useMutation({
    mutationFn: () =>
      pay(
        { typeBuy: 'mint', UID: uid, gift: extras.gift, tip: extras.tip },
        t(extras.gift ? 'gift.sent.taken' : 'buy.success.text'),
      ),
    onSuccess: onSent,
    onError: (error) => failure.show(error),
  })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (extras.check() && !purchase.isPending) purchase.mutate()
      }}
      noValidate
      className="flex flex-col gap-6"
    >
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(fiatPrice)} />
        <TipRow extras={extras} />
        <Row label={t('buy.total')} value={formatBRL(priceWithTip(fiatPrice, extras))} strong />
      </Rows>
      {!extras.gift && <p className="text-muted text-sm">{t('buy.feeStays')}</p>}
      <Button type="submit" busy={purchase.isPending}>
        {t('buy.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
