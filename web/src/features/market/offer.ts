import { isResold, unitsFreeNow } from '#domain/auction.ts'
import { isStanding } from '#domain/bid.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { AuctionView } from './market-view.ts'

/**
 * The recommended bid, in centavos: with `free` units the price, which takes one at once; otherwise what would
 * lead.
 */
export type Offer = { amount: number; free: number }

export function bestOffer(
  { fiatPrice, totalAvailable }: Pick<ProjectWire, 'fiatPrice' | 'totalAvailable'>,
  auction: Pick<AuctionView['auction'], 'standing' | 'leading'> | null,
): Offer {
  const free = auction === null ? 0 : unitsFreeNow(totalAvailable, auction.standing)
  return { amount: free > 0 ? fiatPrice : leadingOffer(fiatPrice, auction?.leading ?? null), free }
}

/** The smallest amount, in centavos, that would lead: the price, or one centavo above the best standing bid. */
function leadingOffer(price: number, leading: number | null): number {
  return leading === null ? price : Math.max(price, leading + 1)
}

type Known = Pick<AuctionView, 'ends'> & {
  auction: Pick<AuctionView['auction'], 'standing' | 'leading'>
  bids: readonly Pick<AuctionView['bids'][number], 'amount' | 'status'>[]
}

/**
 * The amount, in centavos, that a bid's form begins with: the least that would be among the winners now. Null where it is
 * unknown, where no unit is known to come free, or where it is more than `most`.
 */
export function leastWinning(
  project: Pick<ProjectWire, 'fiatPrice' | 'totalAvailable' | 'expiredAt'>,
  { auction, bids, ends }: Known,
  most: number,
): number | null {
  const standing = bids.filter(({ status }) => isStanding(status)).map(({ amount }) => amount)
  const closesAt = Date.parse(project.expiredAt)
  const units = ends.filter((end) => isResold(Date.parse(end), closesAt)).length
  const { amount, free } = bestOffer(project, auction)
  if (free === 0 && (units === 0 || standing.length < Math.min(units, auction.standing))) return null
  // Whoever holds the last of the units that come free is passed by one centavo; no two bids have the same amount.
  const last = free > 0 ? undefined : standing.toSorted((a, b) => b - a)[units - 1]
  let least = free > 0 ? amount : Math.max(project.fiatPrice, (last ?? 0) + 1)
  while (standing.includes(least)) least++
  return least > most ? null : least
}
