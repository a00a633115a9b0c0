/** The business at a glance, as the job counted it (commands/count-figures.ts); reading it costs thirty rows. */
import type { FiguresWire } from '#domain/wire/admin.ts'
import type { Sql } from '../../db/sql.ts'

const DAYS = 30

export async function readFigures(sql: Sql): Promise<FiguresWire> {
  const [[figures], days] = await Promise.all([
    sql<(Omit<FiguresWire, 'countedAt' | 'days'> & { countedAt: Date })[]>`
      select counted_at as "countedAt", active_users as "activeUsers", active_projects as "activeProjects",
        payments as transactions, tokens as "tokensIssued"
      from private.figures`,
    // A day without sales may have no row.
    sql<FiguresWire['days']>`
      select to_char(dates.day, 'YYYY-MM-DD') as day, coalesce(volume, 0) as volume, coalesce(fees, 0) as fees
      from generate_series(0, ${DAYS - 1}) ago
      cross join lateral (select private.day_of(now()) - ago as day) dates
      left join private.daily_figures on daily_figures.day = dates.day
      order by dates.day`,
  ])
  if (!figures) throw new Error('the figures have never been counted')
  return { ...figures, countedAt: figures.countedAt.toISOString(), days }
}
