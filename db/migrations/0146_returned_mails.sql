-- Who a mail was for, so that a report about it can be believed: null for mails sent before.
alter table private.sent_mails add recipient text;
alter table private.sent_mails add constraint recipient_is_written_small check (recipient = lower(recipient) and length(recipient) <= 320) not valid;

-- Addresses of which a mail server has said that there is no such mailbox. Nothing is sent there until the row is pruned.
create table private.returned_mails (
  address text primary key check (address = lower(address) and length(address) <= 320),
  status text not null check (status ~ '^5\.\d{1,3}\.\d{1,3}$'),
  created_at timestamptz not null default clock_timestamp()
);
create index returned_mails_age on private.returned_mails (created_at);
alter table private.returned_mails enable row level security;

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid', 'won',
  'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
  'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
  'card_refund_failed', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off', 'gift_waiting',
  'gift_accepted', 'gift_returned', 'gift_withdrawn', 'mail_returned', 'lot_announced', 'lot_opening', 'lot_opened',
  'unit_below', 'last_hour', 'announcement'
)) not valid;
