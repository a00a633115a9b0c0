-- Money that goes back: refunds that the house gives, and disputes (chargebacks) that a bank decides. And what the back
-- office writes down about people: notes, and answers of the support.

-- What processor and fan disagree about while a dispute is open; what it cost the house once it is lost (an expense, so
-- below zero); and card refunds on their way to the processor.
select ledger.open_account('disputes:open');
select ledger.open_account('platform:dispute_losses', may_be_negative => true);
select ledger.open_account('refunds:under_way');

insert into private.transitions (machine, before, after) values
  ('dispute', 'open', 'won'),
  ('dispute', 'open', 'lost'),
  ('refund', 'requested', 'approved'),
  ('refund', 'requested', 'rejected'),
  ('refund', 'approved', 'done'),
  ('refund', 'approved', 'failed'),
  -- A bank may send back what the processor had taken for paid.
  ('refund', 'done', 'failed');

-- A bank's demand for the money of one charge. The processor's word decides it; nobody here does.
create table private.disputes (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  -- The processor's own name for it.
  provider_id text not null unique,
  payment_id bigint not null references public.payments,
  user_id uuid not null references public.users (uid),
  -- What the bank took, in centavos, and the part of it that had reached the fan's wallet.
  amount bigint not null check (amount > 0),
  fan_part bigint not null check (fan_part between 0 and amount),
  -- What the processor charges for it; known for certain at its end.
  fee bigint not null default 0 check (fee >= 0),
  -- In the processor's words: `fraudulent`, `product_not_received`, …
  reason text not null,
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status = 'open') = (ended_at is null))
);
create index disputes_payment on private.disputes (payment_id);
-- All disputes of somebody, the newest first; `ledger.keep_overdraft` sums those that were not won.
create index disputes_user on private.disputes (user_id, id desc);
alter table private.disputes enable row level security;
create trigger disputes_transition before update of status on private.disputes
  for each row execute function private.enforce_transition('status', 'dispute');
create trigger disputes_stay before delete on private.disputes
  for each row execute function ledger.refuse_change();

-- How far below zero an account is. Only a dispute takes a fan's free money there, never further than what disputes took
-- of it, and whatever comes in first makes that smaller: nothing can be spent meanwhile.
alter table ledger.accounts
  add column overdraft bigint not null default 0 check (overdraft >= 0),
  drop constraint no_overdraft,
  add constraint no_overdraft check (balance >= -overdraft or may_be_negative);

create function ledger.keep_overdraft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.overdraft > old.overdraft and (
    new.code !~ '^fan:.+:available$' or new.overdraft > (
      select coalesce(sum(fan_part), 0)
      from private.disputes
      where user_id = split_part(new.code, ':', 2)::uuid and status <> 'won'
    )
  ) then
    raise exception 'only a dispute takes % below zero', new.code
      using errcode = 'check_violation', constraint = 'no_overdraft';
  end if;
  if new.overdraft = old.overdraft then
    new.overdraft := least(new.overdraft, greatest(0, -new.balance));
  end if;
  return new;
end
$$;
-- Everybody else's money passes without it.
create trigger accounts_keep_overdraft before update on ledger.accounts
  for each row when (old.overdraft > 0 or new.overdraft > 0)
  execute function ledger.keep_overdraft();

-- The chain knows no balance below zero: what came in for a fan who owes it is burnt there again. At the end of the
-- transaction, so that the record of what came in goes before.
create function ledger.mirror_debt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform chain.enqueue('debt:' || reference, 'debit_balance', jsonb_build_object(
    'wallet', users.wallet, 'amount', old.overdraft - new.overdraft, 'reference', reference
  ))
  from public.users
  cross join (select gen_random_uuid() as reference) named
  where uid = split_part(new.code, ':', 2)::uuid and wallet is not null;
  return null;
end
$$;
create constraint trigger accounts_mirror_debt after update on ledger.accounts
  deferrable initially deferred
  for each row when (new.overdraft < old.overdraft)
  execute function ledger.mirror_debt();

-- Takes what a dispute claims from the fan's free money, once, below zero where it is not there. Returns what the wallet
-- could give: that much the chain burns at once.
create function ledger.take_disputed(dispute uuid) returns bigint
language plpgsql as $$
declare
  claim private.disputes;
  free bigint;
begin
  select * into strict claim from private.disputes where uid = dispute for update;
  if claim.fan_part = 0 or exists (select from ledger.transfers where id = 'dispute:' || dispute || ':fan') then
    return 0;
  end if;
  select balance into strict free
  from ledger.accounts where code = 'fan:' || claim.user_id || ':available' for no key update;
  if free < claim.fan_part then
    update ledger.accounts set overdraft = claim.fan_part - free
    where code = 'fan:' || claim.user_id || ':available';
  end if;
  perform ledger.transfer(array[row(
    'dispute:' || dispute || ':fan', 'dispute', 'fan:' || claim.user_id || ':available', 'disputes:open', claim.fan_part
  )::ledger.entry]);
  return least(claim.fan_part, greatest(free, 0));
end
$$;

-- Money that the house gives back for one payment, by the word of one administrator or, above a limit, of two.
create table private.refunds (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  payment_id bigint not null references public.payments,
  user_id uuid not null references public.users (uid),
  amount bigint not null check (amount between 1 and 100000000),
  destination text not null check (destination in ('wallet', 'card')),
  -- Told to the fan.
  reason text not null check (reason ~ '\S' and length(reason) <= 500),
  -- The operator knows that the token was played, and refunds it all the same.
  despite_play boolean not null,
  status text not null default 'requested' check (status in ('requested', 'approved', 'done', 'failed', 'rejected')),
  -- True once author and platform have given up their shares for it.
  from_sale boolean not null default false,
  platform_part bigint not null default 0 check (platform_part between 0 and amount),
  -- The processor's own name for it, and why it failed.
  provider_id text unique,
  failure text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status in ('requested', 'approved')) = (ended_at is null))
);
create index refunds_payment on private.refunds (payment_id);
create index refunds_waiting on private.refunds (id) where status in ('requested', 'approved');
create index refunds_user on private.refunds (user_id);
alter table private.refunds enable row level security;
create trigger refunds_transition before update of status on private.refunds
  for each row execute function private.enforce_transition('status', 'refund');
create trigger refunds_stay before delete on private.refunds
  for each row execute function ledger.refuse_change();

create table private.refund_approvals (
  refund_id bigint not null references private.refunds,
  admin_id uuid not null references public.users (uid),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, admin_id)
);
alter table private.refund_approvals enable row level security;
create trigger refund_approvals_stay before update or delete on private.refund_approvals
  for each row execute function ledger.refuse_change();

-- Nothing is given back that nobody approved, nobody approves their own, and never more goes one way than was paid.
create function private.judge_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = 'approved' and old.status <> 'approved' and (
    select coalesce(bool_or(admin_id = new.user_id), true)
    from private.refund_approvals
    where refund_id = new.id
  ) then
    raise exception 'refund % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  perform from public.payments where id = new.payment_id for update;
  if new.status not in ('failed', 'rejected') and (
    select payments.amount < coalesce(sum(refunds.amount) filter (
        where refunds.destination = new.destination and refunds.status not in ('failed', 'rejected')
      ), 0)
      or payments.amount < coalesce(sum(refunds.amount) filter (where refunds.from_sale), 0)
    from public.payments
    left join private.refunds on refunds.payment_id = payments.id
    where payments.id = new.payment_id
    group by payments.id
  ) then
    raise exception 'payment % does not have that much left', new.payment_id
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return null;
end
$$;
create trigger refunds_are_judged after insert or update on private.refunds
  for each row execute function private.judge_refund();

-- A token taken back by the house, and why. Of a played one the money may be given back, but it stays.
alter table public.mints
  add column revoked_for text check (revoked_for in ('refund', 'dispute')),
  add constraint revoked_means_unplayed check (
    revoked_for is null or (status = 'expired' and status_song = 'none')
  );

-- What the other tables say of a token by its payment.
create index mints_payment on public.mints (payment_id);

-- Which of the processor's words were about a payment.
alter table private.webhook_events add column payment_id bigint references public.payments;
create index webhook_events_payment on private.webhook_events (payment_id) where payment_id is not null;
-- Those that were applied before say it themselves.
update private.webhook_events set payment_id = payments.id
from public.payments
where provider = 'stripe' and type like 'payment_intent.%'
  and payload #>> '{data,object,metadata,payment}' = payments.uid::text;

-- When a payment from outside became what; one from the wallet is over in the transaction that makes it.
create table private.payment_states (
  id bigint generated always as identity primary key,
  payment_id bigint not null references public.payments,
  status text not null,
  failure text,
  at timestamptz not null default clock_timestamp()
);
create index payment_states_payment on private.payment_states (payment_id, id);
alter table private.payment_states enable row level security;
create trigger payment_states_stay before update or delete on private.payment_states
  for each row execute function ledger.refuse_change();

create function private.keep_payment_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.payment_states (payment_id, status, failure) values (new.id, new.status, new.failure);
  return null;
end
$$;
create trigger payments_keep_state after update of status on public.payments
  for each row when (new.method <> 'balance' and old.status <> new.status)
  execute function private.keep_payment_state();

-- What operators write down about a person, for each other. A line is never changed; it goes with the person.
create table private.user_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid),
  admin_id uuid not null references public.users (uid),
  note text not null check (note ~ '\S' and length(note) <= 5000),
  created_at timestamptz not null default clock_timestamp()
);
create index user_notes_user on private.user_notes (user_id, id desc);
alter table private.user_notes enable row level security;
create trigger user_notes_stay before update on private.user_notes
  for each row execute function ledger.refuse_change();

-- What became of a request for support. Whoever sent it may read it, as the row itself.
alter table public.support_requests
  add column status text not null default 'new' check (status in ('new', 'answered', 'closed'));
create index support_requests_open on public.support_requests (id) where status = 'new';
insert into private.transitions (machine, before, after) values
  ('support', 'new', 'answered'),
  ('support', 'new', 'closed'),
  ('support', 'answered', 'closed'),
  -- It was not over after all.
  ('support', 'closed', 'answered');
create trigger support_requests_transition before update of status on public.support_requests
  for each row execute function private.enforce_transition('status', 'support');

-- Each answer as it was mailed; it goes with the request.
create table private.support_answers (
  id bigint generated always as identity primary key,
  request_id bigint not null references public.support_requests on delete cascade,
  admin_id uuid not null references public.users (uid),
  message text not null check (message ~ '\S' and length(message) <= 5000),
  created_at timestamptz not null default clock_timestamp()
);
create index support_answers_request on private.support_answers (request_id, id);
alter table private.support_answers enable row level security;
create trigger support_answers_stay before update on private.support_answers
  for each row execute function ledger.refuse_change();
