import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { ConfirmDialog } from '../../../back-office/confirm-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useDecidedMeanwhile } from './use-decided-meanwhile.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

export function ApproveDialog({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office'])
  return (
    <ConfirmDialog
      call="POST /admin/withdrawals/{uid}/approve"
      request={{ params: { uid: request.uid } }}
      title={t('approveTitle')}
      submit={t('approve')}
      done={({ status, counts }) => {
        if (!counts) return t('approvedAlready')
        return t(status === 'requested' ? 'firstApproval' : 'approved')
      }}
      failed={t('back-office:requests.failed')}
      decidedMeanwhile={useDecidedMeanwhile(request.uid)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <WithdrawalFacts request={request} />
        <Consequence request={request} />
      </div>
    </ConfirmDialog>
  )
}

/** What an approval does, or why there can be none yet. */
function Consequence({ request: { owed, takesTwo, approvals } }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation('withdrawals-back-office')
  if (owed > 0) return <Notice tone="loss">{t('owes', { amount: formatBRL(owed) })}</Notice>
  const isFirstOfTwo = takesTwo && approvals.every(({ isVoid }) => isVoid)
  if (isFirstOfTwo) return <Notice>{t('twoPeople')}</Notice>
  return <p className="text-muted text-sm">{t('approveText')}</p>
}
