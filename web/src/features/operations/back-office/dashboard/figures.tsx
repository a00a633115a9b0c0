import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { languageTag } from '#i18n/language.ts'
import type { FiguresWire } from '#server/product/operations/figures-contract.ts'
import type { FilterValues } from '../../../../back-office/address-filters.ts'
import { ApiError, api } from '../../../../lib/api.ts'
import { serverNow } from '../../../../lib/clock.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { paths } from '../../../../lib/paths.ts'
import { sayFailure } from '../../../../lib/say-failure.ts'
import { Failure } from '../../../../ui/failure.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ago } from './ago.ts'
import { Chart } from './chart.tsx'
import { CohortChart } from './cohort-chart.tsx'
import { ConversionChart } from './conversion-chart.tsx'
import { PeriodFields, usePeriod } from './period.tsx'
import { ProjectChart } from './project-chart.tsx'
import { Questions } from './questions.tsx'
import { amounts, MONEY } from './series.ts'

/** The server counts the figures once a minute. */
const COUNTED_EVERY_MS = 60_000

const CARDS = [
  { figure: 'activeUsers', to: paths.adminUsers },
  { figure: 'activeProjects', to: paths.adminProjects },
  { figure: 'transactions', to: paths.adminActivity },
  // The sales of all projects add up to the tokens.
  { figure: 'tokensIssued', to: paths.adminProjects },
] as const

const figuresQuery = (values: FilterValues) =>
  queryOptions({
    queryKey: ['admin', 'figures', values],
    queryFn: async ({ signal }) => (await api('GET /admin/figures', { query: values, signal })).data,
    refetchInterval: COUNTED_EVERY_MS,
    placeholderData: keepPreviousData,
  })

/** Where the days that are asked for make no sense, the last figures stay, or those that nobody has to ask for. */
function useFigures(values: FilterValues) {
  const asked = useQuery(figuresQuery(values))
  const { data, error } = asked
  const [last, keep] = useState(data)
  if (data && data !== last) keep(data)
  const isNonsense = error instanceof ApiError && error.code === 'filter_nonsense'
  const unasked = useQuery({ ...figuresQuery({}), enabled: isNonsense && !last })
  return { ...asked, data: data ?? last ?? unasked.data, isNonsense }
}

/** The business at a glance; each figure leads to its rows. */
export function Figures() {
  const { t } = useTranslation('operations-back-office')
  const period = usePeriod()
  const { data, error, isNonsense, isFetching, refetch } = useFigures(period.values)
  if (error && !data && !isNonsense)
    return (
      <Failure
        message={sayFailure(error, t('dashboard.failed'))}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        {CARDS.map(({ figure, to }) => (
          <FigureCard key={figure} label={t(`dashboard.${figure}`)} value={data?.[figure]} to={to} />
        ))}
      </ul>
      <p className="mt-3 min-h-5 text-muted text-xs">
        {data && t('dashboard.counted', { ago: ago(data.countedAt, serverNow(), currentLanguage()) })}
      </p>
      <Section id="days" title={t('dashboard.byDay')} beside={<Legend />}>
        <PeriodFields period={period} error={isNonsense ? error?.message : undefined} />
        <Days figures={data} />
      </Section>
      <Section id="months" title={t('dashboard.lastMonths')}>
        <CohortChart figures={data} />
      </Section>
      <Section id="weeks" title={t('dashboard.lastWeeks')}>
        <ConversionChart weeks={data?.weeks} />
      </Section>
    </>
  )
}

type SectionProps = { id: string; title: string; beside?: ReactNode; children: ReactNode }

function Section({ id, title, beside, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="font-medium text-sm">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

function Days({ figures }: { figures: FiguresWire | undefined }) {
  const { t } = useTranslation('operations-back-office')
  const money = (figure: 'volume' | 'fees' | 'held', sum: 'sum' | 'last') =>
    figures && amounts(figures, figure, MONEY, sum)
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Chart title={t('dashboard.volume')} series={money('volume', 'sum')} />
      <Chart title={t('dashboard.fees')} series={money('fees', 'sum')} />
      <Chart title={t('dashboard.held')} series={money('held', 'last')} />
      <ProjectChart figures={figures} />
      <Questions figures={figures} />
    </div>
  )
}

/** What the two lines of every chart are. */
function Legend() {
  const { t } = useTranslation('operations-back-office')
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-5 text-muted text-xs">
      <span className="inline-flex items-center gap-2">
        <span className="w-5 border-accent border-t-2" />
        {t('dashboard.value')}
      </span>
      <span className="inline-flex items-center gap-2">
        <span className="w-5 border-edge border-t-2 border-dashed" />
        {t('dashboard.before')}
      </span>
    </p>
  )
}

/** One figure, linked to the rows it counts. */
function FigureCard({ label, value, to }: { label: string; value: number | undefined; to: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full flex-col justify-between gap-3 rounded-cover border border-line bg-raised p-4 transition duration-150 hover:border-muted sm:p-5"
      >
        <span className="text-muted text-sm">{label}</span>
        {value === undefined ? (
          <Skeleton className="h-9 w-24" />
        ) : (
          <span className="figures text-3xl leading-9">
            {value.toLocaleString(languageTag(currentLanguage()))}
          </span>
        )}
      </Link>
    </li>
  )
}
