import { useTranslation } from 'react-i18next'
import type { DifferenceWire } from '#server/product/operations/reconciliation-contract.ts'
import { ReasonDialog } from '../../../../back-office/reason-dialog.tsx'

type SettleDialogProps = { report: number; difference: DifferenceWire; onClose(): void }

/** Notes what was found out about a difference. It moves no money. */
export function SettleDialog({ report, difference: { side, subject }, onClose }: SettleDialogProps) {
  const { t } = useTranslation('operations-back-office')
  return (
    <ReasonDialog
      call="POST /admin/reconciliations/{id}/settle"
      request={({ reason: note }) => ({ params: { id: report }, body: { side, subject, note } })}
      title={t('ledger.settleTitle')}
      reason={{
        label: t('ledger.note'),
        hint: t('ledger.settleText'),
        tooLong: t('ledger.noteTooLong'),
      }}
      look="primary"
      submit={t('ledger.settle')}
      done={() => t('ledger.settledNow')}
      failed={t('failed')}
      onClose={onClose}
    />
  )
}
