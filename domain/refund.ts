/** A refund: money of one payment that the platform gives back, to the fan's wallet or to the card it came from. */
import { divideHalfUp } from './money.ts'
import type { Transitions } from './transitions.ts'

export const REFUND_DESTINATIONS = ['wallet', 'card'] as const
export type RefundDestination = (typeof REFUND_DESTINATIONS)[number]

export const REFUND_STATUSES = ['requested', 'approved', 'done', 'failed', 'rejected'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** `done` may still become `failed`: a bank can send back what the processor had taken for paid. */
export const REFUND_TRANSITIONS: Transitions<RefundStatus> = {
  requested: ['approved', 'rejected'],
  approved: ['done', 'failed'],
  done: ['failed'],
  failed: [],
  rejected: [],
}

/** The least that is given back at once, in centavos, unless it is all that is left. */
const LEAST = 100
/** As long as the fan's message takes. */
export const REASON_MAX = 500

/** True for an amount that may be given back while `left` centavos are: neither it nor what stays is less than R$ 1,00. */
export function fitsRefund(amount: number, left: number): boolean {
  return amount === left || (amount >= LEAST && left - amount >= LEAST)
}

/**
 * What the platform gives up of a sale when `amount` more of it is given back after `before`; the author gives up the
 * rest. Counted from the beginning, so that parts add up to what each was paid, however it is cut.
 */
export function platformPartOf(
  amount: number,
  before: number,
  sale: { amount: number; platform: number },
): number {
  const upTo = (given: number) => divideHalfUp(sale.platform * given, sale.amount)
  return upTo(before + amount) - upTo(before)
}
