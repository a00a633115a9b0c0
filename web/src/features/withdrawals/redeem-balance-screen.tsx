import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { OwnBalance } from '../../ui/own-balance.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { RedeemForm } from './redeem-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'

/** `/redeem-balance` — withdraws available money to the fan's own account. */
export function RedeemBalanceScreen() {
  const { t } = useTranslation('withdrawals')
  return (
    <>
      <ScreenTitle lead={t('lead')}>{t('title')}</ScreenTitle>
      <OwnBalance deciding label={t('available')} />
      <div className="grid grid-cols-1 items-start gap-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <RedeemForm />
          <Link to={paths.statement} className="link mt-4 inline-flex min-h-11 items-center">
            {t('statement')}
          </Link>
        </div>
        <WithdrawalList />
      </div>
    </>
  )
}
