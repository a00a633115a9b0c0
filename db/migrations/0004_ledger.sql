-- Double-entry ledger in centavos. Money only ever moves by `ledger.transfer`; balances are kept beside the
-- transfers and may not fall below zero except on the accounts that stand for the world outside.
create schema ledger;

-- A type of its own, which is judged when a name is given, and not whenever a balance changes.
create domain ledger.account_code as text check (value ~ '^[a-z]+(:[a-z0-9_-]+)+$');

create table ledger.accounts (
  id bigint generated always as identity primary key,
  -- What the account is called everywhere: fan:<uid>:available, fan:<uid>:held, project:<uid>:payable,
  -- platform:revenue, platform:card_fees, processor:clearing.
  code ledger.account_code not null unique,
  -- Credits minus debits.
  balance bigint not null default 0,
  may_be_negative boolean not null default false,
  constraint no_overdraft check (balance >= 0 or may_be_negative)
-- Rows that change with every bid have room beside them, so that a change touches no index.
) with (fillfactor = 50);

create table ledger.transfers (
  -- Names the business event and its leg (`deposit:<payment>`), so that repeating the event changes nothing.
  id text primary key check (length(id) between 3 and 200),
  kind text not null check (kind ~ '^[a-z_]+$'),
  -- Not enforced: every bid would pay for the checks, and both rows were read in the same statement (decision 010).
  debit_account bigint not null references ledger.accounts not enforced,
  credit_account bigint not null references ledger.accounts not enforced,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp(),
  check (debit_account <> credit_account)
);
-- A statement reads an account's transfers backwards, and within one instant the later leg first: the same order for
-- index and window, so that a page costs a page however long the history is.
create index transfers_debit on ledger.transfers (debit_account, created_at, id);
create index transfers_credit on ledger.transfers (credit_account, created_at, id);

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

-- Whole lists at once: a settlement or a batch of bids moves the money of many people in a few statements.
create type ledger.entry as (id text, kind text, debit text, credit text, amount bigint);

-- Posts transfers between accounts given by code, all or none. A transfer whose id exists already is skipped;
-- the same id with other contents is a fault. Returns how many were new.
create function ledger.transfer(entries ledger.entry[]) returns integer
language plpgsql as $$
declare
  posted integer;
begin
  -- Locks in one order: two posts that share accounts wait for each other. Transactions that post more than
  -- once can still meet head-on, and are run again when the database gives one of them up.
  perform
  from ledger.accounts
  where code = any (array(select unnest(array[debit, credit]) from unnest(entries)))
  order by id
  for no key update;

  with fresh as (
    insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
    select
      entry.id,
      entry.kind,
      (select id from ledger.accounts where code = entry.debit),
      (select id from ledger.accounts where code = entry.credit),
      entry.amount
    from unnest(entries) entry
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

  if posted < cardinality(entries) then
    -- After the insert, so that it also sees what this very list, or a post committed meanwhile, says.
    perform
    from unnest(entries) entry
    join ledger.transfers known using (id)
    left join ledger.accounts debit on debit.code = entry.debit
    left join ledger.accounts credit on credit.code = entry.credit
    where (known.kind, known.debit_account, known.credit_account, known.amount)
      is distinct from (entry.kind, debit.id, credit.id, entry.amount);
    if found then
      raise exception 'a transfer id was used again for something else' using errcode = 'P0L02';
    end if;
  end if;
  return posted;
end
$$;

-- The same for entries as JSON, [{id, kind, debit, credit, amount}].
create function ledger.post(entries jsonb) returns integer
language sql as $$
  select ledger.transfer(array(
    select entry
    from jsonb_populate_recordset(null::ledger.entry, entries) entry
  ))
$$;

create type ledger.hold_order as (id text, fan uuid, amount bigint);

-- Sets free money of fans aside. Holds that exist already are left as they are. Returns how many were new. One
-- statement, because every bid passes here; the transfers are those that `ledger.transfer` would write.
create function ledger.hold(orders ledger.hold_order[], reason text) returns integer
language plpgsql as $$
declare
  held integer;
begin
  perform
  from ledger.accounts
  where code = any (array(
    select unnest(array['fan:' || fan || ':available', 'fan:' || fan || ':held']) from unnest(orders)
  ))
  order by id
  for no key update;

  with fresh as (
    insert into ledger.holds (id, fan, amount, reason)
    select id, fan, amount, hold.reason
    from unnest(orders)
    on conflict (id) do nothing
    returning id, fan, amount
  ),
  posted as (
    insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
    select
      'hold:' || id,
      'hold',
      (select accounts.id from ledger.accounts where code = 'fan:' || fan || ':available'),
      (select accounts.id from ledger.accounts where code = 'fan:' || fan || ':held'),
      amount
    from fresh
    returning debit_account, credit_account, amount
  ),
  moved as (
    update ledger.accounts
    set balance = balance + moves.delta
    from (
      select account, sum(delta) as delta
      from (
        select debit_account as account, -amount as delta from posted
        union all
        select credit_account, amount from posted
      ) legs
      group by account
    ) moves
    where accounts.id = moves.account
  )
  select count(*) into held from fresh;
  return held;
end
$$;

-- What one party gets of a hold; `transfer` names the transfer that pays it.
create type ledger.share as (hold text, transfer text, kind text, account text, amount bigint);

-- Ends holds by paying them out; the shares of each add up to it. Holds posted before are left as they are; a
-- voided one can no longer be posted. Returns how many were posted now.
create function ledger.post_holds(shares ledger.share[]) returns integer
language plpgsql as $$
declare
  fault text;
  open text[];
begin
  perform
  from ledger.holds
  where id in (select hold from unnest(shares))
  order by id
  for update;

  select format('hold %s: %s of %s, %s', share.hold, sum(share.amount), hold.amount, coalesce(hold.status, 'unknown'))
  into fault
  from unnest(shares) share
  left join ledger.holds hold on hold.id = share.hold
  group by share.hold, hold.amount, hold.status
  having hold.status is null or hold.status = 'voided' or sum(share.amount) <> hold.amount
  limit 1;
  if fault is not null then
    raise exception 'cannot be posted: %', fault using errcode = 'P0L03';
  end if;

  select array_agg(id) into open
  from ledger.holds
  where id in (select hold from unnest(shares)) and status = 'held';
  if open is null then
    return 0;
  end if;
  perform ledger.transfer(array(
    select row(share.transfer, share.kind, 'fan:' || hold.fan || ':held', share.account, share.amount)::ledger.entry
    from unnest(shares) share
    join ledger.holds hold on hold.id = share.hold
    where share.hold = any (open)
  ));
  update ledger.holds set status = 'posted', ended_at = clock_timestamp() where id = any (open);
  return cardinality(open);
end
$$;

-- Ends holds by giving the money back. Holds voided before are left as they are; a posted one stays posted.
-- Returns how many were voided now.
create function ledger.void_holds(ids text[]) returns integer
language plpgsql as $$
declare
  fault text;
  open text[];
begin
  perform from ledger.holds where id = any (ids) order by id for update;

  select wanted.id || ', ' || coalesce(hold.status, 'unknown') into fault
  from unnest(ids) wanted (id)
  left join ledger.holds hold using (id)
  where hold.status is null or hold.status = 'posted'
  limit 1;
  if fault is not null then
    raise exception 'cannot be voided: hold %', fault using errcode = 'P0L03';
  end if;

  select array_agg(id) into open from ledger.holds where id = any (ids) and status = 'held';
  if open is null then
    return 0;
  end if;
  perform ledger.transfer(array(
    select row('void:' || id, 'void', 'fan:' || fan || ':held', 'fan:' || fan || ':available', amount)::ledger.entry
    from ledger.holds
    where id = any (open)
  ));
  update ledger.holds set status = 'voided', ended_at = clock_timestamp() where id = any (open);
  return cardinality(open);
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
