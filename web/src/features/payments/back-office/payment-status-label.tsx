import { useTranslation } from 'react-i18next'
import { type PaymentMethod, type PaymentStatus, statusName } from '#domain/payment.ts'

type PaymentStatusLabelProps = { payment: { method: PaymentMethod; status: PaymentStatus } }

/** A payment's status; red only where money or access was lost. */
export function PaymentStatusLabel({ payment }: PaymentStatusLabelProps) {
  const { t } = useTranslation('payments-back-office')
  const name = statusName(payment)
  const colour = name.startsWith('failed')
    ? 'text-loss'
    : name === 'pending' || name === 'unpaid'
      ? 'text-muted'
      : ''
  return <span className={colour}>{t(`activity.statuses.${name}`)}</span>
}
