/**
 * A payout: an artist's money on its way to them. Its amount leaves the payable balance when it is requested. Once
 * approved the payment may be under way, so from there it is paid or fails, and nobody may take it back.
 */
import type { Transitions } from './transitions.ts'

export const PAYOUT_STATUSES = ['requested', 'approved', 'paid', 'rejected', 'failed'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** `failed` becomes `paid` only by a decision: the provider paid what had been given back, and the artist is charged for it. */
export const PAYOUT_TRANSITIONS: Transitions<PayoutStatus> = {
  requested: ['approved', 'rejected'],
  approved: ['paid', 'failed'],
  paid: [],
  rejected: [],
  failed: ['paid'],
}

/** The steps that jobs, providers and lists take. */
export const PAYOUT_STEPS: Transitions<PayoutStatus> = { ...PAYOUT_TRANSITIONS, failed: [] }

/** Takes `amount` from accounts in their order, each with what is `free` of it; null when together they do not have it. */
export function shareOut<Account extends { free: number }>(
  amount: number,
  payable: readonly Account[],
): (Account & { amount: number })[] | null {
  let left = amount
  const parts = payable.map((account) => {
    const taken = Math.min(left, Math.max(0, account.free))
    left -= taken
    return { ...account, amount: taken }
  })
  return left === 0 ? parts.filter((part) => part.amount > 0) : null
}

/** The length a bank's form accepts. */
export const LEGAL_NAME_MAX = 120

/** How many days an artist's link may be valid. */
export const LINK_DAYS = [7, 30, 90, 365] as const

/** True for a calendar month: `2026-11`. There was no year 0. */
export function isMonth(text: string): boolean {
  return /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)
}

/** The entries of an artist's statement. */
export const ARTIST_MOVEMENTS = ['sale', 'award', 'tip', 'refund', 'payout', 'payout_returned'] as const
