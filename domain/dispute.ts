/**
 * A dispute (chargeback): the fan's bank takes the money of a charge back at once, and the card networks decide
 * whether it keeps it. Only the processor's report counts.
 */
import type { Transitions } from './transitions.ts'

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/** In our words; the processor has several for one that is not decided. */
export function disputeStatus(said: string): DisputeStatus {
  return said === 'won' || said === 'lost' ? said : 'open'
}

export const DISPUTE_TRANSITIONS: Transitions<DisputeStatus> = {
  open: ['won', 'lost'],
  won: [],
  lost: [],
}

/** The facts about a disputed payment; all in centavos, and of earlier disputes only those that were not won. */
export type DisputedPayment = {
  amount: number
  fee: number
  refundedToCard: number
  disputedBefore: number
  /** What the fan is liable for on account of those. */
  fanPartBefore: number
}

/**
 * The part of a disputed amount that the fan is liable for, in centavos: what reached the wallet and was neither
 * refunded to the card nor disputed before. The service fee never was in the wallet, so the platform bears that part
 * first, and only once.
 */
export function fanPartOf(disputed: number, payment: DisputedPayment): number {
  const { amount, fee, refundedToCard, disputedBefore, fanPartBefore } = payment
  return Math.max(0, Math.min(disputedBefore + disputed - fee, amount - refundedToCard) - fanPartBefore)
}

/** A dispute as the processor reports it; amounts in centavos. */
export type DisputeReport = {
  providerId: string
  amount: number
  /** What the processor charges for it in sum, so far. */
  fee: number
  reason: string
  status: DisputeStatus
  /** Until when the processor takes evidence; null where it takes none, or did not say. */
  evidenceDueAt: Date | null
}
