-- What an examination of the market found: instants that were not taken where the market was locked, and clocks that
-- step back.

-- What cannot even be written as a call to a contract fails without a transaction, and stops nobody.
alter table chain.operations
  drop constraint operations_check1,
  add constraint sent_in_a_transaction check (status in ('queued', 'failed') or transaction_id is not null);

-- Settles the windows of a project that have ended by now, with the bids that stand: before a token of it is taken back,
-- for that one may have ended too, and then its unit is already somebody's. The caller holds the market's lock.
create function market.settle_windows(project bigint, platform_wallet text) returns void
language plpgsql as $$
begin
  while exists (
    select
    from public.mints
    where project_id = project and status = 'minted' and will_expire_at <= clock_timestamp()
  ) loop
    perform market.settle(array[project], platform_wallet);
  end loop;
end
$$;

-- As in 0014, but never settled before it came free: the clock may have stepped back since.
create or replace function market.sale_body(unit bigint, freed_at timestamptz, bid bigint, amount bigint, at timestamptz)
returns text
language sql stable as $$
  select format(
    '"at":"%s","unit":%s,"freed":"%s","bid":%s,"amount":%s',
    market.instant(greatest(at, freed_at)), (select number from public.units where id = unit),
    market.instant(freed_at), bid, amount
  )
$$;

-- Some functions get one condition each, as in 0028: their texts stand in 0014, 0027 and 0028.
do $$
declare
  change record;
  was text;
begin
  for change in
    select *
    from (values
      -- A bid counts from the instant up to which its market was settled. The wait for its fan's wallet comes afterwards: a
      -- window that ends meanwhile is not one that this bid came too late for, and a later instant would say so.
      (1, 'market.place_bids(jsonb, text)'::regprocedure,
        '  while exists (
    select
    from public.mints
    where project_id = any (markets) and status = ''minted'' and will_expire_at <= clock_timestamp()
  ) or exists (
    select from market.state where project_id = any (markets) and unsettled
  ) loop
    perform market.settle(markets, platform_wallet);
  end loop;',
        '  loop
    at := clock_timestamp();
    exit when not exists (
      select
      from public.mints
      where project_id = any (markets) and status = ''minted'' and will_expire_at <= at
    ) and not exists (
      select from market.state where project_id = any (markets) and unsettled
    );
    perform market.settle(markets, platform_wallet);
  end loop;'),
      (2, 'market.place_bids(jsonb, text)'::regprocedure,
        '

  at := clock_timestamp();
  select array_agg(row(',
        '

  select array_agg(row('),
      -- A unit that was given back before the project's end has a claim to the bids, however late this runs.
      (3, 'market.waiting_units(bigint[], timestamptz)'::regprocedure,
        'unsettled and closes_at > at',
        'unsettled and closes_at > coalesce(units.freed_at, at)'),
      -- No window ends before it was sold: the clock may have stepped back by more than its length.
      (4, 'market.settle(bigint[], text)'::regprocedure,
        'due.project_id, due.unit_id, due.id, due.user_id, due.will_expire_at,',
        'due.project_id, due.unit_id, due.id, due.user_id, greatest(due.will_expire_at, due.created_at),'),
      (5, 'market.settle(bigint[], text)'::regprocedure,
        'select id, project_id, unit_id, user_id, will_expire_at
',
        'select id, project_id, unit_id, user_id, will_expire_at, created_at
'),
      (6, 'market.award(market.award[], text, timestamptz)'::regprocedure,
        'insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount)',
        'insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount, created_at)'),
      (7, 'market.award(market.award[], text, timestamptz)'::regprocedure,
        'select mint_id, mint_uid, fan, project_id, unit_id, payment_id, amount
',
        'select mint_id, mint_uid, fan, project_id, unit_id, payment_id, amount, greatest(at, (
    select a.freed_at from unnest(awards) a where a.bid_id = sale.bid_id
  ))
'),
      (8, 'market.award(market.award[], text, timestamptz)'::regprocedure,
        'from unnest(sales);
  update public.units set mint_id',
        'from unnest(sales) sale;
  update public.units set mint_id'),
      (9, 'market.record_ends(market.ending[], market.award[], timestamptz)'::regprocedure,
        'market.instant(at), units.number, market.instant(ending.freed_at)',
        'market.instant(greatest(at, ending.freed_at)), units.number, market.instant(ending.freed_at)')
    ) as changes (place, function, said, says)
    order by place
  loop
    was := pg_get_functiondef(change.function);
    if array_length(string_to_array(was, change.said), 1) is distinct from 2 then
      raise exception '% does not say once: %', change.function, change.said;
    end if;
    execute replace(was, change.said, change.says);
  end loop;
end
$$;
