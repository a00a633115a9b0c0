/** The business at a glance, as the jobs counted it (count-figures.ts); reading it costs a few hundred small rows. */

import type { Sql } from '../../platform/db/sql.ts'
import type { FiguresWire } from './contract.ts'

const DAYS = 30
const WEEKS = 12
/** Projects that are named in the chart. */
const NAMED = 10

type Counted = Pick<FiguresWire, 'activeUsers' | 'activeProjects' | 'transactions' | 'tokensIssued'> & {
  countedAt: Date
}

export async function readFigures(sql: Sql): Promise<FiguresWire> {
  const [[figures], days, projects, weeks] = await Promise.all([
    sql<Counted[]>`
      select counted_at as "countedAt", active_users as "activeUsers", active_projects as "activeProjects",
        payments as transactions, tokens as "tokensIssued"
      from private.figures`,
    // A day without sales may have no row.
    sql<FiguresWire['days']>`
      select to_char(dates.day, 'YYYY-MM-DD') as day, coalesce(volume, 0) as volume, coalesce(fees, 0) as fees,
        coalesce(held, 0) as held
      from generate_series(0, ${DAYS - 1}) ago
      cross join lateral (select private.day_of(now()) - ago as day) dates
      left join private.daily_figures on daily_figures.day = dates.day
      left join private.daily_held on daily_held.day = dates.day
      order by dates.day`,
    sql<FiguresWire['projects']>`
      select uid, project_name as "projectName", sums.volume
      from (
        select project_id, sum(volume)::float8 as volume
        from private.daily_project_volume
        where day > private.day_of(now()) - ${DAYS}::integer
        group by project_id
      ) sums
      join projects on projects.id = project_id
      where sums.volume <> 0
      order by sums.volume desc, projects.id`,
    sql<FiguresWire['weeks']>`
      select to_char(dates.week, 'YYYY-MM-DD') as week, coalesce(registered, 0) as registered,
        coalesce(completed, 0) as completed, coalesce(paid, 0) as paid, coalesce(bid, 0) as bid
      from generate_series(0, ${WEEKS - 1}) ago
      cross join lateral (
        select date_trunc('week', private.day_of(now())::timestamp)::date - 7 * ago as week
      ) dates
      left join private.weekly_conversion on weekly_conversion.week = dates.week
      order by dates.week`,
  ])
  if (!figures) throw new Error('the figures have never been counted')
  return {
    ...figures,
    countedAt: figures.countedAt.toISOString(),
    days: [...days],
    projects: projects.slice(0, NAMED),
    others: projects.slice(NAMED).reduce((sum, { volume }) => sum + volume, 0),
    weeks: [...weeks],
  }
}
