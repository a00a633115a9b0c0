/**
 * Settles the market: ends windows, gives units to the best standing bids, closes projects. The action itself is
 * one SQL function, in one transaction for each call; see db/migrations/0013_settlement.sql.
 */
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** Projects taken into one transaction: few enough that nobody waits long for their locks. */
const PROJECTS_AT_ONCE = 500

/**
 * Settles a part of what is due and resolves with how much was done; 0 when everything is settled. Several workers
 * may run it at once. A window ends at the instant it said, however late this runs.
 */
export async function settleDue(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const [row] = await tx<{ done: number }[]>`
      select market.settle(market.due(${PROJECTS_AT_ONCE}), private.platform_wallet()) as done`
    return row?.done ?? 0
  })
}

/** Milliseconds until something is due; null while nothing is in sight. Negative when it is overdue. */
export async function untilDue(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ wait: number | null }[]>`select market.until_due() as wait`
  return row?.wait ?? null
}
