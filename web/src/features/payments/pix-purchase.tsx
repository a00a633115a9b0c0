import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { amountWithFee, pixFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { pixFeeTerms } from '../../checkout/fee-terms.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { PixGate } from '../../checkout/pix-gate.tsx'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'

type PixPurchaseProps = { project: ProjectWire; onSent(payment: PaymentWire): void }

/** Buys by PIX: the price, the fee on top, then the code. */
export function PixPurchase({ project, onSent }: PixPurchaseProps) {
  return (
    <PixGate place={{ typeBuy: 'mint', UID: project.uid }} projectId={project.id} onPaid={onSent}>
      {(start) => <PriceForm project={project} start={start} />}
    </PixGate>
  )
}

type PriceFormProps = { project: ProjectWire; start: (amount: number) => Promise<void> }

function PriceForm({ project: { id, fiatPrice: price }, start }: PriceFormProps) {
  const { t } = useTranslation('payments')
  const failure = usePaymentFailure(paymentToastId('mint', id))
  const code = useMutation({ mutationFn: () => start(price), onError: (error) => failure.show(error) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!code.isPending) code.mutate()
      }}
      className="flex flex-col gap-6"
    >
      <Rows>
        <Row label={t('buy.price')} value={formatBRL(price)} />
        <Row label={t('pix.fee', pixFeeTerms())} value={formatBRL(pixFee(price))} />
        <Row label={t('buy.total')} value={formatBRL(amountWithFee('pix', price))} strong />
      </Rows>
      <p className="text-muted text-sm">{t('pix.notice')}</p>
      <Button type="submit" busy={code.isPending}>
        {t('pix.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
