import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { amountWithFee, pixFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { feeLabel } from './checkout/fee-terms.ts'
import { usePaymentFailure } from './checkout/payment-failure.tsx'
import { PixGate } from './checkout/pix-gate.tsx'
import type { PixPaymentInHand } from './checkout/use-pix-payment.ts'
import { type Extras, priceWithTip, TipRow } from './purchase-extras.tsx'

type PixPurchaseProps = {
  project: ProjectWire
  extras: Extras
  code: PixPaymentInHand
  onSent(payment: PaymentWire): void
}

/** Buys by PIX: the price, the fee on top, then the code. */
export function PixPurchase({ project, extras, code, onSent }: PixPurchaseProps) {
  return (
    <PixGate code={code} toastId={paymentToastId('mint', project.id)} onPaid={onSent}>
      {(start) => <PriceForm project={project} extras={extras} start={start} />}
    </PixGate>
  )
}

type PriceFormProps = {
  project: ProjectWire
  extras: Extras
  start: (amount: number) => Promise<void>
}

function PriceForm({ project: { id, fiatPrice: price }, extras, start }: PriceFormProps) {
  const { t } = useTranslation('payments')
  const failure = usePaymentFailure(paymentToastId('mint', id))
  const amount = priceWithTip(price, extras)
  const code = useMutation({ mutationFn: () => start(price), onError: (error) => failure.show(error) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (extras.check() && !code.isPending) code.mutate()
      }}
      noValidate
      className="flex flex-col gap-6"
    >
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(price)} />
        <TipRow extras={extras} />
        <Row label={feeLabel('pix')} value={formatBRL(pixFee(amount))} />
        <Row label={t('buy.total')} value={formatBRL(amountWithFee('pix', amount))} strong />
      </Rows>
      <p className="text-muted text-sm">{t(extras.gift ? 'gift.feeStays' : 'buy.feeStays')}</p>
      <p className="text-muted text-sm">
        {t('pix.notice')} {t('pix.setAside')}
      </p>
      <Button type="submit" busy={code.isPending}>
        {t('pix.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
