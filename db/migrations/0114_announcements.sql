-- Announcements of artists to those who follow them, and the clips that they upload.

-- One a day and artist, whoever wrote it.
create table private.announcements (
  id bigint generated always as identity primary key,
  artist_id bigint not null references private.artists,
  user_id uuid not null references public.users (uid),
  -- In São Paulo.
  day date not null,
  text text not null check (text ~ '\S' and length(text) <= 280),
  created_at timestamptz not null default clock_timestamp(),
  constraint announcements_day unique (artist_id, day)
);
create index announcements_user on private.announcements (user_id);
alter table private.announcements enable row level security;

-- News of an artist, beside those of their works.
alter table private.alerts alter column project_id drop not null;
alter table private.alerts add column artist_id bigint;
alter table private.alerts add constraint alerts_artist foreign key (artist_id) references private.artists not valid;
alter table private.alerts add constraint alert_is_about_one
  check ((project_id is null) <> (artist_id is null)) not valid;
alter table private.alerts drop constraint alerts_kind_check;
alter table private.alerts add constraint alerts_kind_check check (kind in (
  'lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour', 'announcement'
)) not valid;
alter table private.muted_alerts drop constraint muted_alerts_topic_check;
alter table private.muted_alerts add constraint muted_alerts_topic_check check (topic in (
  'lots', 'unit_below', 'last_hour', 'announcements'
)) not valid;
alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check check (kind in (
  'purchase_ready', 'mint_failed', 'deposit_credited', 'bid_accepted', 'bid_refused', 'bid_failed', 'outbid', 'won',
  'ending_soon', 'access_ended', 'token_sold', 'bid_released', 'purchase_undone', 'withdrawal_requested',
  'withdrawal_paid', 'withdrawal_rejected', 'withdrawal_failed', 'refunded_to_wallet', 'refunded_to_card',
  'card_refund_failed', 'payment_disputed', 'dispute_won', 'dispute_lost', 'debt_written_off',
  'lot_announced', 'lot_opening', 'lot_opened', 'unit_below', 'last_hour', 'announcement'
)) not valid;

-- Whether the caller's account acts for an artist.
create or replace function private.acts_for_artist() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from private.artist_accounts
    join public.users on users.uid = user_id
    where user_id = auth.uid() and ended_at is null and is_active
  )
$$;
revoke execute on function private.acts_for_artist() from public;
grant execute on function private.acts_for_artist() to authenticated;

create policy artist_clips_insert on storage.objects for insert to authenticated
  with check (
    bucket_id = 'clips' and name like 'artists/%' and owner = (select auth.uid()) and (select private.acts_for_artist())
  );
create policy artist_clips_select on storage.objects for select to authenticated
  using (bucket_id = 'clips' and name like 'artists/%' and owner = (select auth.uid()));
create policy artist_clips_delete on storage.objects for delete to authenticated
  using (
    bucket_id = 'clips' and name like 'artists/%' and owner = (select auth.uid()) and (select private.acts_for_artist())
  );
