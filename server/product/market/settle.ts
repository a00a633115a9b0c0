/**
 * Settles the market: ends windows, gives units to the best standing bids, closes projects. The action itself is
 * one SQL function, in one transaction for each call; see server/product/market/sql/settle.sql.
 */
import * as v from 'valibot'
import { count, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

/** Projects per transaction: few enough that nobody waits long for their locks. */
const PROJECTS_AT_ONCE = 500

/**
 * Settles a part of what is due and resolves with how much was done; 0 when everything is settled. Several workers
 * may run it at once. A window ends at its own instant, however late this runs.
 */
export async function settleDue(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const settled = parseSoleRow(
      v.object({ done: count }),
      await tx`select market.settle(market.due(${PROJECTS_AT_ONCE})) as done`,
    )
    return settled.done
  })
}

/** Milliseconds until something is due; null while nothing is in sight. Negative when overdue. */
export async function untilDue(sql: Sql): Promise<number | null> {
  return parseSoleRow(
    v.object({ wait: v.nullable(v.number()) }),
    await sql`select market.until_due() as wait`,
  ).wait
}
