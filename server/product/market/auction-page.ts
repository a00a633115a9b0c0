/** The page of an auction: what is everybody's is read once, and where one's own bid stands for many readers at once. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Version } from '../../platform/db/version.ts'
import { createVersionCache } from '../../platform/db/version-cache.ts'
import { createViewerReader, presentStanding, readAuction, readEnds } from './auction.ts'
import { presentBid } from './bid-rows.ts'
import { listBids } from './bids.ts'
import type { BidsWire } from './contract.ts'
import { findMarket } from './market-key.ts'

type Paging = { limit: number; after: string | null }

/** Pages that are read at about the same time; one of fifty bids takes some 30 kB. */
const MOST_PAGES = 200

export type AuctionPageReader = (
  version: Version,
  project: string,
  viewer: string,
  page: Paging,
) => Promise<Result<BidsWire>>

export function createAuctionPageReader(sql: Sql): AuctionPageReader {
  const shared = createVersionCache<Awaited<ReturnType<typeof readShared>>>({
    most: MOST_PAGES,
    sizeOf: () => 1,
  })
  const viewerOf = createViewerReader(sql)
  return async (version, project, viewer, page) => {
    const [read, own] = await Promise.all([
      shared.get(version, `${project} ${page.limit} ${page.after}`, () => readShared(sql, project, page)),
      viewerOf({ project, fan: viewer }),
    ])
    if (!read.ok) return read
    const { data, next, auction, ends } = read.value
    return ok({
      data: data.map(({ by, bid }) => (by === viewer ? { ...bid, userId: viewer } : bid)),
      next,
      auction,
      mine: presentStanding(own.standing, auction),
      isPaidForIt: own.isPaidForIt,
      giftWaits: own.giftWaits,
      ends,
    })
  }
}

async function readShared(sql: Sql, project: string, page: Paging) {
  const market = await findMarket(sql, project)
  if (!market) return refuse('project_not_found')
  const [listed, auction, ends] = await Promise.all([
    listBids(sql, market.id, page),
    readAuction(sql, market.id),
    readEnds(sql, market.id),
  ])
  if (!listed) return refuse('malformed')
  const data = listed.data.map(({ row, position }) => ({
    by: row.userUid,
    bid: presentBid(row, null, position),
  }))
  return ok({ data, next: listed.next, auction, ends })
}
