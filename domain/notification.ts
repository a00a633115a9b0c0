import { ALERT_KINDS, type AlertKind } from './alert.ts'

/** The notifications a fan gets. Those about money or access are also sent as e-mail, under the same name. */
export const NOTIFICATION_KINDS = [
  'purchase_ready',
  'mint_failed',
  'deposit_credited',
  'bid_accepted',
  'bid_refused',
  'bid_failed',
  'outbid',
  'won',
  'ending_soon',
  'access_ended',
  'token_sold',
  'bid_released',
  'purchase_undone',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_rejected',
  'withdrawal_failed',
  'refunded_to_wallet',
  'refunded_to_card',
  'card_refund_failed',
  'refund_waiting',
  'refund_rejected',
  'refund_taken_back',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'debt_written_off',
  'gift_mailed',
  'gift_waiting',
  'gift_accepted',
  'gift_returned',
  'gift_withdrawn',
  'mail_returned',
  'support_replied',
  'turn_came',
  'split_proposed',
  'split_agreed',
  'split_declined',
  'split_in_force',
  'work_published',
  'artist_account_ended',
  'artist_taxes_changed',
  ...ALERT_KINDS,
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]
/** Urgent ones are also pushed to the devices that asked for it (`private.tell` picks them), and alerts. */
export type PushedKind =
  | Extract<NotificationKind, 'outbid' | 'won' | 'ending_soon' | 'gift_accepted' | 'turn_came'>
  | AlertKind
