import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { serverNow } from '../../../../lib/clock.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { paths } from '../../../../lib/paths.ts'
import { Failure } from '../../../../ui/failure.tsx'
import { ScreenTitle } from '../../../../ui/screen-title.tsx'
import { ago } from './ago.ts'
import { ConversionChart } from './conversion-chart.tsx'
import { DayChart } from './day-chart.tsx'
import { FigureCard } from './figure-card.tsx'
import { ProjectChart } from './project-chart.tsx'

/** The server counts the figures once a minute. */
const COUNTED_EVERY_MS = 60_000

const CARDS = [
  { figure: 'activeUsers', to: paths.adminUsers },
  { figure: 'activeProjects', to: paths.adminProjects },
  { figure: 'transactions', to: paths.adminActivity },
  // The sales of all projects add up to the tokens.
  { figure: 'tokensIssued', to: paths.adminProjects },
] as const

/** `/admin/dashboard` — the business at a glance; each figure leads to its rows. */
export function DashboardScreen() {
  const { t } = useTranslation('operations-back-office')
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['admin', 'figures'],
    queryFn: async ({ signal }) => (await api('GET /admin/figures', { signal })).data,
    refetchInterval: COUNTED_EVERY_MS,
  })
  const daysOf = (of: 'volume' | 'fees' | 'held') =>
    data?.days.map((day) => ({ day: day.day, amount: day[of] }))
  return (
    <>
      <ScreenTitle>{t('dashboard.title')}</ScreenTitle>
      {isError && !data ? (
        <Failure message={t('dashboard.failed')} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <ul className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
            {CARDS.map(({ figure, to }) => (
              <FigureCard key={figure} label={t(`dashboard.${figure}`)} value={data?.[figure]} to={to} />
            ))}
          </ul>
          <p className="mt-3 min-h-5 text-muted text-xs">
            {data && t('dashboard.counted', { ago: ago(data.countedAt, serverNow(), currentLanguage()) })}
          </p>
          <section aria-labelledby="days" className="mt-8">
            <h2 id="days" className="mb-4 font-medium text-sm">
              {t('dashboard.lastDays')}
            </h2>
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <DayChart title={t('dashboard.volume')} days={daysOf('volume')} figure="sum" />
              <DayChart title={t('dashboard.fees')} days={daysOf('fees')} figure="sum" />
              <DayChart title={t('dashboard.held')} days={daysOf('held')} figure="last" />
              <ProjectChart figures={data} />
            </div>
          </section>
          <section aria-labelledby="weeks" className="mt-8">
            <h2 id="weeks" className="mb-4 font-medium text-sm">
              {t('dashboard.lastWeeks')}
            </h2>
            <ConversionChart weeks={data?.weeks} />
          </section>
        </>
      )}
    </>
  )
}
