/**
 * Giving an hour: a unit bought for somebody else is set aside; it is sold, its token is made, and its window begins,
 * when the recipient accepts. Until then the price is held, and the giver may have it back.
 */
import type { Refusal } from './refusal.ts'

export const GIFT_STATUSES = ['unpaid', 'waiting', 'accepted', 'returned'] as const
export type GiftStatus = (typeof GIFT_STATUSES)[number]

/** Why a gift's price went back to its giver. */
export const RETURN_REASONS = [
  'taken_back',
  'expired',
  'closed',
  'deactivated',
  'disputed',
  'refused',
  'regretted',
  'refunded',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** How long a gift can be accepted, at most: never past the end of its project (`market.set_aside`). */
export const GIFT_DAYS = 30
/** How many a giver may have waiting, of one work only one (`market.refusal_of_gift`). */
export const GIFTS_WAITING = 10
/** How many mails about gifts a giver may have sent in a day (`private.gift_mails_left`). */
export const GIFT_MAILS = 10
/** To one person, whoever gives (`private.gift_mails_left`). */
export const GIFT_MAILS_TO = 3
/** How many gifts somebody may begin in a day (`market.refusal_of_gift`). */
export const GIFTS_A_DAY = 30
/** The giver's own words, in characters. */
export const GIFT_WORDS = 200

export type GiftView = {
  status: GiftStatus
  giver: string
  recipient: string | null
  /** Milliseconds since 1970; the earlier of its own date and the project's end. */
  acceptBy: number
  isPublished: boolean
  /** Whether the caller holds a live token of the project. */
  holdsLiveToken: boolean
  /** Whether a bid of the caller stands for the project: whoever has a unit bids for no other. */
  hasStandingBid: boolean
}

/** Why a gift has no link any more, or not yet; null while it waits. */
export function endOfGift(status: GiftStatus): Refusal | null {
  if (status === 'unpaid') return 'gift_not_found'
  if (status === 'accepted') return 'gift_taken'
  return status === 'returned' ? 'gift_over' : null
}

/** The reason why `fan` may not accept a gift at the instant `now` (milliseconds since 1970), or null when they may. */
export function checkGift(gift: GiftView | null, fan: string, now: number): Refusal | null {
  if (!gift || gift.status === 'unpaid') return 'gift_not_found'
  if (gift.giver === fan) return 'own_gift'
  const ended = endOfGift(gift.status)
  if (ended) return ended
  if (now >= gift.acceptBy) return 'gift_over'
  if (!gift.isPublished) return 'project_not_published'
  if (gift.holdsLiveToken) return 'already_owned'
  if (gift.hasStandingBid) return 'gift_beside_bid'
  return null
}
