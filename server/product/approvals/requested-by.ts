/** Withdrawals that wait for an approval. */
import * as v from 'valibot'
import { centavos, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

/** What a fan has asked for and nobody has approved yet, in centavos: refused or cancelled, it is free again. */
export async function requestedBy(sql: Sql | Tx, fan: string): Promise<number> {
  const row = parseSoleRow(
    v.object({ amount: centavos }),
    await sql`
      select coalesce(sum(amount), 0)::bigint as amount
      from redeem_balance where user_id = ${fan} and status = 'requested'`,
  )
  return row.amount
}
