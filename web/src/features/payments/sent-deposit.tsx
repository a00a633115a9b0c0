import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { usePaymentStatus } from '../../checkout/payment-status.ts'
import { unbroken } from '../../lib/format.ts'
import { usePaymentOnScreen } from '../../lib/payment-on-screen.ts'
import { Button } from '../../ui/button.tsx'
import { SuccessPanel } from './success-panel.tsx'

type SentDepositProps = {
  payment: PaymentWire
  /** Back to the form, after a payment that was refused. */
  onAgain(): void
  /** Where to go from here, unless it was refused. */
  children: ReactNode
}

/** Shown once a deposit has been sent: follows its status, in the same words as the notifications. */
export function SentDeposit({ payment, onAgain, children }: SentDepositProps) {
  const { t } = useTranslation(['payments', 'live'])
  const status = usePaymentStatus(payment)
  usePaymentOnScreen(payment.uid)
  if (status === 'failed') {
    return (
      <SuccessPanel title={t('live:modal.failed.title')} lines={[t('live:modal.failed.text')]} tone="muted">
        <Button onClick={onAgain}>{t('again')}</Button>
      </SuccessPanel>
    )
  }
  return <SuccessPanel {...depositWords(status)}>{children}</SuccessPanel>

  function depositWords(now: PaymentStatus) {
    if (now === 'pending') return { title: t('deposit.success.title'), lines: [t('deposit.success.text')] }
    if (now === 'failed-token') {
      return { title: t('live:modal.failed-token.title'), lines: [t('live:modal.failed-token.text')] }
    }
    return {
      title: t('deposit.arrived.title'),
      lines: [t('deposit.arrived.text', { amount: unbroken(formatBRL(payment.amount)) })],
    }
  }
}
