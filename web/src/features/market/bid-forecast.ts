import { type Outlook, outlook, unitsFreeNow } from '#domain/auction.ts'
import { isStanding } from '#domain/bid.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { AuctionView } from './market-view.ts'

/** What an amount would get if it were bid now: nothing, as somebody has bid it, a unit at once, or a position with its outlook. */
export type BidForecast = { kind: 'taken' } | { kind: 'free' } | (Outlook & { position: number })

/** The place that a forecast names, to be compared with an earlier one: a lower number is better. Null where it is unknown. */
export function placeOf(found: BidForecast | null): number | null {
  if (found === null) return null
  if (found.kind === 'free') return 0
  return found.kind === 'taken' ? Number.POSITIVE_INFINITY : found.position
}

type Known = Pick<AuctionView, 'ends'> & {
  auction: Pick<AuctionView['auction'], 'standing'>
  bids: readonly Pick<AuctionView['bids'][number], 'amount' | 'status'>[]
}

/**
 * What a bid of `amount` centavos would get. Null where it is unknown: the amount is refused anyway, the auction is
 * paused, or it ranks below every loaded standing bid while more remain to be loaded.
 */
export function bidForecast(
  amount: number,
  project: Pick<ProjectWire, 'fiatPrice' | 'totalAvailable' | 'isPaused' | 'expiredAt'>,
  { auction, bids, ends }: Known,
): BidForecast | null {
  const standing = bids.filter(({ status }) => isStanding(status))
  if (amount < project.fiatPrice || project.isPaused) return null
  if (standing.some((bid) => bid.amount === amount)) return { kind: 'taken' }
  if (unitsFreeNow(project.totalAvailable, auction.standing) > 0) return { kind: 'free' }
  const above = standing.filter((bid) => bid.amount > amount).length
  if (above === standing.length && standing.length < auction.standing) return null
  const position = above + 1
  return { ...outlook(position, ends.map(Date.parse), Date.parse(project.expiredAt)), position }
}

/** Why money that pays for a bid of `amount` centavos now would stay in the wallet, less the fee; null where nothing speaks against it. */
export function whyNotPay(
  amount: number,
  project: Pick<ProjectWire, 'isPaused' | 'expiredAt'>,
  bids: Known['bids'],
  now: number,
): 'closed' | 'paused' | 'taken' | null {
  if (now >= Date.parse(project.expiredAt)) return 'closed'
  if (project.isPaused) return 'paused'
  return bids.some((bid) => isStanding(bid.status) && bid.amount === amount) ? 'taken' : null
}
