import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { unbroken } from '../../../../lib/format.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { calendarDay } from './calendar-day.ts'
import { ChartFigure } from './chart-figure.tsx'
import { ChartTable } from './chart-table.tsx'
import { dayLine } from './day-geometry.ts'

type Day = { day: string; amount: number }
type DayChartProps = {
  title: string
  days: Day[] | undefined
  /** Events of each day are added up; a value at the end of each day is not. */
  figure: 'sum' | 'last'
}

/** A small line chart of a month of days, with its total. */
export function DayChart({ title, days, figure }: DayChartProps) {
  const { t } = useTranslation('operations-back-office')
  const total = figure === 'sum' ? days?.reduce((sum, { amount }) => sum + amount, 0) : days?.at(-1)?.amount
  return (
    <ChartFigure title={title} value={total === undefined ? undefined : unbroken(formatBRL(total))}>
      {days ? (
        <>
          <Drawing title={title} days={days} figure={figure} />
          <ChartTable
            label={title}
            head={[t('dashboard.day'), t('dashboard.amount')]}
            rows={days.map(({ day, amount }) => [calendarDay(day), unbroken(formatBRL(amount))])}
          />
        </>
      ) : (
        <Skeleton className="h-50" />
      )}
    </ChartFigure>
  )
}

function Drawing({ title, days, figure }: { title: string; days: Day[]; figure: 'sum' | 'last' }) {
  const { t } = useTranslation('operations-back-office')
  const { points, zero } = dayLine(days.map(({ amount }) => amount))
  const best = days.reduce((top, day) => (day.amount > top.amount ? day : top))
  const [from, to] = [calendarDay(days[0]?.day ?? ''), calendarDay(days.at(-1)?.day ?? '')]
  const facts = { title, from, to, best: calendarDay(best.day), amount: formatBRL(best.amount) }
  const total = formatBRL(days.reduce((sum, { amount }) => sum + amount, 0))
  const summary =
    best.amount <= 0
      ? t('dashboard.chartEmpty', facts)
      : figure === 'sum'
        ? t('dashboard.chart', { ...facts, total })
        : t('dashboard.chartLast', { ...facts, last: formatBRL(days.at(-1)?.amount ?? 0) })
  return (
    <>
      <svg role="img" aria-label={summary} className="h-32 w-full">
        <line x1="0" x2="100%" y1={`${zero}%`} y2={`${zero}%`} className="stroke-line" />
        {points.slice(1).map((point, index) => (
          <line
            key={point.x}
            x1={`${points[index]?.x}%`}
            y1={`${points[index]?.y}%`}
            x2={`${point.x}%`}
            y2={`${point.y}%`}
            strokeWidth="2"
            strokeLinecap="round"
            className="stroke-accent"
          />
        ))}
        {points.map(({ x, y }, index) => (
          <circle key={x} cx={`${x}%`} cy={`${y}%`} r="7" className="fill-transparent">
            <title>{`${calendarDay(days[index]?.day ?? '')}: ${formatBRL(days[index]?.amount ?? 0)}`}</title>
          </circle>
        ))}
      </svg>
      <p aria-hidden="true" className="figures mt-2 flex justify-between text-muted text-xs">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </>
  )
}
