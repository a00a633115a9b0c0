import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { RefundWire } from '#server/product/refunds/contract.ts'
import { Preview } from './preview.tsx'
import { SecondPerson } from './second-person.tsx'

/** Approves or rejects a waiting refund. */
export function RefundDecision({ refund: { uid, amount, reason, approvals } }: { refund: RefundWire }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const of = { amount: formatBRL(amount) }
  return (
    <SecondPerson
      approveCall="POST /admin/refunds/{uid}/approve"
      preview={<Preview call="GET /admin/refunds/{uid}/approve-lines" request={{ params: { uid } }} />}
      rejectCall="POST /admin/refunds/{uid}/reject"
      request={{ params: { uid } }}
      approvals={approvals}
      facts={[{ label: t('waiting.reason'), value: reason }]}
      approve={t('refund.approve')}
      approveOf={t('refund.approveOf', of)}
      reject={t('refund.reject')}
      rejectOf={t('refund.rejectOf', of)}
      done={({ status }) => t(`refund.${status === 'failed' ? 'requested' : status}`)}
      failed={t('back-office:failed')}
    />
  )
}
