import { useTranslation } from 'react-i18next'
import type { WaitingRefundWire, WaitingWriteOffWire } from '#server/product/refunds/wire.ts'
import { approverNames } from '../../../back-office/approver-names.ts'

type Waiting = WaitingRefundWire | WaitingWriteOffWire

/** Why it was requested, and by whom. */
export function WaitingReason({ reason, approvals }: Pick<Waiting, 'reason' | 'approvals'>) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <span className="min-w-0 max-w-[40ch] text-right [overflow-wrap:anywhere] md:block md:text-left">
      {reason}
      <span className="block text-muted text-xs">{t('refund.by', { names: approverNames(approvals) })}</span>
    </span>
  )
}
