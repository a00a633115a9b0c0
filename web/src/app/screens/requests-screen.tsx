import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../back-office/address-tabs.tsx'
import { StuckPayments } from '../../features/approvals/back-office/stuck-payments.tsx'
import { Unmatched } from '../../features/payments/back-office/unmatched.tsx'
import { Proposals } from '../../features/projects/back-office/proposals.tsx'
import { Debts } from '../../features/refunds/back-office/debts.tsx'
import { Refunds } from '../../features/refunds/back-office/refunds.tsx'
import { Withdrawals } from '../../features/withdrawals/back-office/withdrawals.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/admin/requests` — what waits for the house's word: money on its way out, and projects that fans propose. */
export function RequestsScreen() {
  const { t } = useTranslation(['admin-requests', 'admin-money', 'admin-people'])
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <AddressTabs
        label={t('tabs')}
        tabs={[
          { value: 'withdrawals', label: t('withdrawals'), content: <Withdrawals /> },
          { value: 'refunds', label: t('admin-people:requests.tab'), content: <Refunds /> },
          { value: 'stuck', label: t('admin-money:stuck.tab'), content: <StuckPayments /> },
          { value: 'unmatched', label: t('admin-money:unmatched.tab'), content: <Unmatched /> },
          { value: 'debts', label: t('admin-people:debts.tab'), content: <Debts /> },
          { value: 'proposals', label: t('proposals'), content: <Proposals /> },
        ]}
      />
    </>
  )
}
