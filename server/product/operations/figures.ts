/** The business at a glance, as the jobs counted it (count-figures.ts); reading it costs a few hundred small rows. */

import type { Sql } from '../../platform/db/sql.ts'
import type { DayWire, FiguresWire } from './figures-contract.ts'
import type { Span } from './figures-span.ts'

const WEEKS = 12
const MONTHS = 12
/** Projects that are named in the chart. */
const NAMED = 10

type Counted = Pick<FiguresWire, 'activeUsers' | 'activeProjects' | 'transactions' | 'tokensIssued'> & {
  countedAt: Date
  cohortsAt: Date | null
  boughtSince: boolean
}

export async function readFigures(sql: Sql, span: Span): Promise<FiguresWire> {
  const [[figures], days, projects, weeks, cohorts] = await Promise.all([
    sql<Counted[]>`
      select counted_at as "countedAt", active_users as "activeUsers", active_projects as "activeProjects",
        payments as transactions, tokens as "tokensIssued", cohorts_counted_at as "cohortsAt",
        coalesce((select max(minted_at) from mints) > coalesce(cohorts_counted_at, '-infinity'), false) as "boughtSince"
      from private.figures`,
    readDays(sql, span),
    readProjects(sql, span),
    readWeeks(sql),
    readCohorts(sql),
  ])
  if (!figures) throw new Error('the figures have never been counted')
  return {
    ...figures,
    ...days,
    countedAt: figures.countedAt.toISOString(),
    cohortsAt: figures.cohortsAt?.toISOString() ?? null,
    projects: projects.slice(0, NAMED),
    others: projects.slice(NAMED).reduce((sum, { volume }) => sum + volume, 0),
    weeks,
    cohorts,
  }
}

/** The days of a span and as many before it, oldest first. */
export async function readDays(sql: Sql, span: Span): Promise<Pick<FiguresWire, 'days' | 'before'>> {
  // A day without sales may have no row.
  const rows = await sql<DayWire[]>`
    select to_char(dates.day, 'YYYY-MM-DD') as day, coalesce(volume, 0) as volume, coalesce(fees, 0) as fees,
      coalesce(held, 0) as held, coalesce(issued, 0) as issued, coalesce(played, 0) as played,
      coalesce(resold, 0) as resold, coalesce(resale, 0) as resale, coalesce(first_price, 0) as "firstPrice",
      coalesce(waited, 0) as waited, coalesce(bids, 0) as bids
    from generate_series(${span.before}::timestamp, ${span.last}::timestamp, interval '1 day') instants
    cross join lateral (select instants::date as day) dates
    left join private.daily_figures on daily_figures.day = dates.day
    left join private.daily_held on daily_held.day = dates.day
    left join private.daily_market on daily_market.day = dates.day
    order by dates.day`
  return { before: rows.slice(0, span.days), days: rows.slice(span.days) }
}

async function readProjects(sql: Sql, { first, last }: Span): Promise<FiguresWire['projects']> {
  return sql<FiguresWire['projects']>`
    select uid, project_name as "projectName", sums.volume
    from (
      select project_id, sum(volume)::float8 as volume
      from private.daily_project_volume
      where day between ${first}::date and ${last}::date
      group by project_id
    ) sums
    join projects on projects.id = project_id
    where sums.volume <> 0
    order by sums.volume desc, projects.id`
}

async function readWeeks(sql: Sql): Promise<FiguresWire['weeks']> {
  const rows = await sql<FiguresWire['weeks']>`
    select to_char(dates.week, 'YYYY-MM-DD') as week, coalesce(registered, 0) as registered,
      coalesce(completed, 0) as completed, coalesce(paid, 0) as paid, coalesce(bid, 0) as bid
    from generate_series(0, ${WEEKS - 1}) ago
    cross join lateral (
      select date_trunc('week', private.day_of(now())::timestamp)::date - 7 * ago as week
    ) dates
    left join private.weekly_conversion on weekly_conversion.week = dates.week
    order by dates.week`
  return [...rows]
}

async function readCohorts(sql: Sql): Promise<FiguresWire['cohorts']> {
  const rows = await sql<FiguresWire['cohorts']>`
    with present as (select date_trunc('month', private.day_of(now())::timestamp) as month),
    months as (
      select generate_series(month - make_interval(months => ${MONTHS - 1}), month, interval '1 month')::date as month
      from present
    )
    select to_char(first.month, 'YYYY-MM-DD') as month, (
      select array_agg(coalesce(people, 0) order by since.month)
      from months since
      left join private.monthly_cohorts cohorts
        on cohorts.first_month = first.month and cohorts.month = since.month
      where since.month >= first.month
    ) as people
    from months first
    order by first.month`
  return [...rows]
}
