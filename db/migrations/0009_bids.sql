-- Bids: money held in full that stands for the next unit to come free. The database itself keeps what the
-- market rests on: one standing bid for each fan and project, and no two of the same amount.
insert into private.transitions (machine, before, after) values
  ('payment:bid', 'succeded', 'succeded-winner'),
  ('bid', 'pending', 'bided'),
  ('bid', 'pending', 'winner'),
  ('bid', 'pending', 'failed'),
  ('bid', 'pending', 'pending-cancel'),
  ('bid', 'bided', 'winner'),
  ('bid', 'bided', 'pending-cancel'),
  ('bid', 'pending-cancel', 'cancelled');

-- References are not enforced: each bid is inserted in one statement with, or from, its payment, and that from rows just
-- read. Checking them would cost as much as a fifth of placing a bid (decision 010).
create table public.bids (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid) not enforced,
  project_id bigint not null references public.projects not enforced,
  payment_id bigint not null unique references public.payments not enforced,
  amount bigint not null check (amount between 1 and 100000000),
  status text not null default 'pending' check (status in (
    'pending', 'bided', 'winner', 'failed', 'pending-cancel', 'cancelled'
  )),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- True once it has been the best standing bid: its fan is told, once, when another one passes it.
  led boolean not null default false,
  outbid_told_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- When it won or stopped competing.
  ended_at timestamptz,
  constraint standing_has_no_end check ((status in ('pending', 'bided')) = (ended_at is null))
);
-- It begins with the fan: where two indexes begin with the same column, which one is used is the planner's guess, and
-- while it took the table for empty it looked a fan's bid up among all amounts of the project.
create unique index bids_one_standing on public.bids (user_id, project_id) where status in ('pending', 'bided');
-- Also the order of rank: amounts are unique, so nothing else is needed to tell who comes first.
create unique index bids_amount_taken on public.bids (project_id, amount) where status in ('pending', 'bided');
create index bids_user on public.bids (user_id, id desc);
create index bids_ended on public.bids (project_id, id desc) where status not in ('pending', 'bided');
create index bids_winners on public.bids (project_id, ended_at desc, id desc) where status = 'winner';
create index bids_to_tell on public.bids (project_id)
  where led and outbid_told_at is null and status in ('pending', 'bided');
create trigger bids_transition before update of status on public.bids
  for each row execute function private.enforce_transition('status', 'bid');

alter table public.bids enable row level security;
grant select (id, user_id, project_id, amount, status, tx_hash, created_at, ended_at)
  on public.bids to authenticated;
create policy bids_select on public.bids for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
-- Units are nobody's to read; their changes tell the watchers of an auction that something came free.
alter publication supabase_realtime add table public.bids, public.units;

-- When a unit that waits for a bid came free: units are given out in that order.
alter table public.units add column freed_at timestamptz;

-- What is referred to without a check is never deleted, and `market.faults` looks for what is not there.
create trigger users_are_never_deleted before delete on public.users
  for each row execute function ledger.refuse_change();
create trigger projects_are_never_deleted before delete on public.projects
  for each row execute function ledger.refuse_change();
create trigger accounts_are_never_deleted before delete on ledger.accounts
  for each row execute function ledger.refuse_change();
create trigger payments_are_never_deleted before delete on public.payments
  for each row execute function ledger.refuse_change();

-- A fan's card bids under way count as their active bid.
create index payments_open_bids on public.payments (user_id, project_id)
  where flow = 'bid' and status = 'pending';
