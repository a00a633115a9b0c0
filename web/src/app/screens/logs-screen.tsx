import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../back-office/address-tabs.tsx'
import { SCREEN_TABS } from '../../back-office/screen-tabs.ts'
import { AuditTrail } from '../../features/operations/back-office/logs/audit-trail.tsx'
import { FailedJobs } from '../../features/operations/back-office/logs/failed-jobs.tsx'
import { FailedOperations } from '../../features/operations/back-office/logs/failed-operations.tsx'
import { Reconciliations } from '../../features/operations/back-office/logs/reconciliations.tsx'
import { Webhooks } from '../../features/operations/back-office/logs/webhooks.tsx'
import { Troubles } from '../../features/troubles/back-office/troubles.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

const CONTENTS = {
  audit: <AuditTrail />,
  jobs: <FailedJobs />,
  chain: <FailedOperations />,
  webhooks: <Webhooks />,
  ledger: <Reconciliations />,
  troubles: <Troubles />,
}

/** `/admin/logs` — who did what, and what went wrong. */
export function LogsScreen() {
  const { t } = useTranslation(['operations-back-office', 'back-office'])
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <AddressTabs
        label={t('tabs')}
        tabs={SCREEN_TABS.logs.map((tab) => ({
          ...tab,
          label: t(`back-office:tabs.${tab.value}`),
          content: CONTENTS[tab.value],
        }))}
      />
    </>
  )
}
