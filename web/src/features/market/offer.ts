import { unitsFreeNow } from '#domain/auction.ts'
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

/** Whether the auction has ended: what its bids were is in the lists below, and nothing is ahead. */
export function isOver({ phase, expiredAt }: Pick<ProjectWire, 'phase' | 'expiredAt'>, now: number): boolean {
  return phase === 'closed' || now >= Date.parse(expiredAt)
}

/** Whether a bid can be placed now. */
export function takesBids(
  { isPaused, expiredAt }: Pick<ProjectWire, 'isPaused' | 'expiredAt'>,
  now: number,
): boolean {
  return !isPaused && now < Date.parse(expiredAt)
}
