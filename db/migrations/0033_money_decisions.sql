-- Money that a job pays out, and what becomes of it when the job does not get that far: every amount on its way out can
-- be tried again, given back, or booked as paid. And money that arrived without a payment it belongs to.

alter table public.redeem_balance
  -- The name under which the Banco Central knows the payment.
  add column end_to_end_id text check (end_to_end_id ~ '^[A-Za-z0-9]{1,40}$'),
  -- Withdrawals paid before this column existed have none.
  add constraint paid_has_a_receipt check ((status = 'paid') <= (end_to_end_id is not null)) not valid;
grant select (end_to_end_id) on public.redeem_balance to authenticated;

-- When the provider was last asked to pay something, and whether it may still be asked. A job writes its attempt down
-- before it calls; whoever decides by hand halts the payment first, so that no job begins behind their back.
create table private.outgoing_attempts (
  -- Of the withdrawal, payout or refund.
  uid uuid primary key,
  attempted_at timestamptz,
  halted_at timestamptz
);
alter table private.outgoing_attempts enable row level security;

-- Everything that is approved and not over: its money is set aside until the provider has paid or refused.
create view private.outgoing as
  select 'withdrawal' as kind, request.uid, request.user_id, null::bigint as artist_id, request.amount,
    (select max(approved_at) from private.withdrawal_approvals where withdrawal_id = request.id) as approved_at,
    'pay-out-withdrawal' as task, 'pay-out:' || request.uid as job_key, interval '1 day' as patience
  from public.redeem_balance request
  where request.status = 'approved'
  union all
  select 'payout', payouts.uid, null, payouts.artist_id, payouts.amount,
    (select max(approved_at) from private.artist_payout_approvals where payout_id = payouts.id),
    'pay-out-artist', 'pay-out-artist:' || payouts.uid, interval '1 day'
  from private.artist_payouts payouts
  where payouts.status = 'approved'
  union all
  select 'refund', refunds.uid, refunds.user_id, null, refunds.amount,
    (select max(approved_at) from private.refund_approvals where refund_id = refunds.id),
    -- A card's bank may take weeks.
    'refund-to-card', 'refund-to-card:' || refunds.uid, interval '30 days'
  from private.refunds
  where refunds.status = 'approved' and refunds.destination = 'card';

-- True while a job of that key will still run. The queue's own views may be replaced by its next version, so nothing
-- here depends on them.
create function private.has_job(job_key text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from graphile_worker.jobs where jobs.key = has_job.job_key and jobs.attempts < jobs.max_attempts
  );
end
$$;

-- Those that need somebody: no job will ever try them again, or they have been under way for too long. Empty when all is
-- well, as `ledger.faults`.
create view private.outgoing_stuck as
  select *
  from (select outgoing.*, not private.has_job(job_key) as is_abandoned from private.outgoing) watched
  where is_abandoned or approved_at < clock_timestamp() - patience;
create view ledger.outgoing_faults as
  select case when is_abandoned then 'a payment that nothing tries any more' else 'a payment under way for too long' end as fault,
    kind || ' ' || uid as detail
  from private.outgoing_stuck;

-- Money that came by a provider's word and belongs to no payment of ours: it stands in an account of its own from the
-- moment it is known until somebody has decided what becomes of it.
select ledger.open_account('pix:unmatched');
select ledger.open_account('cards:unmatched');
-- What was kept with a note, because nobody could be found whose it is.
select ledger.open_account('platform:unmatched');

create table private.unmatched_money (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  event_id text not null unique references private.webhook_events (id),
  provider text not null check (provider in ('pix', 'stripe')),
  -- The provider's own name for it: `endToEndId`, or the charge.
  external_id text not null,
  amount bigint not null check (amount > 0),
  -- The payment that it names, if any; it was paid before, with another amount, or by somebody who is no more.
  payment_id bigint references public.payments,
  status text not null default 'open' check (status in ('open', 'matched', 'credited', 'returned', 'booked')),
  arrived_at timestamptz not null,
  ended_at timestamptz,
  constraint open_has_no_end check ((status = 'open') = (ended_at is null))
);
-- However often its provider tells of it, it came once.
create unique index unmatched_money_once on private.unmatched_money (provider, external_id);
create index unmatched_money_open on private.unmatched_money (id) where status = 'open';
create index unmatched_money_payment on private.unmatched_money (payment_id) where payment_id is not null;
alter table private.unmatched_money enable row level security;
insert into private.transitions (machine, before, after) values
  ('unmatched', 'open', 'matched'),
  ('unmatched', 'open', 'credited'),
  ('unmatched', 'open', 'returned'),
  ('unmatched', 'open', 'booked');
create trigger unmatched_money_transition before update of status on private.unmatched_money
  for each row execute function private.enforce_transition('status', 'unmatched');
create trigger unmatched_money_stays before delete on private.unmatched_money
  for each row execute function ledger.refuse_change();

-- What administrators decide by hand about such money. Each line keeps what was decided, why, and by whom.
create table private.money_decisions (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  about text not null check (about in ('withdrawal', 'payout', 'refund', 'unmatched')),
  -- The uid of the withdrawal, payout, refund or unmatched money.
  subject uuid not null,
  outcome text not null,
  amount bigint not null check (amount > 0),
  -- Whose wallet the money is from or goes to; null for an author's, and for what goes to nobody here.
  user_id uuid references public.users (uid),
  -- The provider's or the bank's name for the payment.
  reference text check (length(reference) between 1 and 80),
  note text not null check (note ~ '\S' and length(note) <= 500),
  people_due integer not null check (people_due in (1, 2)),
  status text not null default 'requested' check (status in ('requested', 'done', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status = 'requested') = (ended_at is null)),
  constraint outcome_fits check (case about
    when 'unmatched' then outcome in ('credited', 'returned', 'booked')
    else outcome in ('paid', 'failed')
  end),
  constraint paid_has_a_name check (outcome not in ('paid', 'returned') or reference is not null),
  constraint credited_has_an_owner check (outcome <> 'credited' or user_id is not null)
);
create unique index money_decision_waits_once on private.money_decisions (subject) where status = 'requested';
create index money_decisions_subject on private.money_decisions (subject, id);
alter table private.money_decisions enable row level security;
insert into private.transitions (machine, before, after) values
  ('money_decision', 'requested', 'done'),
  ('money_decision', 'requested', 'rejected');
create trigger money_decisions_transition before update of status on private.money_decisions
  for each row execute function private.enforce_transition('status', 'money_decision');
create trigger money_decisions_stay before delete on private.money_decisions
  for each row execute function ledger.refuse_change();

create table private.money_decision_approvals (
  decision_id bigint not null references private.money_decisions,
  admin_id uuid not null references public.users (uid),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (decision_id, admin_id)
);
alter table private.money_decision_approvals enable row level security;
create trigger money_decision_approvals_stay before update or delete on private.money_decision_approvals
  for each row execute function ledger.refuse_change();

-- Nothing is carried out with fewer people than are due, and nobody decides about their own money.
create function private.judge_money_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (
    select count(*) < new.people_due or coalesce(bool_or(admin_id = new.user_id), false)
    from private.money_decision_approvals
    where decision_id = new.id
  ) then
    raise exception 'decision % was not agreed to by enough others', new.uid using errcode = 'P0W01';
  end if;
  return null;
end
$$;
create trigger money_decisions_are_judged after update on private.money_decisions
  for each row when (new.status = 'done' and old.status <> 'done')
  execute function private.judge_money_decision();

-- Empty when all is well, as `ledger.faults`.
create view ledger.unmatched_faults as
  select 'unmatched money that differs from what is set aside for it' as fault, code || ' ' || balance as detail
  from ledger.accounts
  join (values ('pix:unmatched', 'pix'), ('cards:unmatched', 'stripe')) known (code, provider) using (code)
  where balance <> coalesce((
    select sum(amount) from private.unmatched_money where status = 'open' and unmatched_money.provider = known.provider
  ), 0);

-- What was refused before there was a place for it: booked now, once.
with refused as (
  insert into private.unmatched_money (event_id, provider, external_id, amount, payment_id, arrived_at)
  select id, provider, payload ->> 'endToEndId', replace(payload ->> 'valor', '.', '')::bigint, payment_id, received_at
  from private.webhook_events
  where provider = 'pix' and outcome like 'refused%' and payload ->> 'valor' ~ '^[0-9]{1,10}\.[0-9]{2}$'
    and replace(payload ->> 'valor', '.', '')::bigint > 0 and payload ->> 'endToEndId' is not null
  union all
  select id, provider, payload #>> '{data,object,id}', (payload #>> '{data,object,amount_received}')::bigint, payment_id,
    received_at
  from private.webhook_events
  where provider = 'stripe' and type = 'payment_intent.succeeded' and outcome like 'refused%'
    and payload #>> '{data,object,currency}' = 'brl' and payload #>> '{data,object,amount_received}' ~ '^[1-9][0-9]{0,15}$'
  on conflict do nothing
  returning *
)
select ledger.transfer(coalesce(array_agg(row(
  'unmatched:' || uid || ':in', 'unmatched',
  case provider when 'pix' then 'pix:clearing' else 'processor:clearing' end,
  case provider when 'pix' then 'pix:unmatched' else 'cards:unmatched' end,
  amount
)::ledger.entry), '{}'))
from refused;
