import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { ConfirmDialog } from '../../../back-office/confirm-dialog.tsx'
import { ObstacleDialog } from '../../../back-office/obstacle-dialog.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { useIsRefused } from '../../../back-office/refused.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useDecidedMeanwhile } from './use-decided-meanwhile.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

type ApproveDialogProps = {
  request: AdminWithdrawalWire
  /** Goes on to rejecting it, where it cannot be approved. */
  onReject(): void
  onClose(): void
}

export function ApproveDialog({ request, onReject, onClose }: ApproveDialogProps) {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office'])
  const decidedMeanwhile = useDecidedMeanwhile(request.uid)
  if (request.owed > 0) {
    return (
      <ObstacleDialog
        title={t('approveTitle')}
        why={t('owes', { amount: formatBRL(request.owed) })}
        instead={{ label: t('reject'), onClick: onReject }}
        onClose={onClose}
      >
        <WithdrawalFacts request={request} />
      </ObstacleDialog>
    )
  }
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
      decidedMeanwhile={decidedMeanwhile}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <WithdrawalFacts request={request} />
        <Preview
          call="GET /admin/withdrawals/{uid}/approve-lines"
          request={{ params: { uid: request.uid } }}
        />
        <Consequence request={request} />
      </div>
    </ConfirmDialog>
  )
}

/** What an approval does. */
function Consequence({ request: { takesTwo, approvals } }: { request: AdminWithdrawalWire }) {
  const { t } = useTranslation('withdrawals-back-office')
  if (useIsRefused()) return null
  const isFirstOfTwo = takesTwo && approvals.every(({ isVoid }) => isVoid)
  if (isFirstOfTwo) return <Notice>{t('twoPeople')}</Notice>
  return <p className="text-muted text-sm">{t('approveText')}</p>
}
