/**
 * The pages of an auction: what is everybody's is read and written once, and where one's own bid stands is read for many
 * readers at once.
 */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Version } from '../../platform/db/version.ts'
import { createVersionCache } from '../../platform/db/version-cache.ts'
import type { Page } from '../api/call.ts'
import { Written } from '../api/written.ts'
import { createViewerReader, presentStanding, readAuction, readEnds } from './auction.ts'
import { presentBid } from './bid-rows.ts'
import { type ListedBid, listBids, listWinners } from './bids.ts'
import type { BidsWire, BidWire } from './contract.ts'
import { findMarket, type MarketKey } from './market-key.ts'

type Paging = { limit: number; after: string | null }
type Asked = { version: Version; project: string; viewer: string; page: Paging }
type Read<Wire extends object> = (asked: Asked) => Promise<Result<Written<Wire>>>

/** Pages that are read at about the same time; one of fifty bids takes some 30 kB. */
const MOST_PAGES = 200
/** People who read them again while nothing changes. */
const MOST_VIEWERS = 5000

/** The bids of a project as `BidsWire`. */
export function createAuctionReader(sql: Sql): Read<BidsWire> {
  const shared = createSharedReader(sql, async ({ id }, page) => {
    const [listed, auction, ends] = await Promise.all([
      listBids(sql, id, page),
      readAuction(sql, id),
      readEnds(sql, id),
    ])
    if (!listed) return refuse('malformed')
    const positions = new Map(listed.data.map(({ row, position }) => [row.id, position]))
    return ok({ auction, positions, of: writeBids(listed.data, { next: listed.next, auction, ends }) })
  })
  const viewers = createVersionCache<Awaited<ReturnType<typeof viewerOf>>>({
    most: MOST_VIEWERS,
    sizeOf: () => 1,
  })
  const viewerOf = createViewerReader(sql)
  return async (asked) => {
    const { version, project, viewer: fan } = asked
    const [read, own] = await Promise.all([
      shared(asked),
      viewers.get(version, `${project} ${fan}`, () => viewerOf({ project, fan })),
    ])
    if (!read.ok) return read
    const { isPaidForIt, giftWaits, standing } = own
    // Their own bid was read later than the list: where both have it, it stands where the list says.
    const position = standing && read.value.positions.get(standing.id)
    const mine = presentStanding(position ? { ...standing, position } : standing, read.value.auction)
    return ok(read.value.of(fan).and(Written.of({ mine, isPaidForIt, giftWaits })))
  }
}

/** The winning bids of a project. */
export function createWinnersReader(sql: Sql): Read<Page<BidWire>> {
  const shared = createSharedReader(sql, async ({ id }, page) => {
    const listed = await listWinners(sql, id, page)
    if (!listed) return refuse('malformed')
    return ok(writeBids(listed.data, { next: listed.next }))
  })
  return async (asked) => {
    const read = await shared(asked)
    return read.ok ? ok(read.value(asked.viewer)) : read
  }
}

/** Reads a page that is everybody's, once while nothing changes. */
function createSharedReader<Shared>(
  sql: Sql,
  read: (market: MarketKey, page: Paging) => Promise<Result<Shared>>,
): (asked: Asked) => Promise<Result<Shared>> {
  const pages = createVersionCache<Result<Shared>>({ most: MOST_PAGES, sizeOf: () => 1 })
  return ({ version, project, page }) =>
    pages.get(version, `${project} ${page.limit} ${page.after}`, async () => {
      const market = await findMarket(sql, project)
      return market ? read(market, page) : refuse('project_not_found')
    })
}

/** A list and what goes with it, as each reader sees it: only their own bids name their person. */
function writeBids<Beside extends object>(
  listed: readonly ListedBid[],
  beside: Beside,
): (viewer: string) => Written<{ data: BidWire[] } & Beside> {
  const rest = Written.of(beside)
  const rows = listed.map((bid) => ({ bid, written: writeBid(bid, null) }))
  const everybodys = Written.list(rows.map(({ written }) => written)).and(rest)
  const bidders = new Set(listed.map(({ row }) => row.userUid))
  return (viewer) => {
    if (!bidders.has(viewer)) return everybodys
    const own = rows.map(({ bid, written }) => (bid.row.userUid === viewer ? writeBid(bid, viewer) : written))
    return Written.list(own).and(rest)
  }
}

const writeBid = ({ row, position }: ListedBid, viewer: string | null) =>
  Written.of(presentBid(row, viewer, position))
