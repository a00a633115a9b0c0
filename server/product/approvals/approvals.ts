/** What everything that administrators agree to has in common: who agreed, when it was asked for, and when it was over. */
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'

/** As a list in the order of their word. `table` keeps them; `condition` is which of its rows are meant. */
export function approvalsIn(sql: Sql | Tx, table: Fragment, condition: Fragment): Fragment {
  return sql`
    coalesce((
      select json_agg(
        json_build_object('admin', coalesce(admin.full_name, admin.nickname, admin.email), 'email', admin.email)
        order by approved_at
      )
      from ${table}
      join users admin on admin.uid = admin_id
      where ${condition}
    ), '[]')`
}

/** Instants as they travel. */
export function toWire<Row extends { createdAt: Date; endedAt: Date | null }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), endedAt: row.endedAt?.toISOString() ?? null }
}
