import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../back-office/address-tabs.tsx'
import { StuckPayments } from '../../features/outgoing/back-office/stuck-payments.tsx'
import { Unmatched } from '../../features/payments/back-office/unmatched.tsx'
import { Proposals } from '../../features/projects/back-office/proposals.tsx'
import { Debts } from '../../features/refunds/back-office/debts.tsx'
import { Refunds } from '../../features/refunds/back-office/refunds.tsx'
import { Withdrawals } from '../../features/withdrawals/back-office/withdrawals.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** `/admin/requests` — what waits for a decision: outgoing money, and projects that fans propose. */
export function RequestsScreen() {
  const { t } = useTranslation([
    'back-office',
    'refunds-back-office',
    'outgoing-back-office',
    'payments-back-office',
  ])
  return (
    <>
      <ScreenTitle>{t('requests.title')}</ScreenTitle>
      <AddressTabs
        label={t('requests.tabs')}
        tabs={[
          {
            value: 'withdrawals',
            call: 'GET /admin/withdrawals',
            label: t('requests.withdrawals'),
            content: <Withdrawals />,
          },
          {
            value: 'refunds',
            call: 'GET /admin/refunds-waiting',
            label: t('refunds-back-office:waiting.tab'),
            content: <Refunds />,
          },
          {
            value: 'stuck',
            call: 'GET /admin/stuck',
            label: t('outgoing-back-office:stuck.tab'),
            content: <StuckPayments />,
          },
          {
            value: 'unmatched',
            call: 'GET /admin/unmatched',
            label: t('payments-back-office:unmatched.tab'),
            content: <Unmatched />,
          },
          {
            value: 'debts',
            call: 'GET /admin/debtors',
            label: t('refunds-back-office:debts.tab'),
            content: <Debts />,
          },
          {
            value: 'proposals',
            call: 'GET /admin/proposals',
            label: t('requests.proposals'),
            content: <Proposals />,
          },
        ]}
      />
    </>
  )
}
