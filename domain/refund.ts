/** A refund: money of one payment that the platform returns to the fan's wallet or to the card it came from. */
import { divideHalfUp } from './money.ts'
import type { Transitions } from './transitions.ts'

export const REFUND_DESTINATIONS = ['wallet', 'card'] as const
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number]

export const REFUND_STATUSES = ['requested', 'approved', 'done', 'failed', 'rejected'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** `done` may still become `failed`: a bank can return what the processor had considered paid. */
export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  requested: ['approved', 'rejected'],
  approved: ['done', 'failed'],
  done: ['failed'],
  failed: [],
  rejected: [],
}

/** The smallest refund, in centavos, unless it is all that is left. */
const LEAST = 100
/** The longest message to the fan. */
export const REASON_MAX = 500

/**
 * True for an amount that may be refunded while `left` centavos remain: neither it nor what stays is less than R$
 * 1,00.
 */
export function fitsRefund(amount: number, left: number): boolean {
  return amount === left || (amount >= LEAST && left - amount >= LEAST)
}

/**
 * The platform's share of a refund of `amount` after `before` was refunded; the artist bears the rest. Computed from
 * the total, so that partial refunds add up to what each was paid, however the refund is split.
 */
export function platformPartOf(
  amount: number,
  before: number,
  sale: { amount: number; platform: number },
): number {
  const upTo = (given: number) => divideHalfUp(sale.platform * given, sale.amount)
  return upTo(before + amount) - upTo(before)
}
