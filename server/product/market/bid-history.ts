/** The latest bids and wins of an auction, for its chart, from the log. What was won and given back is no price. */

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
  const returned = new Set(entries.filter(({ kind }) => kind === 'return').map(({ bid }) => bid))
  const sales = entries.filter(({ kind, bid }) => kind === 'sale' && !returned.has(bid))
  const winning = new Set(sales.map(({ bid }) => bid))
  return {
    bids: entries
      .filter(({ kind }) => kind === 'bid')
      .map(({ at, amount, bid }) => ({ at, amount, won: winning.has(bid) })),
    wins: sales.map(({ at, amount }) => ({ at, amount })),
  }
}
