/** How far payments have been compared with the providers'. */
import * as v from 'valibot'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

/** Before the first comparison it is the first payment; `now` where there is none. */
export async function comparedUntil(sql: Sql, now: Date): Promise<Date> {
  const row = parseRow(
    v.object({ at: v.nullable(v.date()) }),
    await sql`
      select coalesce(
        (select compared_until from private.reconciliation_cursor),
        (select created_at from payments order by id limit 1)
      ) as at`,
  )
  return row?.at ?? now
}
