/** All that the watchers of an auction see, read once for any number of them. */
import { MAX_WINNERS_SHOWN } from '#domain/market-frame.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { readStock } from '../projects/public.ts'
import { readAuction, readEnds } from './auction.ts'
import { presentBid } from './bid-rows.ts'
import { listWinners, standingBids } from './bids.ts'
import type { MarketState } from './market-diff.ts'

const TOP_SHOWN = 50

/**
 * The market at one instant. One snapshot for all of it: a bid that was counted but not listed yet would be announced
 * to the person who placed it as somebody else's.
 */
export async function readMarket(sql: Sql, projectId: number): Promise<MarketState> {
  const [auction, stock, ends, top, winners] = await sql.begin(
    'isolation level repeatable read read only',
    (tx) =>
      Promise.all([
        readAuction(tx, projectId),
        readStock(tx, projectId),
        readEnds(tx, projectId),
        standingBids(tx, projectId, TOP_SHOWN, null),
        listWinners(tx, projectId, { limit: MAX_WINNERS_SHOWN, after: null }),
      ]),
  )
  return {
    auction,
    ...stock,
    ends,
    top: top.map((row) => presentBid(row, null, row.position)),
    winners: winners?.data.map(({ row }) => presentBid(row, null, null)) ?? [],
  }
}
