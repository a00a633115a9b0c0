import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../../../back-office/address-tabs.tsx'
import { ScreenTitle } from '../../../../ui/screen-title.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { FailedOperations } from './failed-operations.tsx'
import { Reconciliations } from './reconciliations.tsx'
import { Webhooks } from './webhooks.tsx'

/** `/admin/logs` — who did what, and what went wrong. */
export function LogsScreen() {
  const { t } = useTranslation('operations-back-office')
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <AddressTabs
        label={t('tabs')}
        tabs={[
          { value: 'audit', label: t('audit.tab'), content: <AuditTrail /> },
          { value: 'jobs', label: t('jobs.tab'), content: <FailedJobs /> },
          { value: 'chain', label: t('operations.tab'), content: <FailedOperations /> },
          { value: 'webhooks', label: t('webhooks.tab'), content: <Webhooks /> },
          { value: 'ledger', label: t('ledger.tab'), content: <Reconciliations /> },
        ]}
      />
    </>
  )
}
