import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { FiguresWire } from '#domain/wire/admin.ts'
import { unbroken } from '../../lib/format.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayLine } from './day-geometry.ts'

type DayChartProps = { title: string; of: 'volume' | 'fees'; days: FiguresWire['days'] | undefined }

/** A small line: a month of days, and what they add up to. */
export function DayChart({ title, of, days }: DayChartProps) {
  const total = days?.reduce((sum, day) => sum + day[of], 0) ?? 0
  return (
    <figure className="rounded-cover border border-line bg-raised p-4 sm:p-5">
      <figcaption className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-muted text-sm">{title}</span>
        {days ? (
          <span className="figures">{unbroken(formatBRL(total))}</span>
        ) : (
          <Skeleton className="h-6 w-28" />
        )}
      </figcaption>
      {days ? <Drawing title={title} of={of} days={days} total={total} /> : <Skeleton className="h-39" />}
    </figure>
  )
}

function Drawing({
  title,
  of,
  days,
  total,
}: {
  title: string
  of: 'volume' | 'fees'
  days: FiguresWire['days']
  total: number
}) {
  const { t } = useTranslation('admin')
  const { points, zero } = dayLine(days.map((day) => day[of]))
  const best = days.reduce((top, day) => (day[of] > top[of] ? day : top))
  const [from, to] = [calendarDay(days[0]?.day ?? ''), calendarDay(days.at(-1)?.day ?? '')]
  const summary =
    best[of] > 0
      ? t('dashboard.chart', {
          title,
          from,
          to,
          total: formatBRL(total),
          best: calendarDay(best.day),
          amount: formatBRL(best[of]),
        })
      : t('dashboard.chartEmpty', { title, from, to })
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
            <title>{`${calendarDay(days[index]?.day ?? '')}: ${formatBRL(days[index]?.[of] ?? 0)}`}</title>
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

/** `2026-11-21` → `21/11`. */
function calendarDay(day: string): string {
  return day.split('-').slice(1).toReversed().join('/')
}
