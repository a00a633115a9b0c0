import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#domain/wire/admin-requests.ts'
import { ReasonModal } from '../../../back-office/reason-modal.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** The reason is part of the message that the fan gets. */
export function RejectModal({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation('admin-requests')
  return (
    <ReasonModal
      path={`/admin/withdrawals/${request.uid}/reject`}
      title={t('withdrawal.rejectTitle')}
      reason={{
        label: t('withdrawal.reason'),
        hint: t('withdrawal.rejectText'),
        tooLong: t('withdrawal.reasonTooLong'),
      }}
      submit={t('withdrawal.reject')}
      done={() => t('withdrawal.rejected')}
      failed={t('failed')}
      onClose={onClose}
    >
      <WithdrawalFacts request={request} />
    </ReasonModal>
  )
}
