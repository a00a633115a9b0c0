import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { balanceQuery } from '../../lib/balance.ts'
import { paths } from '../../lib/paths.ts'
import { BalanceEye } from '../../ui/balance-eye.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MaskedAmount } from '../../ui/masked-amount.tsx'

/** Available money and money held for bids, with the button that shows and hides both. */
export function Balance() {
  const { t } = useTranslation('layout')
  const balance = useQuery(balanceQuery)

  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-1">
      <dl className="flex flex-wrap gap-x-5 sm:gap-x-6">
        <Amount label={t('balance.free')} centavos={balance.data?.balance} />
        <Amount label={t('balance.held')} centavos={balance.data?.totalBided} />
      </dl>
      <div className="ml-auto flex gap-1">
        <Link
          to={paths.statement}
          aria-label={t('statement')}
          title={t('statement')}
          className="grid size-11 shrink-0 place-items-center rounded-control transition duration-150 hover:bg-line/50"
        >
          <Icon name="statement" />
        </Link>
        <BalanceEye both />
      </div>
    </div>
  )
}

function Amount({ label, centavos }: { label: string; centavos: number | undefined }) {
  const { t } = useTranslation('layout')
  const text = centavos === undefined ? t('balance.unavailable') : formatBRL(centavos)
  return (
    <div className="leading-tight">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="figures min-w-[9ch] text-[.9375rem]">
        <MaskedAmount text={text} />
      </dd>
    </div>
  )
}
