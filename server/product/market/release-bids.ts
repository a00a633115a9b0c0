import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** Withdraws a deactivated account's remaining bids and gifts; one that is active again keeps them. */
export async function releaseBidsOf(sql: Sql, fanUid: string): Promise<void> {
  await withRetries(
    sql,
    (tx) => tx`select market.give_up_all(uid) from users where uid = ${fanUid} and not is_active`,
  )
}
