import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { useDecidedMeanwhile } from './use-decided-meanwhile.ts'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** Rejects a withdrawal; the reason is part of the message that the fan gets. */
export function RejectDialog({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['withdrawals-back-office', 'back-office'])
  return (
    <ReasonDialog
      call="POST /admin/withdrawals/{uid}/reject"
      request={(body) => ({ params: { uid: request.uid }, body })}
      title={t('rejectTitle')}
      reason={{
        label: t('reason'),
        hint: t('rejectText'),
        tooLong: t('reasonTooLong'),
      }}
      submit={t('reject')}
      done={() => t('rejected')}
      failed={t('back-office:requests.failed')}
      decidedMeanwhile={useDecidedMeanwhile(request.uid)}
      onClose={onClose}
    >
      <WithdrawalFacts request={request} />
    </ReasonDialog>
  )
}
