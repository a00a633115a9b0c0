import { useTranslation } from 'react-i18next'
import { Modal } from '../../ui/modal.tsx'
import { BugReportLink } from './bug-report-link.tsx'

/** What BETA means here, and where to report problems. */
export function BetaModal({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('layout')
  return (
    <Modal open={open} onClose={onClose} title={t('beta.title')}>
      <p>{t('beta.text')}</p>
      <p className="mt-4 mb-1 text-muted">{t('beta.report')}</p>
      <div className="-ml-3.5">
        <BugReportLink />
      </div>
    </Modal>
  )
}
