import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { WriteOffWire } from '#server/product/refunds/wire.ts'
import { Preview } from './preview.tsx'
import { SecondPerson } from './second-person.tsx'

/** Approves or rejects a waiting write-off of a debt. */
export function WriteOffDecision({
  writeOff: { uid, amount, reason, approvals },
}: {
  writeOff: WriteOffWire
}) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const of = { amount: formatBRL(amount) }
  return (
    <SecondPerson
      approveCall="POST /admin/write-offs/{uid}/approve"
      preview={<Preview call="GET /admin/write-offs/{uid}/approve-lines" request={{ params: { uid } }} />}
      rejectCall="POST /admin/write-offs/{uid}/reject"
      request={{ params: { uid } }}
      approvals={approvals}
      facts={[{ label: t('waiting.reason'), value: reason }]}
      approve={t('refund.approve')}
      approveOf={t('debts.approveOf', of)}
      reject={t('refund.reject')}
      rejectOf={t('debts.rejectOf', of)}
      done={({ status }) => t(`debts.${status}`)}
      failed={t('back-office:failed')}
    />
  )
}
