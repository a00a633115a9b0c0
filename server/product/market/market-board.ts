/** All that the watchers of an auction see, read at once: one look at the database for any number of them. */
import { MAX_WINNERS_SHOWN } from '#domain/market-frame.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { readStock } from '../projects/public.ts'
import { readAuction, readEnds } from './auction.ts'
import { presentBid } from './bid-rows.ts'
import { listWinners, standingBids } from './bids.ts'
import type { MarketState } from './market-diff.ts'

const TOP_SHOWN = 50

export async function readMarket(sql: Sql, projectId: number): Promise<MarketState> {
  const [{ auction }, stock, ends, top, winners] = await Promise.all([
    readAuction(sql, projectId, null),
    readStock(sql, projectId),
    readEnds(sql, projectId),
    standingBids(sql, projectId, TOP_SHOWN, null),
    listWinners(sql, projectId, null, { limit: MAX_WINNERS_SHOWN, after: null }),
  ])
  return {
    auction,
    ...stock,
    ends,
    top: top.map((row) => presentBid(row, null, row.position)),
    winners: winners?.data ?? [],
  }
}
