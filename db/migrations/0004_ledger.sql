-- Double-entry ledger in centavos. Money only ever moves by `ledger.post`; balances are kept beside the
-- transfers and may not fall below zero except on the accounts that stand for the world outside.
create schema ledger;

create table ledger.accounts (
  id bigint generated always as identity primary key,
  -- What the account is called everywhere: fan:<uid>:available, fan:<uid>:held, project:<uid>:payable,
  -- platform:revenue, platform:card_fees, processor:clearing.
  code text not null unique check (code ~ '^[a-z]+(:[a-z0-9_-]+)+$'),
  -- Credits minus debits.
  balance bigint not null default 0,
  may_be_negative boolean not null default false,
  constraint no_overdraft check (balance >= 0 or may_be_negative)
);

create table ledger.transfers (
  -- Names the business event and its leg (`deposit:<payment>`), so that repeating the event changes nothing.
  id text primary key check (length(id) between 3 and 200),
  kind text not null check (kind ~ '^[a-z_]+$'),
  debit_account bigint not null references ledger.accounts,
  credit_account bigint not null references ledger.accounts,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  check (debit_account <> credit_account)
);
create index transfers_debit on ledger.transfers (debit_account, created_at desc, id);
create index transfers_credit on ledger.transfers (credit_account, created_at desc, id);

-- Money set aside for one purpose. Every hold ends once: posted to whoever earned it, or voided back.
create table ledger.holds (
  id text primary key check (length(id) between 3 and 200),
  fan uuid not null,
  amount bigint not null check (amount > 0),
  status text not null default 'held' check (status in ('held', 'posted', 'voided')),
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check ((status = 'held') = (ended_at is null))
);
create index holds_open on ledger.holds (fan) where status = 'held';

alter table ledger.accounts enable row level security;
alter table ledger.transfers enable row level security;
alter table ledger.holds enable row level security;

create function ledger.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % refused', tg_op, tg_table_name using errcode = 'P0L01';
end
$$;
create trigger transfers_are_immutable before update or delete on ledger.transfers
  for each row execute function ledger.refuse_change();
create trigger transfers_are_never_emptied before truncate on ledger.transfers
  for each statement execute function ledger.refuse_change();

create function ledger.open_account(code text, may_be_negative boolean default false) returns void
language sql as $$
  insert into ledger.accounts (code, may_be_negative)
  values (open_account.code, open_account.may_be_negative)
  on conflict (code) do nothing
$$;

-- Posts transfers given as [{id, kind, debit, credit, amount}] with account codes, all or none. A transfer
-- whose id exists already is skipped; the same id with other contents is a fault. Returns how many were new.
create function ledger.post(entries jsonb) returns integer
language plpgsql as $$
declare
  posted integer;
begin
  -- Locks in one order: two posts that share accounts wait for each other. Transactions that post more than
  -- once can still meet head-on, and are run again when the database gives one of them up.
  perform
  from ledger.accounts
  where code in (
    select unnest(array[entry ->> 'debit', entry ->> 'credit'])
    from jsonb_array_elements(entries) entry
  )
  order by id
  for update;

  with fresh as (
    insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
    select
      entry.id,
      entry.kind,
      (select id from ledger.accounts where code = entry.debit),
      (select id from ledger.accounts where code = entry.credit),
      entry.amount
    from jsonb_to_recordset(entries) as entry (id text, kind text, debit text, credit text, amount bigint)
    on conflict (id) do nothing
    returning debit_account, credit_account, amount
  ),
  moves as (
    select account, sum(delta) as delta
    from (
      select debit_account as account, -amount as delta from fresh
      union all
      select credit_account, amount from fresh
    ) legs
    group by account
  ),
  moved as (
    update ledger.accounts
    set balance = balance + moves.delta
    from moves
    where accounts.id = moves.account
    returning 1
  )
  select count(*) into posted from fresh;

  -- After the insert, so that it also sees what this very list, or a post committed meanwhile, says.
  perform
  from jsonb_to_recordset(entries) as entry (id text, kind text, debit text, credit text, amount bigint)
  join ledger.transfers known using (id)
  left join ledger.accounts debit on debit.code = entry.debit
  left join ledger.accounts credit on credit.code = entry.credit
  where (known.kind, known.debit_account, known.credit_account, known.amount)
    is distinct from (entry.kind, debit.id, credit.id, entry.amount);
  if found then
    raise exception 'a transfer id was used again for something else' using errcode = 'P0L02';
  end if;
  return posted;
end
$$;

-- Sets `amount` of a fan's free money aside. False when the hold exists already.
create function ledger.hold(hold text, fan uuid, amount bigint, reason text) returns boolean
language plpgsql as $$
begin
  insert into ledger.holds (id, fan, amount, reason)
  values (hold, hold.fan, hold.amount, hold.reason)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  perform ledger.post(jsonb_build_array(jsonb_build_object(
    'id', 'hold:' || hold, 'kind', 'hold',
    'debit', 'fan:' || hold.fan || ':available', 'credit', 'fan:' || hold.fan || ':held',
    'amount', hold.amount
  )));
  return true;
end
$$;

-- Ends a hold by paying it out: `shares` is [{account, kind, amount}] and adds up to the hold. False when it
-- was posted before; a voided hold can no longer be posted.
create function ledger.post_hold(hold text, shares jsonb) returns boolean
language plpgsql as $$
declare
  open ledger.holds;
begin
  select * into strict open from ledger.holds where id = hold for update;
  if open.status = 'posted' then
    return false;
  end if;
  if open.status = 'voided' then
    raise exception 'hold % was voided', hold using errcode = 'P0L03';
  end if;
  if (select sum((share ->> 'amount')::bigint) from jsonb_array_elements(shares) share) <> open.amount then
    raise exception 'the shares of hold % do not add up to %', hold, open.amount using errcode = 'P0L04';
  end if;
  perform ledger.post((
    select jsonb_agg(jsonb_build_object(
      'id', 'hold:' || hold || ':' || (share ->> 'kind'), 'kind', share ->> 'kind',
      'debit', 'fan:' || open.fan || ':held', 'credit', share ->> 'account',
      'amount', (share ->> 'amount')::bigint
    ))
    from jsonb_array_elements(shares) share
  ));
  update ledger.holds set status = 'posted', ended_at = clock_timestamp() where id = hold;
  return true;
end
$$;

-- Ends a hold by giving the money back. False when it was voided before; a posted hold stays posted.
create function ledger.void_hold(hold text) returns boolean
language plpgsql as $$
declare
  open ledger.holds;
begin
  select * into strict open from ledger.holds where id = hold for update;
  if open.status = 'voided' then
    return false;
  end if;
  if open.status = 'posted' then
    raise exception 'hold % was posted', hold using errcode = 'P0L03';
  end if;
  perform ledger.post(jsonb_build_array(jsonb_build_object(
    'id', 'void:' || hold, 'kind', 'void',
    'debit', 'fan:' || open.fan || ':held', 'credit', 'fan:' || open.fan || ':available',
    'amount', open.amount
  )));
  update ledger.holds set status = 'voided', ended_at = clock_timestamp() where id = hold;
  return true;
end
$$;

-- What must always be true; an empty answer is a healthy ledger. Read by tests, simulator and operator.
create view ledger.faults as
  select 'sum of all balances is not zero' as fault, sum(balance)::text as detail
  from ledger.accounts
  having sum(balance) <> 0
  union all
  select 'balance differs from its transfers', code
  from ledger.accounts
  where balance <>
    coalesce((select sum(amount) from ledger.transfers where credit_account = accounts.id), 0)
    - coalesce((select sum(amount) from ledger.transfers where debit_account = accounts.id), 0)
  union all
  select 'held money differs from the open holds', code
  from ledger.accounts
  where code like 'fan:%:held'
    and balance <> coalesce((
      select sum(amount)
      from ledger.holds
      where status = 'held' and fan = split_part(accounts.code, ':', 2)::uuid
    ), 0);

select ledger.open_account('processor:clearing', may_be_negative => true);
select ledger.open_account('platform:revenue');
select ledger.open_account('platform:card_fees');
