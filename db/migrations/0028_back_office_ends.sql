-- What the back office lacked at its ends: what a project's bids hold without summing them for whoever looks, money that
-- comes back to somebody who is no more, and debts that the house gives up.

-- What the standing bids of each project hold, in centavos, as a job counted it last. `log_length` is how long the
-- auction's log was then: every bid that comes or goes is a line of it, so while it is the same, so is the sum.
create table private.project_held (
  project_id bigint primary key references public.projects,
  held bigint not null,
  log_length bigint not null
);
alter table private.project_held enable row level security;

-- Counts anew where something has happened since. A counter beside the bids would be exact to the second, but every bid
-- would wait for it.
create function private.count_held() returns void
language sql set search_path = '' as $$
  insert into private.project_held as known (project_id, held, log_length)
  select state.project_id, coalesce((
    select sum(amount) from public.bids
    where bids.project_id = state.project_id and status in ('pending', 'bided')
  ), 0), state.log_length
  from market.state
  left join private.project_held counted on counted.project_id = state.project_id
  where state.log_length is distinct from counted.log_length
  on conflict (project_id) do update set held = excluded.held, log_length = excluded.log_length
  -- Of two workers at once the one that saw more is right.
  where known.log_length < excluded.log_length
$$;
select private.count_held();

-- Money that came back, or came late, for somebody who had erased their account: it stays visible here until the house
-- has sent it on. What it sent by hand ends in `unclaimed:paid`.
select ledger.open_account('refunds:unclaimed');
select ledger.open_account('unclaimed:paid');
create index users_erased on public.users (uid) where erased_at is not null;

-- A debt that a dispute left, given up by the house: by the word of one administrator or, above a limit, of two.
create table private.write_offs (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id uuid not null references public.users (uid),
  -- Centavos.
  amount bigint not null check (amount > 0),
  reason text not null check (reason ~ '\S' and length(reason) <= 500),
  status text not null default 'requested' check (status in ('requested', 'done', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status = 'requested') = (ended_at is null))
);
create index write_offs_user on private.write_offs (user_id, id);
create index write_offs_waiting on private.write_offs (id) where status = 'requested';
create unique index write_off_waits_once on private.write_offs (user_id) where status = 'requested';
alter table private.write_offs enable row level security;
insert into private.transitions (machine, before, after) values
  ('write_off', 'requested', 'done'),
  ('write_off', 'requested', 'rejected');
create trigger write_offs_transition before update of status on private.write_offs
  for each row execute function private.enforce_transition('status', 'write_off');
create trigger write_offs_stay before delete on private.write_offs
  for each row execute function ledger.refuse_change();

create table private.write_off_approvals (
  write_off_id bigint not null references private.write_offs,
  admin_id uuid not null references public.users (uid),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (write_off_id, admin_id)
);
alter table private.write_off_approvals enable row level security;
create trigger write_off_approvals_stay before update or delete on private.write_off_approvals
  for each row execute function ledger.refuse_change();

-- Nothing is given up that nobody approved, nobody gives up their own, and it never becomes a present: its money has
-- been booked when this is asked, and the wallet may stand at nothing, not above.
create function private.judge_write_off() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (
    select coalesce(bool_or(admin_id = new.user_id), true)
    from private.write_off_approvals
    where write_off_id = new.id
  ) then
    raise exception 'write-off % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  if (select balance > 0 from ledger.accounts where code = 'fan:' || new.user_id || ':available') then
    raise exception 'write-off % is more than what is owed', new.uid
      using errcode = 'check_violation', constraint = 'write_off_within_debt';
  end if;
  return null;
end
$$;
create trigger write_offs_are_judged after update on private.write_offs
  for each row when (new.status = 'done' and old.status <> 'done')
  execute function private.judge_write_off();

-- Read by tests, simulator and operator; empty when all is well, as `ledger.faults`.
create view ledger.return_faults as
  select 'a balance below zero that is no dispute''s' as fault, code as detail
  from ledger.accounts
  where not may_be_negative and overdraft <> greatest(0, -balance)
  union all
  select 'open disputes that differ from what is set aside for them', balance::text
  from ledger.accounts
  where code = 'disputes:open'
    and balance <> coalesce((select sum(amount) from private.disputes where status = 'open'), 0)
  union all
  select 'card refunds under way that differ from what is set aside for them', balance::text
  from ledger.accounts
  where code = 'refunds:under_way' and balance <> coalesce((
    select sum(amount) from private.refunds where status = 'approved' and destination = 'card'
  ), 0)
  union all
  select 'more given back than was paid', payment_id::text
  from private.refunds
  join public.payments on payments.id = payment_id
  where from_sale
  group by payment_id, payments.amount
  having sum(refunds.amount) > payments.amount
  union all
  select 'a debt given up that the ledger does not know', write_offs.uid::text
  from private.write_offs
  left join ledger.transfers on transfers.id = 'write_off:' || write_offs.uid
  where status = 'done' and write_offs.amount is distinct from transfers.amount
  union all
  select 'money in the wallet of somebody who is no more', code
  from public.users
  join ledger.accounts on code in ('fan:' || uid || ':available', 'fan:' || uid || ':held')
  where erased_at is not null and balance > 0;
