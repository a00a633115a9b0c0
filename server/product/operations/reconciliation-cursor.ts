/** Up to where payments have been compared with those who carry them. */
import type { Sql } from '../../platform/db/sql.ts'

/** Before the first comparison it is the first payment; `now` where there is none. */
export async function comparedUntil(sql: Sql, now: Date): Promise<Date> {
  const [row] = await sql<{ at: Date | null }[]>`
    select coalesce(
      (select compared_until from private.reconciliation_cursor),
      (select created_at from payments order by id limit 1)
    ) as at`
  return row?.at ?? now
}
