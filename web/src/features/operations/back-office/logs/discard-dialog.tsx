import { useTranslation } from 'react-i18next'
import type { FailedJobWire } from '#server/product/operations/contract.ts'
import { ConfirmDialog } from '../../../../back-office/confirm-dialog.tsx'

/** Asks before a failed job is discarded. */
export function DiscardDialog({ job, onClose }: { job: FailedJobWire; onClose(): void }) {
  const { t } = useTranslation('operations-back-office')
  return (
    <ConfirmDialog
      call="POST /admin/failed-jobs/{id}/discard"
      request={{ params: { id: job.id } }}
      title={t('discardTitle')}
      submit={t('discard')}
      look="danger"
      done={() => t('done')}
      failed={t('failed')}
      onClose={onClose}
    >
      <p className="[overflow-wrap:anywhere]">{t('discardText', { name: job.task })}</p>
    </ConfirmDialog>
  )
}
