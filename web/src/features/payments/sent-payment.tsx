import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentStatus } from '#domain/payment.ts'
import type { PaymentWire } from '#server/product/market/contract.ts'
import { usePaymentStatus } from '../../checkout/payment-status.ts'
import { usePaymentOnScreen } from '../../lib/payment-on-screen.ts'
import { unlockInWords } from '../../lib/period.ts'
import { Button } from '../../ui/button.tsx'
import { SuccessPanel } from './success-panel.tsx'

type SentPaymentProps = {
  payment: PaymentWire
  /** Back to the form, after a payment that was refused. */
  onAgain(): void
  /** Where to go from here, unless it was refused. */
  children: ReactNode
}

/** Shown once a payment has been sent: follows its status, in the same words as the notifications. */
export function SentPayment({ payment, onAgain, children }: SentPaymentProps) {
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
  const words = payment.flow === 'balance' ? depositWords(status) : purchaseWords(status)
  return <SuccessPanel {...words}>{children}</SuccessPanel>

  function depositWords(now: PaymentStatus) {
    if (now === 'pending') return { title: t('deposit.success.title'), lines: [t('deposit.success.text')] }
    if (now === 'failed-token') return liveWords(now)
    return { title: t('deposit.arrived.title'), lines: [t('deposit.arrived.text')] }
  }

  function purchaseWords(now: PaymentStatus) {
    if (now !== 'pending') return liveWords(now)
    return { title: t('buy.success.title'), lines: [t('buy.success.text'), t('buy.success.mail')] }
  }

  function liveWords(now: PaymentStatus) {
    const key = `live:modal.${now}` as 'live:modal.succeded'
    const text = t(`${key}.text`, { unlock: unlockInWords(), context: payment.flow })
    return { title: t(`${key}.title`), lines: [text] }
  }
}
