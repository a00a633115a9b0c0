/**
 * What the auction page shows: what was fetched, with the realtime updates since then on top. Nothing is
 * accumulated, so a late, repeated or lost frame leaves nothing behind.
 */
import { amountToLead, isStanding } from '#domain/bid.ts'
import type { Page } from '#server/product/api/call.ts'
import type {
  AuctionWire,
  BidsWire,
  BidWire,
  MarketFrame,
  OwnBidWire,
} from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { Market } from '../../lib/market.ts'

export type AuctionView = {
  auction: AuctionWire
  bids: BidWire[]
  mine: OwnBidWire | null
  /** Whether the fan is paid for the work, and so does not bid. */
  isPaidForIt: boolean
  /** Whether a gift of it waits for the fan, who cannot accept it beside a bid. */
  giftWaits: boolean
  /** When the open windows end, the soonest first (ISO 8601). */
  ends: string[]
}

/** All known bids: standing ones by rank, then those that ended, newest first. `pages` are as they were fetched. */
export function auctionView(
  pages: readonly [BidsWire, ...BidsWire[]],
  market: Market | undefined,
): AuctionView {
  const rows = distinct(pages.flatMap((page) => page.data))
  // The version before says neither, and refuses the bid of whoever is paid.
  const { auction, mine, ends, isPaidForIt = false, giftWaits = false } = pages[0]
  const own = { isPaidForIt, giftWaits }
  if (!market || !isNewer(market, auction.version)) return { auction, bids: rows, mine, ...own, ends }

  const { frame } = market
  const owners = new Map(rows.filter(({ userId }) => userId !== null).map(({ id, userId }) => [id, userId]))
  const withOwner = (row: BidWire) =>
    owners.has(row.id) ? { ...row, userId: owners.get(row.id) ?? null } : row
  const inFrame = new Set([...frame.top, ...frame.winners].map(({ id }) => id))
  const notInFrame = rows.filter(({ id }) => !inFrame.has(id))
  const standing = [
    ...frame.top,
    ...notInFrame.filter((row) => isStanding(row.status) && isBelow(row, frame)),
  ]
  const over = notInFrame.filter(({ status }) => !isStanding(status))
  // While some standing bids have not been loaded, a bid that ended has no place in the list yet.
  const allStandingRead = over.length > 0 || pages.at(-1)?.next === null
  const ended = allStandingRead ? [...frame.winners, ...over] : []
  const bids = [
    ...standing.map((row, index) => ({ ...row, position: index + 1 })),
    ...ended.toSorted((a, b) => b.id - a.id).map((row) => ({ ...row, position: null })),
  ]
  return {
    auction: frame.auction,
    bids: bids.map(withOwner),
    mine: mine && ownStanding(mine, standing, frame),
    ...own,
    ends: frame.ends ?? ends,
  }
}

/** The known winners, newest first. A winning bid stays one, and only gains its record on the chain. */
export function winnersView(pages: readonly Page<BidWire>[], market: Market | undefined): BidWire[] {
  const read = pages.flatMap((page) => page.data)
  const pushed = new Map(market?.frame.winners.map((bid) => [bid.id, bid]))
  const known = read.map((bid) => (bid.txHash ? bid : { ...bid, txHash: pushed.get(bid.id)?.txHash ?? null }))
  return distinct([...pushed.values(), ...known]).toSorted(byEnd)
}

/**
 * The project with its current units, pause and end; `readAt` and `receivedAt` say when each source was last
 * updated.
 */
export function projectNow(
  project: ProjectWire,
  market: Market | undefined,
  { readAt, receivedAt }: { readAt: number; receivedAt: number },
): ProjectWire {
  if (!market || (!market.live && readAt > receivedAt)) return project
  const { nextExpire, totalAvailable, isPaused, expiredAt } = market.frame
  return { ...project, nextExpire, totalAvailable, isPaused, expiredAt }
}

/**
 * At the same version a frame may still know more, such as a bid's record on the chain, but only while it is
 * live.
 */
function isNewer({ frame, live }: Market, version: number): boolean {
  return live ? frame.auction.version >= version : frame.auction.version > version
}

/** A standing bid that a frame does not list still stands if it ranks below the last one listed. */
function isBelow(bid: { amount: number }, { top, auction }: MarketFrame): boolean {
  const last = top.at(-1)
  return last !== undefined && top.length < auction.standing && bid.amount < last.amount
}

function ownStanding(mine: OwnBidWire, standing: readonly BidWire[], frame: MarketFrame): OwnBidWire | null {
  const index = standing.findIndex(({ id }) => id === mine.id)
  if (index === -1 && !isBelow(mine, frame)) return null
  const toLead = amountToLead(mine.amount, frame.auction.leading ?? mine.amount)
  return { ...mine, toLead, position: index === -1 ? mine.position : index + 1 }
}

function distinct(rows: readonly BidWire[]): BidWire[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function byEnd(a: BidWire, b: BidWire): number {
  return Date.parse(b.endedAt ?? '') - Date.parse(a.endedAt ?? '') || b.id - a.id
}
