import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#domain/wire/admin-requests.ts'
import { formatDateTime } from '../../../lib/format.ts'

/** How a withdrawal stands, who has approved it, and why it did not go through. */
export function WithdrawalState({ request }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation(['admin-requests', 'admin-money'])
  const { status, reason, approvals, isLarge, endToEndId, endedAt, isStuck, rejectedBy, failedAttemptAt } =
    request
  const notes = [
    approvals.length > 0 &&
      t('withdrawal.approvedBy', { names: approvals.map(({ admin }) => admin).join(', ') }),
    status === 'requested' && isLarge && approvals.length === 1 && t('withdrawal.oneMore'),
    failedAttemptAt && t('admin-money:money.failedAttempt', { moment: formatDateTime(failedAttemptAt) }),
    isStuck && t('admin-money:money.stuck'),
    status === 'paid' && endedAt && t('withdrawal.paidAt', { moment: formatDateTime(endedAt) }),
    rejectedBy &&
      endedAt &&
      t('withdrawal.rejectedBy', { name: rejectedBy, moment: formatDateTime(endedAt) }),
    endToEndId && t('withdrawal.endToEndId', { id: endToEndId }),
    reason,
  ].filter((note) => typeof note === 'string')
  return (
    <span className="min-w-0 text-right md:text-left">
      <span className="block font-medium">{t(`withdrawal.statuses.${status}`)}</span>
      {notes.map((note) => (
        <span key={note} className="block max-w-[32ch] text-muted text-xs [overflow-wrap:anywhere]">
          {note}
        </span>
      ))}
    </span>
  )
}
