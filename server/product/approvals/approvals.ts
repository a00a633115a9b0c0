/** What all approvals have in common: who approved, when it was requested, and when it ended. */
import * as v from 'valibot'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'

/** `table` holds them; `condition` selects those of one `subject`, by its uid; `waits` says whether it waits for more. */
type Given = { table: Fragment; condition: Fragment; subject: Fragment; waits: Fragment }

/** As a list in order of approval; of what is over, those that counted. */
export function approvalsIn(sql: Sql | Tx, { table, condition, subject, waits }: Given): Fragment {
  return sql`
    coalesce((
      select json_agg(
        json_build_object(
          'admin', coalesce(admin.full_name, admin.nickname, admin.email), 'email', admin.email,
          'at', ${isoOf(sql, sql`approved_at`)}, 'isVoid', ${waits} and not private.approves_money(admin_id)
        )
        order by approved_at
      )
      from ${table}
      join users admin on admin.uid = admin_id
      where ${condition} and not exists (
        select from private.void_approvals void where void.subject = ${subject} and void.admin_id = admin.uid
      )
    ), '[]')`
}

/** An instant in JSON, as everywhere: ISO 8601 in UTC. */
export const isoOf = (sql: Sql | Tx, instant: Fragment): Fragment =>
  sql`to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** When it was requested, and when it ended: null until then. */
export const instants = v.object({ createdAt: v.date(), endedAt: v.nullable(v.date()) })

/** Instants in their wire format. */
export function toWire<Row extends v.InferOutput<typeof instants>>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }
}
