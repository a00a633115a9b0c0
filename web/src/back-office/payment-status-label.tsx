import { useTranslation } from 'react-i18next'
import { type PaymentMethod, type PaymentStatus, type PaymentTurn, statusName } from '#domain/payment.ts'
import { formatMomentInSaoPaulo } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { Pill, type PillTone } from './pill.tsx'

type PaymentStatusLabelProps = {
  payment: {
    method: PaymentMethod
    status: PaymentStatus
    isUndone: boolean
    isCancelled: boolean
    turn?: PaymentTurn | null
    evidenceDueAt?: string | null
  }
}

const TURNS: Record<PaymentTurn, PillTone> = {
  disputed: 'loss',
  dispute_lost: 'loss',
  refund_waiting: 'wait',
  refunding: 'wait',
  refunded: 'wait',
  partly_refunded: 'wait',
  dispute_won: 'plain',
}

/** What has become of a payment's money since it came. */
export function Turn({ turn }: { turn: PaymentTurn | null | undefined }) {
  const { t } = useTranslation('back-office')
  return turn ? <Pill tone={TURNS[turn]}>{t(`turns.${turn}`)}</Pill> : null
}

/** A payment's status, after what has become of its money; red only where money or access was lost. */
export function PaymentStatusLabel({ payment }: PaymentStatusLabelProps) {
  const { t } = useTranslation(['payments-back-office', 'refunds-back-office'])
  const name = statusName(payment)
  const tone = name.startsWith('failed')
    ? 'loss'
    : name === 'pending' || name === 'unpaid' || name === 'undone' || name === 'cancelled'
      ? 'wait'
      : 'plain'
  return (
    <span className="flex flex-wrap justify-end gap-1 md:justify-start">
      <Turn turn={payment.turn} />
      <Pill tone={tone}>{t(`activity.statuses.${name}`)}</Pill>
      {payment.evidenceDueAt && (
        <span className="basis-full text-muted text-xs">
          {t('refunds-back-office:dispute.due', {
            date: formatMomentInSaoPaulo(payment.evidenceDueAt, currentLanguage()),
          })}
        </span>
      )}
    </span>
  )
}
