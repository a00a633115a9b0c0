-- Following an artist and watching a work, and the news that follow from it.
create table private.follows (
  artist_id bigint not null references private.artists,
  user_id uuid not null references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  primary key (artist_id, user_id)
);
create index follows_user on private.follows (user_id);
alter table private.follows enable row level security;

create table private.watches (
  project_id bigint not null references public.projects,
  user_id uuid not null references public.users (uid),
  -- Centavos: told when a unit can be had for no more than this; null for somebody who did not ask.
  below bigint check (below > 0),
  created_at timestamptz not null default clock_timestamp(),
  primary key (project_id, user_id)
);
create index watches_user on private.watches (user_id);
create index watches_below on private.watches (project_id) where below is not null;
alter table private.watches enable row level security;

-- What a person switched off: a kind of news on one way. Everything else is on.
create table private.muted_alerts (
  user_id uuid not null references public.users (uid),
  topic text not null check (topic in ('lots', 'unit_below', 'last_hour')),
  channel text not null check (channel in ('bell', 'push', 'mail')),
  primary key (user_id, topic, channel)
);
alter table private.muted_alerts enable row level security;

-- Who wants alerts at night too; everybody else sleeps from ten to eight.
create table private.wakeful (user_id uuid primary key references public.users (uid));
alter table private.wakeful enable row level security;

-- News for many, sent in steps (`private.send_alerts`). `after` is the last person looked at.
create table private.alerts (
  id bigint generated always as identity primary key,
  -- Names the event: it is told once.
  key text not null unique,
  kind text not null
    check (kind in ('lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour')),
  project_id bigint not null references public.projects,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  -- When those are told who sleep now; null where all are told at once.
  morning_at timestamptz,
  after uuid,
  done_at timestamptz
);
create index alerts_due on private.alerts (due_at, id) where done_at is null;
create index alerts_project on private.alerts (project_id);
alter table private.alerts enable row level security;

-- Who has been told, so that nobody is twice.
create table private.alerted (
  alert_id bigint not null references private.alerts on delete cascade,
  user_id uuid not null references public.users (uid),
  primary key (alert_id, user_id)
);
create index alerted_user on private.alerted (user_id);
alter table private.alerted enable row level security;

-- A message that its reader wants elsewhere but not in the bell.
alter table public.notifications add column in_bell boolean not null default true;
alter policy notifications_select on public.notifications
  using (user_id = (select auth.uid()) and in_bell);
alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid', 'won',
  'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
  'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
  'card_refund_failed', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off',
  'lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour'
)) not valid;
