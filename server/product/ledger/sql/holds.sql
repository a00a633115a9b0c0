-- Holds available money of fans. Existing holds are left as they are. Returns how many were new. One statement,
-- because every bid passes here; the transfers are those that `ledger.transfer` would write.
create or replace function ledger.hold(orders ledger.hold_order[], reason text) returns integer
language plpgsql as $$
declare
  held integer;
  at timestamptz;
begin
  perform
  from ledger.accounts
  where code = any (array(
    select unnest(array['fan:' || fan || ':available', 'fan:' || fan || ':held']) from unnest(orders)
  ))
  order by id
  for no key update;
  -- After the locks, so that an account's moves are in the order of their instants; one for all, since each later one would
  -- widen the summaries of the indexes by time again (4 % of a bid's log).
  at := clock_timestamp();

  with fresh as (
    insert into ledger.holds (id, fan, amount, reason, created_at)
    select id, fan, amount, hold.reason, at
    from unnest(orders) wanted
    -- Not "on conflict", which writes a line of the log more: whoever has the same id has the same fan, and waits for the lock.
    where not exists (select from ledger.holds known where known.id = wanted.id)
    returning id, fan, amount
  ),
  posted as (
    insert into ledger.transfers (id, kind, debit_account, credit_account, amount, created_at)
    select
      'hold:' || id,
      'hold',
      (select accounts.id from ledger.accounts where code = 'fan:' || fan || ':available'),
      (select accounts.id from ledger.accounts where code = 'fan:' || fan || ':held'),
      amount,
      at
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

-- Ends holds by paying them out; the shares of each add up to it. Holds posted before are left as they are; a voided
-- one can no longer be posted. Returns how many were posted now.
create or replace function ledger.post_holds(shares ledger.share[]) returns integer
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

-- Ends holds by returning the money. Holds voided before are left as they are; a posted one stays posted. Returns how
-- many were voided now.
create or replace function ledger.void_holds(ids text[]) returns integer
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
