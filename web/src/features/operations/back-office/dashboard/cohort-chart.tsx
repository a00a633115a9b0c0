import { useTranslation } from 'react-i18next'
import { languageTag } from '#i18n/language.ts'
import type { FiguresWire } from '#server/product/operations/figures-contract.ts'
import { formatMomentInSaoPaulo } from '../../../../lib/format.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ChartFigure } from './chart-figure.tsx'

type Cohorts = FiguresWire['cohorts']
/** How much of the accent stands behind a month in which everybody came back. */
const DEEPEST = 45

/** People by the month of their first purchase, and how many of them bought again in each month since. */
export function CohortChart({ figures }: { figures: FiguresWire | undefined }) {
  const { t } = useTranslation('operations-back-office')
  const title = t('dashboard.cohorts')
  const cohorts = figures?.cohorts
  // The months before anybody bought say nothing.
  const begun = cohorts?.slice(cohorts.findIndex(({ people }) => (people[0] ?? 0) > 0))
  const isEmpty = cohorts?.every(({ people }) => !people[0])
  return (
    <ChartFigure title={title} value={null}>
      {!cohorts && <Skeleton className="h-64" />}
      {figures?.boughtSince && <NotCounted at={figures.cohortsAt} />}
      {isEmpty && !figures?.boughtSince && <p className="text-muted text-sm">{t('dashboard.noCohorts')}</p>}
      {begun && !isEmpty && <Table title={title} cohorts={begun} />}
    </ChartFigure>
  )
}

/** The table is counted once an hour, and somebody has bought since. */
function NotCounted({ at }: { at: string | null }) {
  const { t } = useTranslation('operations-back-office')
  return (
    <p className="text-muted text-sm">
      {t('dashboard.notCounted')}
      {at && ` ${t('dashboard.cohortsAt', { at: formatMomentInSaoPaulo(at, currentLanguage()) })}`}
    </p>
  )
}

function Table({ title, cohorts }: { title: string; cohorts: Cohorts }) {
  const { t } = useTranslation('operations-back-office')
  const tag = languageTag(currentLanguage())
  const month = new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  const since = cohorts.slice(1).map((_cohort, index) => index + 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, by keyboard too.
    <section aria-label={title} tabIndex={0} className="overflow-x-auto">
      <table className="text-sm">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-muted text-xs">
            <th scope="col" className="py-2 pr-4 text-left font-normal">
              {t('dashboard.firstMonth')}
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-normal">
              {t('dashboard.people')}
            </th>
            {since.map((later) => (
              <th key={later} scope="col" className="min-w-14 px-2 py-2 text-right font-normal">
                {t('dashboard.later', { count: later })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month: first, people: [bought = 0, ...back] }) => (
            <tr key={first} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap py-1.5 pr-4 text-left font-normal">
                {month.format(new Date(first))}
              </th>
              <td className="figures py-1.5 pr-4 text-right">{bought.toLocaleString(tag)}</td>
              {back.map((people, index) => (
                <Share key={since[index]} people={people} of={bought} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Share({ people, of }: { people: number; of: number }) {
  const tag = languageTag(currentLanguage())
  if (of === 0) return <td />
  const share = people / of
  return (
    <td
      className="figures px-2 py-1.5 text-right"
      style={{ background: `color-mix(in oklab, var(--color-accent) ${share * DEEPEST}%, transparent)` }}
    >
      {share.toLocaleString(tag, { style: 'percent', maximumFractionDigits: 0 })}
      <span className="block text-xs">{people.toLocaleString(tag)}</span>
    </td>
  )
}
