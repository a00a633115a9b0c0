/**
 * A withdrawal: a fan's money on its way to an account of their own. Its amount is held from the request on. Once
 * approved the payment may be under way, so from there it is paid or fails, and nobody may take it back.
 */
import type { Transitions } from './transitions.ts'

/** Each is decided by a person: R$ 1,00, or all that is left. */
export const LEAST_WITHDRAWAL = 100
/** How many of one fan's may wait for a decision at once. */
export const WITHDRAWALS_WAITING = 5

export function isWorthWithdrawing(amount: number, available: number): boolean {
  return amount >= LEAST_WITHDRAWAL || amount >= available
}

export const WITHDRAWAL_STATUSES = [
  'requested',
  'approved',
  'paid',
  'rejected',
  'failed',
  'cancelled',
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

/** `failed` becomes `paid` only by a decision: the provider paid what had been given back, and the fan is charged for it. */
export const WITHDRAWAL_TRANSITIONS: Transitions<WithdrawalStatus> = {
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['paid', 'failed'],
  paid: [],
  rejected: [],
  failed: ['paid'],
  cancelled: [],
}

/** The steps that jobs, providers and lists take. */
export const WITHDRAWAL_STEPS: Transitions<WithdrawalStatus> = { ...WITHDRAWAL_TRANSITIONS, failed: [] }
