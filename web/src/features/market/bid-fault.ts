/** Validates a bid while it is typed, by the same rules as the server. */
import { checkBid } from '#domain/bid.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { BidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { ApiError } from '../../lib/api.ts'

export type Offer = {
  /** Centavos, or null while the field is empty. */
  amount: number | null
  /** Available money in centavos; null when a card pays. */
  balance: number | null
  /** The most that can be paid at once, in centavos. */
  largest: number
}

type AuctionFacts = {
  project: Pick<ProjectWire, 'isActive' | 'isPaused' | 'expiredAt' | 'phase' | 'fiatPrice' | 'hasProject'>
  /** The standing bids that this browser knows of. */
  standing: readonly Pick<BidWire, 'amount'>[]
  hasActiveBid: boolean
  isPaidForIt: boolean
}

/** `now` is the server's time in milliseconds since 1970. Null when the bid is valid. */
export function bidFault(
  { project, standing, hasActiveBid, isPaidForIt }: AuctionFacts,
  { amount, balance, largest }: Offer,
  now: number,
): 'required' | 'too_high' | Refusal | null {
  if (amount === null) return 'required'
  if (amount > largest) return 'too_high'
  const view = {
    project: {
      isActive: project.isActive,
      isPaused: project.isPaused,
      expiredAt: Date.parse(project.expiredAt),
      firstLotSold: project.phase !== 'first_lot',
      fiatPrice: project.fiatPrice,
    },
    holdsLiveToken: project.hasProject,
    isPaidForIt,
    // The server alone knows these.
    regrets: 0,
    amountTaken: standing.some((bid) => bid.amount === amount),
    hasActiveBid,
  }
  return checkBid(view, amount, balance, now)
}

/** Refusals that another amount would fix: shown at the field. */
const AMOUNT_REFUSALS: readonly string[] = ['bid_below_price', 'bid_exceeds_balance', 'bid_amount_taken']

/**
 * Where a refused bid is explained: at the amount, in the modal "Lance identificado", or in a sentence of its
 * own.
 */
export function placeOfFailure(error: unknown): 'amount' | 'duplicate' | 'sentence' {
  if (!(error instanceof ApiError) || error.code === null) return 'sentence'
  if (error.code === 'bid_already_active') return 'duplicate'
  return AMOUNT_REFUSALS.includes(error.code) ? 'amount' : 'sentence'
}
