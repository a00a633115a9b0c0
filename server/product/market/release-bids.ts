import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** Gives up what bids a deactivated account still has; one that was active again by now keeps them. */
export async function releaseBidsOf(sql: Sql, fanUid: string): Promise<void> {
  await withRetries(
    sql,
    (tx) =>
      tx`select market.release_bids_of(uid, 'deactivated') from users where uid = ${fanUid} and not is_active`,
  )
}
