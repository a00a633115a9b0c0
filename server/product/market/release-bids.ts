import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** Withdraws a deactivated account's remaining bids; one that is active again keeps them. */
export async function releaseBidsOf(sql: Sql, fanUid: string): Promise<void> {
  await withRetries(
    sql,
    (tx) =>
      tx`select market.release_bids_of(uid, 'deactivated') from users where uid = ${fanUid} and not is_active`,
  )
}
