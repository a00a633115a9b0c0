-- What a fan is told: what happened and its facts. The sentence is made when it is read, in the reader's
-- language, and the same facts go out as an e-mail.
create table public.notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid),
  kind text not null check (kind in (
    'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid',
    'won', 'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
    'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
    'card_refund_failed', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off'
  )),
  -- `project` (its name), `amount` and others in centavos, `until` as an ISO instant: what the texts name.
  data jsonb not null default '{}',
  is_read boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create index notifications_user on public.notifications (user_id, id desc);
create index notifications_unread on public.notifications (user_id) where not is_read;

alter table public.notifications enable row level security;
grant select (id, user_id, kind, is_read, created_at) on public.notifications to authenticated;
create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));
alter publication supabase_realtime add table public.notifications;

-- The reminder before a window ends, given once for each window.
alter table public.mints add column warned_at timestamptz;
create index mints_to_warn on public.mints (will_expire_at) where status = 'minted' and warned_at is null;
