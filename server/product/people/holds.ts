/** What is set aside of a person's money, and for what. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type UserHoldWire, userHoldWire } from './wire.ts'

/** More than a page shows; the sum of all is on the person's page. */
const MOST = 200

/** The newest first. */
export async function holdsOf(sql: Sql, uid: string): Promise<UserHoldWire[]> {
  const rows = parseRows(
    v.object({ ...userHoldWire.entries, createdAt: v.date() }),
    await sql`
      select holds.id, holds.amount, holds.reason, holds.created_at as "createdAt", payments.uid as payment,
        project_name as "projectName"
      from ledger.open_holds(${uid}) holds
      left join bids on bids.id = case when holds.id ~ '^bid:[0-9]+$' then substring(holds.id from 5)::bigint end
      left join private.gifts on gifts.uid = case when holds.id ~ '^gift:' then substring(holds.id from 6)::uuid end
      left join private.refunds on refunds.uid = case when holds.id ~ '^refund:' then substring(holds.id from 8)::uuid end
      left join payments on payments.id = coalesce(bids.payment_id, gifts.payment_id, refunds.payment_id)
      left join projects on projects.id = payments.project_id
      order by holds.created_at desc, holds.id desc
      limit ${MOST}`,
  )
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
