import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { setAsideQuery } from '../../lib/balance.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { MaskedAmount } from '../../ui/masked-amount.tsx'

const WHERE = {
  withdrawals: paths.redeemBalance,
  gifts: paths.shelf,
  refunds: `${paths.statement}?kind=refunds`,
} as const
const KINDS = Object.keys(WHERE) as (keyof typeof WHERE)[]

/** Money that is neither free nor in bids, with what it waits for; nothing where there is none. */
export function SetAside() {
  const { t } = useTranslation('wallet')
  const { data } = useQuery(setAsideQuery)
  const kinds = KINDS.filter((kind) => data && data[kind] > 0)
  if (!data || kinds.length === 0) return null
  return (
    <ul aria-label={t('setAside.title')} className="text-muted text-sm">
      {kinds.map((kind) => (
        <li key={kind}>
          <Link
            to={WHERE[kind]}
            className="inline-flex min-h-11 items-center gap-x-1.5 underline decoration-edge underline-offset-4"
          >
            <span className="figures">
              <MaskedAmount text={unbroken(formatBRL(data[kind]))} />
            </span>
            {t(`setAside.${kind}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
