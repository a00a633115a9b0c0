/**
 * The market in memory. It holds facts only: every decision is made by `domain/`. Instants are milliseconds since
 * 1970, money is centavos.
 */
import { type BidStatus, isStanding } from '#domain/bid.ts'
import type { DisputeStatus } from '#domain/dispute.ts'
import type { GiftStatus } from '#domain/gift.ts'
import type { PaymentFlow, PaymentStatus } from '#domain/payment.ts'
import type { Refusal } from '#domain/refusal.ts'
import type { SplitStatus } from '#domain/split.ts'
import type { SongStatus, TokenStatus } from '#domain/token.ts'
import type { WithdrawalStatus } from '#domain/withdrawal.ts'
import type { LogEntryWire } from '#server/product/market/contract.ts'
import { type Books, createBooks } from './books.ts'
import { type Coverage, count } from './coverage.ts'

export type Fan = {
  id: number
  isActive: boolean
  isErased: boolean
  isComplete: boolean
  /** Whether the fan's deposits reach the chain; without them it refuses every sale to this fan. */
  isOnChain: boolean
}
/** An author, or somebody with whom authors share; `isPayable` tells whether their bank accepts payouts. */
export type Artist = { id: number; isPayable: boolean }
export type Share = { artist: Artist; basisPoints: number }
/** How the author's part of a project is shared, or would be. */
export type Split = { id: number; shares: Share[]; status: SplitStatus; agreed: Set<Artist> }
export type Payment = {
  id: number
  /** With the tip. */
  amount: number
  tip: number
  status: PaymentStatus
  /** What the operator has refunded of it, to the wallet and to the card. */
  refunded: { wallet: number; card: number }
}
/** Somebody else's unit, to be: whom we write to, where that is not left to the giver. */
export type GiftOrder = { email: string | null }
/** Money from outside, and its purpose. */
export type Charge = {
  id: number
  fan: Fan
  method: 'card' | 'pix'
  flow: PaymentFlow
  /** None for a deposit. */
  project: Project | null
  gift: GiftOrder | null
  payment: Payment
  fee: number
  /** Until then the unit is reserved and money by PIX is in time. */
  expiresAt: number
  /** The state of the bank's dispute, and the part of it the fan is liable for. */
  dispute: DisputeStatus | null
  fanPart: number
  /** What is kept of it for an erased fan. */
  unclaimed: number
  /** Its money arrived after its fan was erased, and is booked nowhere. */
  isKeptOut: boolean
}
/** Money of a charge refunded to its card; a bank may return it once more. */
export type CardRefund = { id: number; charge: Charge; amount: number; isSentBack: boolean }
/** Outgoing money, held until somebody decides. */
export type Withdrawal = {
  id: number
  fan: Fan
  amount: number
  /** Whether the receiving bank accepts it. */
  isPayable: boolean
  status: WithdrawalStatus
}
export type Unit = {
  number: number
  isSold: boolean
  /** Reserved for this charge until it expires. */
  reservedBy: Charge | null
  /** Set aside for whoever accepts this gift. */
  gift: Gift | null
  holder: Token | null
  freedAt: number | null
}
/** A unit that was paid for somebody else; its price and tip are held until it is accepted. */
export type Gift = {
  id: number
  giver: Fan
  recipient: Fan | null
  payment: Payment
  unit: Unit
  status: Exclude<GiftStatus, 'unpaid'>
  acceptBy: number
  token: Token | null
  hasMail: boolean
  /** How many links have been made; the last one alone opens it. */
  links: number
}
export type Token = {
  id: number
  /** Its holder. */
  fan: Fan
  /** Whoever paid: of a gift, its giver. */
  payer: Fan
  unit: Unit
  payment: Payment
  /** Won at auction, or bought in the first lot. */
  isWon: boolean
  status: TokenStatus
  song: SongStatus
  endsAt: number | null
  /** What artist, with the tip, and platform still have of what was paid. */
  shares: { author: number; platform: number }
  /** Where several people share the artist's: what each still has of it, in the order of their split. */
  parts: { artist: Artist; left: number }[]
  isCancelled: boolean
}
export type Bid = {
  id: number
  fan: Fan
  payment: Payment
  amount: number
  status: BidStatus
  hold: 'held' | 'posted' | 'voided'
}
export type Project = {
  id: number
  price: number
  /** Seconds. */
  validPeriod: number
  expiredAt: number
  author: Artist
  /** The newest last; at most one is in force, and one proposed. */
  splits: Split[]
  isDeployed: boolean
  isActive: boolean
  isPaused: boolean
  /** Its end has passed and its bids have been released. */
  isClosed: boolean
  /** A unit became free otherwise than by the end of its window: standing bids have a claim to it. */
  isOpenIncident: boolean
  units: Unit[]
  tokens: Token[]
  gifts: Gift[]
  bids: Bid[]
  /** Who has regretted a token or taken a gift back, and when. */
  regrets: { fan: Fan; at: number }[]
  log: LogEntryWire[]
  /** What has been paid out for good, by account. */
  paidOut: Map<string, number>
}
/** What waits to be recorded on the chain. */
export type Operation =
  | { kind: 'deploy'; project: Project }
  | { kind: 'sell'; project: Project; token: Token }
  | { kind: 'play'; project: Project; token: Token }
  | { kind: 'bid'; project: Project; bid: Bid }
  | { kind: 'release'; project: Project; bids: Bid[] }
  | { kind: 'credit'; project: Project | null; charge: Charge }

export type Outcome = { ok: true; payment: Payment | null } | { ok: false; refusal: Refusal }

export type Market = {
  now: number
  fans: Fan[]
  /** Those with whom authors share. */
  band: Artist[]
  projects: Project[]
  /** Over, with nothing left to happen; kept apart so that a long run stays fast. */
  retired: Project[]
  operations: Operation[]
  charges: Charge[]
  cardRefunds: CardRefund[]
  withdrawals: Withdrawal[]
  /** The answers by idempotency key. */
  answers: Map<string, { body: string; outcome: Outcome }>
  books: Books
  /** False while only bidders settle. */
  workerIsUp: boolean
  seen: Coverage
  ids: number
}

export const MINUTE = 60_000
/**
 * Calls happen just after whole minutes, windows and projects end about half a minute later. So there is no doubt
 * what is due, although the clock of a real database runs on between two steps.
 */
export const UNLOCK_SECONDS = 3630
export const FANS = 10
const START = Date.UTC(2030, 0, 1)

export function newFan(id: number): Fan {
  const kind = id % FANS
  return { id, isActive: true, isErased: false, isComplete: kind !== 0, isOnChain: kind !== 1 && kind !== 2 }
}

export function createMarket(): Market {
  return {
    now: START,
    fans: Array.from({ length: FANS }, (_, id) => newFan(id)),
    band: [1, 2, 3].map((id) => ({ id, isPayable: id !== 3 })),
    projects: [],
    retired: [],
    operations: [],
    charges: [],
    cardRefunds: [],
    withdrawals: [],
    answers: new Map(),
    books: createBooks(),
    workerIsUp: true,
    seen: new Map(),
    ids: 3,
  }
}

export const DONE: Outcome = { ok: true, payment: null }

export function refuse(market: Market, refusal: Refusal): Outcome {
  count(market.seen, `refused: ${refusal}`)
  return { ok: false, refusal }
}

export function liveToken(project: Project, fan: Fan): Token | undefined {
  return project.tokens.find(
    (token) => token.fan === fan && (token.status === 'pending' || token.status === 'minted'),
  )
}

/** Whether a fan's bid competes for a unit of a project. */
export function hasStandingBid({ bids }: Project, fan: Fan): boolean {
  return bids.some((bid) => bid.fan === fan && isStanding(bid.status))
}

/** Units without a holder, the one that became free first in front. */
export function waitingUnits(project: Project): Unit[] {
  return project.units
    .filter((unit) => unit.isSold && !unit.holder && !unit.gift)
    .toSorted((a, b) => (a.freedAt ?? 0) - (b.freedAt ?? 0) || a.number - b.number)
}

export function newPayment(market: Market, amount: number, status: PaymentStatus, tip = 0): Payment {
  return { id: ++market.ids, amount: amount + tip, tip, status, refunded: { wallet: 0, card: 0 } }
}

/** Units of the first lot that a purchase may have: the free ones, and those reserved for a charge that `isOwn`. */
export function unsoldUnits(
  { units }: Project,
  now: number,
  isOwn: (charge: Charge) => boolean = () => false,
): Unit[] {
  return units.filter(
    ({ isSold, reservedBy }) => !isSold && (!reservedBy || isOwn(reservedBy) || reservedBy.expiresAt <= now),
  )
}
