import { useTranslation } from 'react-i18next'
import { AddressTabs } from '../../back-office/address-tabs.tsx'
import { SCREEN_TABS } from '../../back-office/screen-tabs.ts'
import { StuckPayments } from '../../features/outgoing/back-office/stuck-payments.tsx'
import { Unmatched } from '../../features/payments/back-office/unmatched.tsx'
import { Proposals } from '../../features/projects/back-office/proposals.tsx'
import { Debts } from '../../features/refunds/back-office/debts.tsx'
import { Refunds } from '../../features/refunds/back-office/refunds.tsx'
import { Withdrawals } from '../../features/withdrawals/back-office/withdrawals.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'

const CONTENTS = {
  withdrawals: <Withdrawals />,
  refunds: <Refunds />,
  stuck: <StuckPayments />,
  unmatched: <Unmatched />,
  debts: <Debts />,
  proposals: <Proposals />,
}

/** `/admin/requests` — what waits for a decision: outgoing money, and projects that fans propose. */
export function RequestsScreen() {
  const { t } = useTranslation('back-office')
  return (
    <>
      <ScreenTitle>{t('requests.title')}</ScreenTitle>
      <AddressTabs
        label={t('requests.tabs')}
        tabs={SCREEN_TABS.requests.map((tab) => ({
          ...tab,
          label: t(`tabs.${tab.value}`),
          content: CONTENTS[tab.value],
        }))}
      />
    </>
  )
}
