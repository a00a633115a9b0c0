/** Bids placed by the product's own function, without a server: to prepare what is to be measured. */

import type { Sql } from '#server/platform/db/sql.ts'
import { placeBids } from '#server/product/market/place-bids.ts'
import type { PlannedBid } from './bid-load.ts'

const AT_ONCE = 1000

/** No two of `bids` by the same fan, or of the same amount on one project. Throws when one is refused. */
export async function placeBySql(
  sql: Sql,
  fans: readonly string[],
  bids: readonly PlannedBid[],
): Promise<void> {
  for (let from = 0; from < bids.length; from += AT_ONCE) {
    const requests = bids.slice(from, from + AT_ONCE).map(({ fan, project, amount }) => ({
      fanUid: fans[fan] as string,
      projectUid: project,
      amount,
      key: null,
      requestHash: '',
    }))
    const rows = await placeBids(sql, requests)
    const refused = rows.find(({ refusal }) => refusal !== null)
    if (refused) throw new Error(`a bid was refused: ${refused.refusal}`)
  }
}
