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

/**
 * What of a disputed amount the fan answers for, in centavos: what reached the wallet and was not given back to the card
 * before. The service fee never was in the wallet, so the house bears that part first.
 */
export function fanPartOf(
  disputed: number,
  payment: { amount: number; fee: number; refundedToCard: number },
): number {
  return Math.max(0, Math.min(disputed - payment.fee, payment.amount - payment.refundedToCard))
}
