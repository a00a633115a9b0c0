import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import { movementKey } from '#domain/statement.ts'
import type { StatementWire } from '#server/product/wallet/contract.ts'
import { formatDateTime, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { MaskedAmount } from '../../ui/masked-amount.tsx'
import { amountLook, byMonth, signedAmount } from './movement-view.ts'

type Movement = StatementWire['data'][number]

/** The movements by month; each links to its receipt. */
export function MovementList({ movements }: { movements: readonly Movement[] }) {
  return byMonth(movements, currentLanguage()).map(({ month, items }) => (
    <section key={month} aria-labelledby={items[0]?.id} className="mb-10">
      <h2 id={items[0]?.id} className="section-title mb-2 first-letter:uppercase">
        {month}
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {items.map((movement) => (
          <li key={movement.id}>
            <Line movement={movement} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Line({ movement }: { movement: Movement }) {
  const { t } = useTranslation('wallet')
  const { project, fee, tip, change, balance, reason } = movement
  const what = t(movementKey(movement))
  return (
    <Link
      to={paths.receipt(movement.id)}
      className="group grid min-h-11 grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col gap-x-4 gap-y-0.5 py-3.5 transition duration-150 hover:bg-line/30 sm:px-2"
    >
      <span className="group-hover:underline group-hover:underline-offset-4">{what}</span>
      <span className={`figures text-right font-medium ${amountLook(movement)}`}>
        <MaskedAmount text={signedAmount(movement)} />
      </span>
      <span className="text-muted text-sm">
        {project && <span className="block">{project}</span>}
        {reason && <span className="block [overflow-wrap:anywhere]">{reason}</span>}
        {tip !== null && (
          <span className="block">
            <Own i18nKey="withTip" centavos={tip} />
          </span>
        )}
        <span className="figures block">{formatDateTime(movement.at, currentLanguage())}</span>
      </span>
      <span className="text-right text-muted text-sm">
        <span className="figures block">
          <Own i18nKey="balanceAfter" centavos={balance} />
        </span>
        {fee !== null && fee > 0 && (
          <span className="figures block">
            <Own i18nKey="fee" centavos={fee} />
          </span>
        )}
        {change === 0 && <span className="block">{t('fromReserve')}</span>}
      </span>
    </Link>
  )
}

type OwnProps = { i18nKey: 'withTip' | 'balanceAfter' | 'fee'; centavos: number }

/** A line about an amount of the fan's. */
function Own({ i18nKey, centavos }: OwnProps) {
  const { t } = useTranslation('wallet')
  return (
    <Trans
      t={t}
      i18nKey={i18nKey}
      components={{ amount: <MaskedAmount text={unbroken(formatBRL(centavos))} /> }}
    />
  )
}
