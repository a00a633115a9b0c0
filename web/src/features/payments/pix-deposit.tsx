import { useTranslation } from 'react-i18next'
import { amountWithFee, pixFee } from '#domain/fee.ts'
import { formatBRL } from '#domain/money.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { pixFeeTerms } from '../../checkout/fee-terms.ts'
import { usePaymentFailure } from '../../checkout/payment-failure.tsx'
import { PixGate } from '../../checkout/pix-gate.tsx'
import { paymentToastId } from '../../lib/payment-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { DepositAmount, type DepositForm } from './deposit-amount.tsx'

type PixDepositProps = { form: DepositForm; onSent(payment: PaymentWire): void }

/** Amount and fee first, then the code. */
export function PixDeposit({ form, onSent }: PixDepositProps) {
  return (
    <PixGate place={{ typeBuy: 'balance', UID: '' }} projectId={null} onPaid={onSent}>
      {(start) => <AmountForm form={form} start={start} />}
    </PixGate>
  )
}

function AmountForm({ form, start }: { form: DepositForm; start: (amount: number) => Promise<void> }) {
  const { t } = useTranslation('payments')
  const failure = usePaymentFailure(paymentToastId('balance', null))
  const amount = form.watch('amount') ?? 0
  const submit = form.handleSubmit(async (values) => {
    if (values.amount === null) return
    await start(values.amount).catch((error: unknown) => failure.show(error))
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      <DepositAmount form={form} method="pix" />
      <Rows>
        <Row label={t('pix.fee', pixFeeTerms())} value={formatBRL(pixFee(amount))} />
        <Row label={t('pix.total')} value={formatBRL(amountWithFee('pix', amount))} strong />
      </Rows>
      <p className="text-muted text-sm">{t('pix.notice')}</p>
      <Button type="submit" busy={form.formState.isSubmitting}>
        {t('pix.submit')}
      </Button>
      {failure.modal}
    </form>
  )
}
