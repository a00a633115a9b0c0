-- Whoever is mailed a gift and has an account hears of it in the bell, too.
alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid', 'won',
  'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
  'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
  'card_refund_failed', 'refund_waiting',
  'refund_rejected', 'refund_taken_back', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off', 'gift_mailed',
  'gift_waiting', 'gift_accepted', 'gift_returned', 'gift_withdrawn', 'mail_returned', 'support_replied', 'turn_came',
  'split_proposed', 'split_agreed', 'split_declined', 'split_in_force', 'work_published', 'artist_account_ended',
  'artist_taxes_changed', 'lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour', 'announcement'
)) not valid;
