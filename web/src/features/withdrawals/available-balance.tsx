import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery, useBalanceShown } from '../../lib/balance.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'

/** What can be withdrawn. */
export function AvailableBalance() {
  const { t } = useTranslation(['withdrawals', 'layout'])
  const [shown, toggle] = useBalanceShown()
  const { data } = useQuery(balanceQuery)
  return (
    <div className="flex items-center justify-between gap-4 border-line border-b pb-5">
      <dl>
        <dt className="text-muted text-sm">{t('available')}</dt>
        <dd className="figures mt-0.5 text-2xl">
          <MaskedAmount text={data ? formatBRL(data.balance) : t('layout:balance.unavailable')} />
        </dd>
      </dl>
      <IconButton label={shown ? t('hide') : t('show')} aria-pressed={shown} onClick={toggle}>
        <Icon name={shown ? 'eyeOff' : 'eye'} />
      </IconButton>
    </div>
  )
}
