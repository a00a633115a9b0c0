/**
 * A dispute (chargeback): the fan's bank takes the money of a charge back at once, and the card networks decide whether it
 * keeps it. The processor's word is the only one that counts.
 */
import type { Transitions } from './transitions.ts'

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export const DISPUTE_TRANSITIONS: Transitions<DisputeStatus> = {
  open: ['won', 'lost'],
  won: [],
  lost: [],
}

/** What bears on a dispute of one payment; all in centavos, and of earlier disputes those that were not won. */
export type DisputedPayment = {
  amount: number
  fee: number
  refundedToCard: number
  disputedBefore: number
  /** What the fan answers for by those. */
  fanPartBefore: number
}

/**
 * What of a disputed amount the fan answers for, in centavos: what reached the wallet and was neither given back to the
 * card nor disputed before. The service fee never was in the wallet, so the platform bears that part first, and once.
 */
export function fanPartOf(disputed: number, payment: DisputedPayment): number {
  const { amount, fee, refundedToCard, disputedBefore, fanPartBefore } = payment
  return Math.max(0, Math.min(disputedBefore + disputed - fee, amount - refundedToCard) - fanPartBefore)
}
