/** The latest bids and wins of an auction, for its chart, from the log. */

import type { Sql } from '../../platform/db/sql.ts'
import type { BidHistoryWire } from './contract.ts'

const ENTRIES = 200

type Entry = { kind: string; at: string; bid: number; amount: number }

export async function readBidHistory(sql: Sql, projectId: number): Promise<BidHistoryWire> {
  const rows = await sql<{ entry: Entry }[]>`
    select body::json as entry
    from market.log
    where project_id = ${projectId}
    order by seq desc
    limit ${ENTRIES}`
  const entries = rows.map(({ entry }) => entry).reverse()
  const sales = entries.filter(({ kind }) => kind === 'sale')
  const winning = new Set(sales.map(({ bid }) => bid))
  return {
    bids: entries
      .filter(({ kind }) => kind === 'bid')
      .map(({ at, amount, bid }) => ({ at, amount, won: winning.has(bid) })),
    wins: sales.map(({ at, amount }) => ({ at, amount })),
  }
}
