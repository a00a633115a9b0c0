/** Where notifications lead. */
import type { NotificationKind } from '#domain/notification.ts'

/**
 * Where a notification and the button of its mail lead; a `link` in the data (confirmation, recovery) or an `auction`
 * takes precedence.
 */
const DESTINATION: Record<NotificationKind, string> = {
  deposit_credited: '/statement',
  purchase_ready: '/shelf',
  mint_failed: '/statement',
  bid_accepted: '/dashboard',
  bid_refused: '/statement',
  bid_failed: '/statement',
  outbid: '/dashboard',
  won: '/shelf',
  ending_soon: '/shelf',
  access_ended: '/shelf',
  token_sold: '/shelf',
  bid_released: '/statement',
  purchase_undone: '/statement',
  withdrawal_requested: '/redeem-balance',
  withdrawal_paid: '/statement',
  withdrawal_rejected: '/redeem-balance#withdrawals',
  withdrawal_failed: '/redeem-balance#withdrawals',
  refunded_to_wallet: '/statement',
  refunded_to_card: '/statement',
  card_refund_failed: '/statement',
  refund_waiting: '/statement',
  refund_rejected: '/statement',
  refund_taken_back: '/statement',
  payment_disputed: '/statement',
  dispute_won: '/statement',
  dispute_lost: '/statement',
  debt_written_off: '/statement',
  gift_mailed: '/shelf',
  gift_waiting: '/shelf',
  gift_accepted: '/shelf',
  gift_returned: '/statement',
  gift_withdrawn: '/shelf',
  mail_returned: '/shelf/security',
  support_replied: '/support',
  turn_came: '/dashboard',
  split_proposed: '/studio?tab=shares',
  split_agreed: '/studio?tab=shares',
  split_declined: '/studio?tab=shares',
  split_in_force: '/studio?tab=shares',
  work_published: '/studio',
  artist_account_ended: '/support',
  artist_taxes_changed: '/studio?tab=payouts',
  lot_announced: '/dashboard',
  lot_opening: '/dashboard',
  lot_opened: '/dashboard',
  unit_below: '/dashboard',
  last_hour: '/dashboard',
  announcement: '/alerts',
}

/**
 * What a notice may carry: the uid of a project at auction or of a work whose page it is about, the address of an artist's,
 * or the number of a request for support.
 */
export type Place = { auction?: unknown; work?: unknown; page?: unknown; request?: unknown }

/** Where a notice leads: to the auction, the work, the artist or the conversation it carries, or where all of its kind lead. */
export function destinationOf(kind: NotificationKind, { auction, work, page, request }: Place): string {
  if (typeof request === 'string') return `/support/${request}`
  if (typeof auction === 'string') return `/auction/${auction}`
  if (typeof page === 'string') return `/a/${page}`
  return typeof work === 'string' ? `/project/${work}` : DESTINATION[kind]
}

/** The same from the bell: inside the product, where music plays on. */
export function destinationInside(kind: NotificationKind, place: Place): string {
  return typeof place.page === 'string' ? `/artists/${place.page}` : destinationOf(kind, place)
}

/** Whether a mail is about something that has its place in the product. */
export const leadsSomewhere = (template: string): template is NotificationKind => template in DESTINATION
