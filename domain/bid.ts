/**
 * A bid: money held in full that stands for the next unit to come free (design, section 4). Funded bids of one
 * project never have the same amount, so the amount alone ranks them.
 */
import { MOST_REGRETS } from './cooling-off.ts'
import { type ProjectOnSale, type ProjectPhase, projectPhase } from './project.ts'
import type { Refusal } from './refusal.ts'
import type { Transitions } from './transitions.ts'

export const BID_STATUSES = ['pending', 'bided', 'winner', 'failed', 'pending-cancel', 'cancelled'] as const
export type BidStatus = (typeof BID_STATUSES)[number]

/** A bid is funded from its first moment: `pending` waits for its chain record, not for its money. */
export const BID_TRANSITIONS: Transitions<BidStatus> = {
  pending: ['bided', 'winner', 'failed', 'pending-cancel'],
  bided: ['winner', 'pending-cancel'],
  winner: [],
  failed: [],
  'pending-cancel': ['cancelled'],
  cancelled: [],
}

/** Standing bids compete and count as a fan's active bid, whether or not the chain has recorded them yet. */
export function isStanding(status: BidStatus): boolean {
  return status === 'pending' || status === 'bided'
}

/**
 * Whoever was paid for a project so many days ago or less does not bid for it either: a bid ends when its fan begins to be paid, and
 * could otherwise be followed by another, and be ended, as often as those who share the project like. `market.parts_of` follows it.
 */
export const PAID_MEMORY_DAYS = 30

export type BidView = {
  project: ProjectOnSale | null
  /** What an artist with a share of this project earns is the caller's, or was within `PAID_MEMORY_DAYS`. */
  isPaidForIt: boolean
  holdsLiveToken: boolean
  /** How many tokens of this project they have regretted lately (domain/cooling-off.ts). */
  regrets: number
  /** Somebody else's standing bid for this project has exactly this amount. */
  amountTaken: boolean
  /** The caller has a standing bid for this project. */
  hasActiveBid: boolean
}

/**
 * The reason why a bid of `amount` centavos may not be placed at the instant `now` (milliseconds since 1970), or null
 * when it may. `balance` is the caller's available money in centavos; null when the money comes from outside. The
 * order is the design's, and `market.place_bids` in the database follows it.
 */
export function checkBid(view: BidView, amount: number, balance: number | null, now: number): Refusal | null {
  const { project } = view
  if (!project) return 'project_not_found'
  if (!project.isActive) return 'project_not_published'
  const phase: ProjectPhase = projectPhase(project, now)
  if (phase === 'closed') return 'project_closed'
  if (project.isPaused) return 'project_paused'
  if (phase === 'first_lot') return 'first_lot_open'
  if (view.isPaidForIt) return 'own_work'
  if (view.holdsLiveToken) return 'already_owned'
  if (view.regrets >= MOST_REGRETS) return 'regretted_often'
  if (amount < project.fiatPrice) return 'bid_below_price'
  if (balance !== null && amount > balance) return 'bid_exceeds_balance'
  if (view.amountTaken) return 'bid_amount_taken'
  if (view.hasActiveBid) return 'bid_already_active'
  return null
}

/** Best first: highest amount, then earliest (lowest id). */
export function compareBids(a: { amount: number; id: number }, b: { amount: number; id: number }): number {
  return b.amount - a.amount || a.id - b.id
}

/** What a bid of `amount` centavos lacks to lead; 0 for the leader. Equal amounts are refused, so one centavo more. */
export function amountToLead(amount: number, leadingAmount: number): number {
  return amount >= leadingAmount ? 0 : leadingAmount - amount + 1
}
