import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatDayOfYear } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ChartFigure } from './chart-figure.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { useChartWords } from './chart-words.ts'
import { savePicture } from './save-picture.ts'
import { isEmpty, type Series } from './series.ts'

type ChartProps = {
  title: string
  /** Undefined while it is loading. */
  series: Series | undefined
  /** What the total is made of, instead of the total. */
  total?: string | undefined
}

/** A line of days beside the days before: read by pointer, by keys and in a table, and saved as a picture. */
export function Chart({ title, series, total }: ChartProps) {
  if (!series)
    return (
      <ChartFigure title={title} value={undefined}>
        <Skeleton className="h-64" />
      </ChartFigure>
    )
  const value = series.total === null ? null : (total ?? series.write(series.total))
  return (
    <ChartFigure title={title} value={value}>
      <Filled title={title} series={series} />
    </ChartFigure>
  )
}

function Filled({ title, series }: { title: string; series: Series }) {
  const { t } = useTranslation('operations-back-office')
  const [read, setRead] = useState<number | null>(null)
  const picture = useRef<SVGSVGElement>(null)
  const { reading, comparison } = useChartWords(title, series)
  const say = (value: number | null) => (value === null ? '—' : series.write(value))
  return (
    <>
      <p className="figures mb-2 min-h-8 text-muted text-xs sm:min-h-4">
        {read === null ? comparison() : reading(read)}
      </p>
      {isEmpty(series) ? (
        <p className="grid h-46 place-items-center rounded-control border border-line border-dashed p-4 text-center text-muted text-sm">
          {t('dashboard.nothing')}
        </p>
      ) : (
        <ChartPlot title={title} series={series} read={read} onRead={setRead} picture={picture} />
      )}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4">
        <ChartTable
          label={title}
          head={[t('dashboard.day'), t('dashboard.value'), t('dashboard.before')]}
          rows={series.days.map((day) => [
            formatDayOfYear(day.day, currentLanguage()),
            say(day.value),
            say(day.before.value),
          ])}
        />
        {!isEmpty(series) && <SavePicture title={title} picture={picture} />}
      </div>
    </>
  )
}

function SavePicture({ title, picture }: { title: string; picture: RefObject<SVGSVGElement | null> }) {
  const { t } = useTranslation('operations-back-office')
  const save = useMutation({
    mutationFn: async () => {
      const legend = { days: t('dashboard.value'), before: t('dashboard.before') }
      if (picture.current) await savePicture(picture.current, { title, legend }, `tune-${title}`)
    },
    onError: () => toast.error(t('dashboard.pictureFailed')),
  })
  return (
    <button
      type="button"
      aria-label={t('dashboard.pictureOf', { title })}
      onClick={() => save.mutate()}
      className="link ml-auto inline-flex min-h-11 items-center text-sm"
    >
      {t('dashboard.picture')}
    </button>
  )
}

type Cells = readonly [string, string, string]
type ChartTableProps = { label: string; head: Cells; rows: readonly Cells[] }

/** The figures behind a chart, for screen readers and for anybody who wants the exact values. */
function ChartTable({ label, head, rows }: ChartTableProps) {
  const { t } = useTranslation('operations-back-office')
  const [first, ...others] = head
  return (
    <details className="min-w-0 text-sm open:basis-full">
      <summary
        className="link inline-flex min-h-11 cursor-pointer items-center"
        aria-label={t('dashboard.tableOf', { title: label })}
      >
        {t('dashboard.table')}
      </summary>
      <table className="w-full">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <th scope="col" className="py-2 text-left font-normal text-muted">
              {first}
            </th>
            {others.map((title) => (
              <th key={title} scope="col" className="py-2 pl-3 text-right font-normal text-muted">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value, before]) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="figures py-1.5 text-left font-normal">
                {name}
              </th>
              <td className="figures py-1.5 pl-3 text-right">{value}</td>
              <td className="figures py-1.5 pl-3 text-right text-muted">{before}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
