import { useTranslation } from 'react-i18next'
import type { PaymentStatus } from '#domain/payment.ts'

/** What became of a payment; red only where money or access was lost. */
export function PaymentStatusLabel({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('admin')
  const colour = status.startsWith('failed') ? 'text-loss' : status === 'pending' ? 'text-muted' : ''
  return <span className={colour}>{t(`activity.statuses.${status}`)}</span>
}
