import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { BidHistoryWire, BidWire } from '#server/product/market/contract.ts'
import { formatDateTime } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { historyQuery } from './api.ts'
import { type BidChart, bidChart, priceSteps } from './chart-geometry.ts'
import { historyView } from './history-view.ts'

/** Every bid as a dot, every sale as a gold ring, with a line for the price until the next sale. */
export function HistoryChart({ uid, bids }: { uid: string; bids: readonly BidWire[] }) {
  const { t } = useTranslation('market')
  const read = useQuery(historyQuery(uid))
  // The tables contain the same data, so a chart that cannot be loaded is left out; with a single bid there is
  // nothing to draw.
  const history = read.data && historyView(read.data, bids)
  const chart = history && history.bids.length > 1 ? bidChart(history) : null
  if (!history || !chart) return null
  const [from, to] = [
    formatDateTime(chart.from, currentLanguage()),
    formatDateTime(chart.to, currentLanguage()),
  ]
  return (
    <section aria-labelledby="history-title" className="mt-12">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="history-title" className="section-title">
          {t('history.title')}
        </h2>
        <p aria-hidden="true" className="flex flex-wrap gap-x-5 text-muted text-xs">
          <Legend look="bg-muted">{t('history.bid')}</Legend>
          <Legend look="bg-gold">{t('history.won')}</Legend>
          <Legend look="border-2 border-gold">{t('history.win')}</Legend>
        </p>
      </div>
      <svg
        role="img"
        aria-label={summary(history, t)}
        className="h-44 w-full rounded-cover border border-line bg-raised"
      >
        <Drawing chart={chart} />
      </svg>
      <p aria-hidden="true" className="figures mt-2 flex justify-between text-muted text-xs">
        {from !== to && <span>{from}</span>}
        <span className="ml-auto">{to}</span>
      </p>
    </section>
  )
}

function Drawing({ chart }: { chart: BidChart }) {
  const percent = (share: number) => `${share}%`
  return (
    <>
      {chart.levels.map(({ amount, y }, index) => (
        <g key={amount}>
          <line x1="0" x2="100%" y1={percent(y)} y2={percent(y)} className="stroke-line" />
          {!chart.isSparse && (
            <text x="12" y={percent(y)} dy={index === 0 ? -8 : 18} className="figures fill-muted text-xs">
              {formatBRL(amount)}
            </text>
          )}
        </g>
      ))}
      {priceSteps(chart.wins).map(({ from, to }) => (
        <line
          key={`${from.x} ${from.y} ${to.x} ${to.y}`}
          x1={percent(from.x)}
          y1={percent(from.y)}
          x2={percent(to.x)}
          y2={percent(to.y)}
          className="stroke-gold/50"
        />
      ))}
      {chart.bids.map(({ x, y, won, amount }) => (
        <g key={`${x} ${y}`}>
          <circle
            cx={percent(x)}
            cy={percent(y)}
            r={chart.isSparse ? 5 : 3.5}
            className={won ? 'fill-gold' : 'fill-muted'}
          />
          {chart.isSparse && (
            <text
              x={percent(x)}
              y={percent(y)}
              dy={y < 50 ? 22 : -12}
              textAnchor={x < 15 ? 'start' : x > 85 ? 'end' : 'middle'}
              className={`figures text-xs ${won ? 'fill-gold' : 'fill-muted'}`}
            >
              {formatBRL(amount)}
            </text>
          )}
        </g>
      ))}
      {chart.wins.map(({ x, y }) => (
        <circle
          key={`${x} ${y}`}
          cx={percent(x)}
          cy={percent(y)}
          r="5.5"
          strokeWidth="2"
          className="fill-raised stroke-gold"
        />
      ))}
    </>
  )
}

function Legend({ look, children }: { look: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`size-2 rounded-full ${look}`} />
      {children}
    </span>
  )
}

/** The chart in a sentence or two, for screen readers. */
function summary({ bids, wins }: BidHistoryWire, t: TFunction<'market'>): string {
  const amounts = bids.map(({ amount }) => amount)
  const lowest = formatBRL(Math.min(...amounts))
  const highest = formatBRL(Math.max(...amounts))
  const lastWin = formatBRL(wins.at(-1)?.amount ?? 0)
  return [
    t('history.summary', { count: bids.length, amount: highest, lowest, highest }),
    t('history.wins', { count: wins.length, amount: lastWin }),
  ].join(' ')
}
