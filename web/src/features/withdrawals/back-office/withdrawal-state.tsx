import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { formatDateTime } from '../../../lib/format.ts'

/** A withdrawal's state, who has approved it, and why it failed. */
export function WithdrawalState({ request }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation(['withdrawals-back-office', 'outgoing-back-office'])
  const { status, reason, approvals, takesTwo, endToEndId, endedAt, isStuck, rejectedBy, failedAttemptAt } =
    request
  const notes = [
    approvals.length > 0 && t('approvedBy', { names: approvals.map(({ admin }) => admin).join(', ') }),
    status === 'requested' && takesTwo && approvals.length === 1 && t('oneMore'),
    failedAttemptAt &&
      t('outgoing-back-office:decision.failedAttempt', { moment: formatDateTime(failedAttemptAt) }),
    isStuck && t('outgoing-back-office:decision.stuck'),
    status === 'paid' && endedAt && t('paidAt', { moment: formatDateTime(endedAt) }),
    rejectedBy && endedAt && t('rejectedBy', { name: rejectedBy, moment: formatDateTime(endedAt) }),
    endToEndId && t('endToEndId', { id: endToEndId }),
    reason,
  ].filter((note) => typeof note === 'string')
  return (
    <span className="min-w-0 text-right md:text-left">
      <span className="block font-medium">{t(`statuses.${status}`)}</span>
      {notes.map((note) => (
        <span key={note} className="block max-w-[32ch] text-muted text-xs [overflow-wrap:anywhere]">
          {note}
        </span>
      ))}
    </span>
  )
}
