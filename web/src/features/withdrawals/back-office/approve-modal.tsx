import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire, ApprovedWithdrawalWire } from '#domain/wire/admin-requests.ts'
import { DeedModal } from '../../../back-office/deed-modal.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

export function ApproveModal({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation('admin-requests')
  const isFirstOfTwo = request.isLarge && request.approvals.length === 0
  return (
    <DeedModal<ApprovedWithdrawalWire>
      path={`/admin/withdrawals/${request.uid}/approve`}
      title={t('withdrawal.approveTitle')}
      submit={t('withdrawal.approve')}
      done={({ status, counts }) => {
        if (!counts) return t('withdrawal.approvedAlready')
        return t(status === 'requested' ? 'withdrawal.firstApproval' : 'withdrawal.approved')
      }}
      failed={t('failed')}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <WithdrawalFacts request={request} />
        {isFirstOfTwo ? (
          <Notice>{t('withdrawal.twoPeople')}</Notice>
        ) : (
          <p className="text-muted text-sm">{t('withdrawal.approveText')}</p>
        )}
      </div>
    </DeedModal>
  )
}
