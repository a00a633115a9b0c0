/** A calendar month in São Paulo, for queries. */
import type { Fragment, Sql } from './sql.ts'

/** Selects `since`, the first instant of the month (`2026-11`), and `until`, that of the next. */
export const monthSpan = (sql: Sql, month: string): Fragment => sql`
  select (${`${month}-01`}::date)::timestamp at time zone 'America/Sao_Paulo' as since,
    (${`${month}-01`}::date + interval '1 month') at time zone 'America/Sao_Paulo' as until`
