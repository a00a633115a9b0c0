import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../back-office/address-tabs.tsx'
import { AuditTrail } from '../../features/operations/back-office/logs/audit-trail.tsx'
import { FailedJobs } from '../../features/operations/back-office/logs/failed-jobs.tsx'
import { FailedOperations } from '../../features/operations/back-office/logs/failed-operations.tsx'
import { Reconciliations } from '../../features/operations/back-office/logs/reconciliations.tsx'
import { Webhooks } from '../../features/operations/back-office/logs/webhooks.tsx'
import { Troubles } from '../../features/troubles/back-office/troubles.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/admin/logs` — who did what, and what went wrong. */
export function LogsScreen() {
  const { t } = useTranslation(['operations-back-office', 'troubles-back-office'])
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <AddressTabs
        label={t('tabs')}
        tabs={[
          { value: 'audit', call: 'GET /admin/audit', label: t('audit.tab'), content: <AuditTrail /> },
          { value: 'jobs', call: 'GET /admin/failed-jobs', label: t('jobs.tab'), content: <FailedJobs /> },
          {
            value: 'chain',
            call: 'GET /admin/failed-operations',
            label: t('operations.tab'),
            content: <FailedOperations />,
          },
          { value: 'webhooks', call: 'GET /admin/webhooks', label: t('webhooks.tab'), content: <Webhooks /> },
          {
            value: 'ledger',
            call: 'GET /admin/reconciliations',
            label: t('ledger.tab'),
            content: <Reconciliations />,
          },
          {
            value: 'troubles',
            call: 'GET /admin/troubles',
            label: t('troubles-back-office:tab'),
            content: <Troubles />,
          },
        ]}
      />
    </>
  )
}
