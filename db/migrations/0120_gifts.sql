-- Hours bought for somebody else. The price is held until the gift is accepted or goes back.
create table private.gifts (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  payment_id bigint not null unique references public.payments,
  giver uuid not null references public.users (uid),
  project_id bigint not null references public.projects,
  -- `unpaid` until the payment has brought its money: one whose payment fails stays so.
  status text not null default 'unpaid' check (status in ('unpaid', 'waiting', 'accepted', 'returned')),
  -- Whom we write to; null where the giver hands the link over. Forgotten once the gift has ended.
  email text check (email = lower(email) and char_length(email) <= 254),
  words text not null default '' check (char_length(words) <= 200),
  -- The sha-256 of the link's secret; null while there is no link.
  code_hash bytea unique,
  unit_id bigint references public.units,
  accept_by timestamptz,
  recipient uuid references public.users (uid),
  mint_id bigint unique references public.mints,
  returned_for text
    check (returned_for in ('taken_back', 'expired', 'deactivated', 'disputed', 'refused', 'regretted', 'refunded')),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check (status <> 'waiting' or (unit_id is not null and accept_by is not null and ended_at is null)),
  check (status <> 'accepted' or (recipient is not null and mint_id is not null)),
  check ((status = 'returned') = (returned_for is not null)),
  check (recipient <> giver)
);
-- Nobody sets more than one unit of a work aside for others at a time.
create unique index gifts_one_waiting on private.gifts (giver, project_id) where status = 'waiting';
create index gifts_giver on private.gifts (giver, id);
create index gifts_recipient on private.gifts (recipient);
create index gifts_waiting on private.gifts (project_id, accept_by) where status = 'waiting';
create index gifts_unit on private.gifts (unit_id);
alter table private.gifts enable row level security;

-- Mails that told of gifts: a giver has so many a day.
create table private.gift_mails (
  id bigint generated always as identity primary key,
  gift_id bigint not null references private.gifts on delete cascade,
  giver uuid not null references public.users (uid),
  -- The sha-256 of the address: by it mails are counted that several givers have sent to one person.
  recipient bytea not null,
  asked_at timestamptz not null default clock_timestamp()
);
create index gift_mails_giver on private.gift_mails (giver, asked_at);
create index gift_mails_recipient on private.gift_mails (recipient, asked_at);
create index gift_mails_gift on private.gift_mails (gift_id);
alter table private.gift_mails enable row level security;

-- For somebody else: the payer's own screens say so.
alter table public.payments add column is_gift boolean not null default false;
grant select (is_gift) on public.payments to authenticated;

-- Sold, and nobody's yet: such a unit waits for no bid.
alter table public.units add column gift_id bigint;
alter table public.units add constraint units_gift_id_fkey foreign key (gift_id) references private.gifts not valid;
-- Nothing else takes a unit that waits for its recipient, the version before this one included.
alter table public.units add constraint unit_waits_for_one check (gift_id is null or (mint_id is null and reserved_by is null)) not valid;

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid', 'won',
  'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
  'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
  'card_refund_failed', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off',
  'gift_waiting', 'gift_accepted', 'gift_returned', 'gift_withdrawn',
  'lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour', 'announcement'
)) not valid;
