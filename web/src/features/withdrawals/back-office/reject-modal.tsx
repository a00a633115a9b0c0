import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#domain/wire/admin-requests.ts'
import { ReasonModal } from '../../../back-office/reason-modal.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** The reason is part of the message that the fan gets. */
export function RejectModal({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office'])
  return (
    <ReasonModal
      path={`/admin/withdrawals/${request.uid}/reject`}
      title={t('rejectTitle')}
      reason={{
        label: t('reason'),
        hint: t('rejectText'),
        tooLong: t('reasonTooLong'),
      }}
      submit={t('reject')}
      done={() => t('rejected')}
      failed={t('back-office:requests.failed')}
      onClose={onClose}
    >
      <WithdrawalFacts request={request} />
    </ReasonModal>
  )
}
