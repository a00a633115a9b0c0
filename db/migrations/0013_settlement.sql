-- Settlement: what happens when windows end, when a project closes, and when bids are given up.

-- Who gets how much of a sale. The rule is `domain/proceeds.ts`; a test compares the two.
create function private.platform_share(amount bigint) returns bigint
language sql immutable as $$
  select (amount * 1000 + 5000) / 10000
$$;

-- Everything an award needs to know, looked up once.
create type market.sale as (
  project_id bigint, project_uid uuid, project_name text, edition text, author_wallet text,
  unit_id bigint, unit_number integer, bid_id bigint, payment_id bigint, fan uuid, wallet text, amount bigint,
  platform_share bigint, mint_id bigint, mint_uid uuid
);

-- A unit that came free. `place` orders those that are given to bids; null for what ended at or after the
-- project's own end. `mint_id` and `fan` are null for a unit that had waited.
create type market.ending as (
  project_id bigint, unit_id bigint, mint_id bigint, fan uuid, freed_at timestamptz, place bigint
);

-- Never settled before the unit came free: the clock may have stepped back since.
create function market.sale_body(unit bigint, freed_at timestamptz, bid bigint, amount bigint, at timestamptz)
returns text
language sql stable as $$
  select format(
    '"at":"%s","unit":%s,"freed":"%s","bid":%s,"amount":%s',
    market.instant(greatest(at, freed_at)), (select number from public.units where id = unit),
    market.instant(freed_at), bid, amount
  )
$$;

-- Makes winners of bids: the hold is paid out, the unit gets a new token, the chain and the fan are told. The
-- former token has been ended, and the log written, by the caller.
create function market.award(awards market.award[], platform_wallet text, at timestamptz) returns void
language plpgsql as $$
declare
  sales market.sale[];
begin
  select array_agg(row(
    project_id, project_uid, project_name, contract_address, author_wallet, unit_id, number, bid_id, payment_id, fan,
    wallet, amount, private.platform_share(amount), nextval('public.mints_id_seq'), gen_random_uuid()
  )::market.sale)
  into sales
  from (
    select a.project_id, projects.uid as project_uid, project_name, contract_address, author_wallet, a.unit_id,
      units.number, a.bid_id, bids.payment_id, bids.user_id as fan, users.wallet, bids.amount
    from unnest(awards) with ordinality as a (project_id, unit_id, bid_id, ended_mint, freed_at, place)
    join public.bids on bids.id = a.bid_id
    join public.users on users.uid = bids.user_id
    join public.projects on projects.id = a.project_id
    join public.units on units.id = a.unit_id
    order by place
  ) facts;

  perform ledger.post_holds(array(
    select row('bid:' || bid_id, 'sale:' || mint_uid || ':' || party, 'sale_' || party, account, amount)::ledger.share
    from (
      select bid_id, mint_uid, 'author' as party, 'project:' || project_uid || ':payable' as account,
        amount - platform_share as amount
      from unnest(sales)
      union all
      select bid_id, mint_uid, 'platform', 'platform:revenue', platform_share
      from unnest(sales)
    ) shares
    where amount > 0
  ));

  update public.bids set status = 'winner', ended_at = at
  where id in (select bid_id from unnest(sales));
  update public.payments set status = 'succeded-winner'
  where id in (select payment_id from unnest(sales));
  insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount, created_at)
  overriding system value
  select mint_id, mint_uid, fan, project_id, unit_id, payment_id, amount, greatest(at, (
    select a.freed_at from unnest(awards) a where a.bid_id = sale.bid_id
  ))
  from unnest(sales) sale;
  update public.units set mint_id = sale.mint_id, freed_at = null
  from unnest(sales) sale
  where units.id = sale.unit_id;

  perform market.count_fewer(
    array(select project_id from unnest(sales)), array(select amount from unnest(sales))
  );
  perform market.crown(array(select distinct project_id from unnest(sales)));

  insert into chain.operations (key, kind, payload)
  select 'sell:' || mint_uid, 'sell_unit', jsonb_build_object(
    'edition', edition, 'unit', unit_number, 'wallet', wallet, 'amount', amount, 'reference', mint_uid,
    'shares', jsonb_build_array(
      jsonb_build_object('wallet', author_wallet, 'amount', amount - platform_share),
      jsonb_build_object('wallet', platform_wallet, 'amount', platform_share)
    )
  )
  from unnest(sales);

  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', fan, 'kind', 'won', 'data', jsonb_build_object('project', project_name, 'amount', amount)
    ))
    from unnest(sales)
  ));
end
$$;

-- Puts the log heads of projects on the chain. `event` makes the operation's key.
create function market.anchor(markets bigint[], event text) returns void
language sql as $$
  insert into chain.operations (key, kind, payload)
  select 'anchor:' || state.project_id || ':' || log_length || ':' || event, 'anchor_log', jsonb_build_object(
    'edition', contract_address,
    'log', jsonb_build_object('length', log_length, 'head', encode(log_head, 'hex'))
  )
  from market.state
  join public.projects on projects.id = state.project_id
  where state.project_id = any (markets)
$$;

-- Bids that cease to compete without winning: the money goes back at once. `becomes` is pending-cancel (the chain
-- is told, and then it is cancelled) or failed (the chain would not record it: `why` says why not). The caller holds
-- the markets' locks.
create function market.release(given bigint[], becomes text, why text) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at timestamptz := clock_timestamp();
  gone bigint[];
  markets bigint[];
begin
  select array_agg(id order by project_id, id), array_agg(distinct project_id) into gone, markets
  from public.bids
  where id = any (given) and status in ('pending', 'bided');
  if gone is null then
    return 0;
  end if;
  perform ledger.void_holds(array(select 'bid:' || id from unnest(gone) id));
  perform market.count_fewer(
    array(select project_id from public.bids where id = any (gone) order by id),
    array(select amount from public.bids where id = any (gone) order by id)
  );
  update public.bids set status = becomes, ended_at = at where id = any (gone);
  perform market.crown(markets);
  perform market.append(array(
    select row(project_id, 'release', format(
      '"at":"%s","bid":%s,"why":"%s"', market.instant(at), id, case becomes when 'failed' then 'failed' else why end
    ))::market.entry
    from public.bids
    where id = any (gone)
    order by project_id, id
  ));
  if becomes = 'failed' then
    update public.payments set status = 'failed-bided', failure = why
    where id in (select payment_id from public.bids where id = any (gone)) and status = 'succeded';
    perform market.anchor(markets, 'failed');
  else
    insert into chain.operations (key, kind, payload)
    select 'release:' || min(bids.id), 'release_bids', jsonb_build_object(
      'edition', contract_address,
      'references', jsonb_agg(payments.uid order by bids.id),
      'log', jsonb_build_object('length', log_length, 'head', encode(log_head, 'hex'))
    )
    from public.bids
    join public.payments on payments.id = bids.payment_id
    join public.projects on projects.id = bids.project_id
    join market.state on state.project_id = bids.project_id
    where bids.id = any (gone)
    group by bids.project_id, contract_address, log_length, log_head;
  end if;
  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', user_id, 'kind', case becomes when 'failed' then 'bid_failed' else 'bid_released' end,
      'data', jsonb_build_object('project', project_name, 'amount', amount)
    ))
    from public.bids
    join public.projects on projects.id = bids.project_id
    where bids.id = any (gone)
  ));
  return cardinality(gone);
end
$$;

-- Settles what is due in the given projects, up to 500 tokens and 200 bids to release, and returns how much was
-- done; 0 means that everything is settled. Windows end in the order of their ends, whenever this runs; a window
-- that ended before the project's end still finds the bids that stood. Safe to repeat and to race.
create function market.settle(markets bigint[], platform_wallet text) returns integer
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at timestamptz;
  ends market.ending[];
  awards market.award[];
  closing bigint[];
  released integer := 0;
begin
  perform market.lock(markets);
  at := clock_timestamp();

  select array_agg(row(
    due.project_id, due.unit_id, due.id, due.user_id, greatest(due.will_expire_at, due.created_at),
    case when due.will_expire_at < projects.expired_at and projects.paused_at is null then place end
  )::market.ending order by due.will_expire_at, due.id)
  into ends
  from (
    select *, row_number() over (partition by project_id order by will_expire_at, id) as place
    from (
      select id, project_id, unit_id, user_id, will_expire_at, created_at
      from public.mints
      where project_id = any (markets) and status = 'minted' and will_expire_at <= at
      order by will_expire_at, id
      limit 500
      for no key update
    ) first_due
  ) due
  join public.projects on projects.id = due.project_id;

  if ends is null then
    ends := market.waiting_units(markets, at);
  end if;
  if ends is not null then
    awards := market.pair(ends);
    update public.mints
    set status = case when award.bid_id is null then 'expired' else 'solded' end, ended_at = will_expire_at
    from unnest(ends) ended
    left join unnest(awards) award on award.unit_id = ended.unit_id
    where mints.id = ended.mint_id;
    update public.units
    set mint_id = null, freed_at = coalesce(units.freed_at, ended.freed_at)
    from unnest(ends) ended
    where units.id = ended.unit_id;
    perform market.record_ends(ends, awards, at);
    if awards is not null then
      perform market.award(awards, platform_wallet, at);
    end if;
  end if;

  -- Only what ended before its project closed has a claim to the bids: the rest may go once nothing is due.
  if ends is null then
    select array_agg(project_id) into closing
    from market.state
    where project_id = any (markets) and closed_at is null and closes_at <= at;
    if closing is not null then
      released := market.release(array(
        select id
        from public.bids
        where project_id = any (closing) and status in ('pending', 'bided')
        order by id
        limit 200
      ), 'pending-cancel', 'closed');
      update market.state
      set closed_at = at
      where project_id = any (closing) and not exists (
        select
        from public.bids
        where bids.project_id = state.project_id and status in ('pending', 'bided')
      );
      released := released + cardinality(closing);
    end if;
    update market.state set unsettled = false where project_id = any (markets) and unsettled;
  end if;
  return coalesce(cardinality(ends), 0) + released;
end
$$;

-- Units that wait although bids stand: one was given back by the chain, or its project was paused when it came free. None
-- of a paused project; empty in the ordinary way of things.
create function market.waiting_units(markets bigint[], at timestamptz) returns market.ending[]
language sql as $$
  select array_agg(row(
    project_id, id, null, null, coalesce(freed_at, at), place
  )::market.ending order by project_id, place)
  from (
    select units.id, units.project_id, units.freed_at,
      row_number() over (partition by units.project_id order by units.freed_at, units.id) as place
    from market.state
    join public.projects on projects.id = state.project_id and paused_at is null
    join public.units on units.project_id = state.project_id and mint_id is null and first_sold_at is not null
    where state.project_id = any (markets) and unsettled and closes_at > coalesce(units.freed_at, at)
  ) waiting
  where place <= (
    select count(*)
    from (
      select
      from public.bids
      where bids.project_id = waiting.project_id and bids.status in ('pending', 'bided')
        and not market.holds_token(bids.project_id, bids.user_id)
      limit 500
    ) able
  )
$$;

create function market.holds_token(project bigint, fan uuid) returns boolean
language sql stable as $$
  select exists (
    select from public.mints where project_id = project and user_id = fan and status in ('pending', 'minted')
  )
$$;

-- The n-th unit that came free goes to the n-th best bid, of those whose fans hold no token of the project.
create function market.pair(ends market.ending[]) returns market.award[]
language sql as $$
  -- Materialized: once for each project, and not once for each unit.
  with best as materialized (
    select wanted.project_id, ranked.id, ranked.place
    from (select project_id, max(place) as units from unnest(ends) group by project_id) wanted
    cross join lateral (
      select id, row_number() over (order by amount desc) as place
      from public.bids
      where bids.project_id = wanted.project_id and bids.status in ('pending', 'bided')
        and not market.holds_token(bids.project_id, bids.user_id)
      order by amount desc
      limit coalesce(wanted.units, 0)
    ) ranked
  )
  select array_agg(row(ending.project_id, ending.unit_id, best.id, ending.mint_id, ending.freed_at)::market.award
    order by ending.project_id, ending.place)
  from unnest(ends) ending
  join best on best.project_id = ending.project_id and best.place = ending.place
$$;

-- Writes windows that ended, and who got the units, to the log, and tells the former holders.
create function market.record_ends(ends market.ending[], awards market.award[], at timestamptz) returns void
language plpgsql as $$
begin
  perform market.append(array(
    select row(ending.project_id, case when award.bid_id is null then 'free' else 'sale' end, case
      when award.bid_id is not null
        then market.sale_body(ending.unit_id, ending.freed_at, award.bid_id, bids.amount, at)
      else format(
        '"at":"%s","unit":%s,"freed":"%s"', market.instant(greatest(at, ending.freed_at)), units.number, market.instant(ending.freed_at)
      )
    end)::market.entry
    from unnest(ends) ending
    join public.units on units.id = ending.unit_id
    left join unnest(awards) award on award.unit_id = ending.unit_id
    left join public.bids on bids.id = award.bid_id
    order by ending.project_id, ending.place, ending.freed_at, ending.mint_id
  ));
  perform market.anchor(array(select distinct project_id from unnest(ends)), 'settled');
  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', ending.fan, 'kind', case when award.bid_id is null then 'access_ended' else 'token_sold' end,
      'data', jsonb_build_object('project', project_name)
    ))
    from unnest(ends) ending
    join public.projects on projects.id = ending.project_id
    left join unnest(awards) award on award.unit_id = ending.unit_id
    where ending.fan is not null
  ));
end
$$;

-- Projects with something to settle, most urgent first.
create function market.due(most integer) returns bigint[]
language sql as $$
  select array(
    select project_id
    from (
      (
        select project_id, will_expire_at as since
        from public.mints
        where status = 'minted' and will_expire_at <= clock_timestamp()
        order by will_expire_at, id
        limit most
      )
      union all
      (
        select project_id, closes_at
        from market.state
        where closed_at is null and closes_at <= clock_timestamp()
        order by closes_at
        limit most
      )
      union all
      (
        select project_id, now()
        from market.state
        where unsettled
        limit most
      )
    ) found
    group by project_id
    order by min(since)
  )
$$;

-- Milliseconds until the next window ends or the next project closes; null when neither is in sight.
create function market.until_due() returns float8
language sql as $$
  select extract(epoch from least(
    (select min(will_expire_at) from public.mints where status = 'minted'),
    (select min(closes_at) from market.state where closed_at is null)
  ) - clock_timestamp())::float8 * 1000
$$;

-- Gives up all standing bids of a fan, `why` as the log has it, and returns how many.
create function market.release_bids_of(fan uuid, why text) returns integer
language plpgsql as $$
declare
  -- Looked up once: a bid that comes while we wait for the markets is in one whose lock we do not have.
  standing bigint[] := array(select id from public.bids where user_id = fan and status in ('pending', 'bided'));
begin
  perform market.lock(array(select project_id from public.bids where id = any (standing)));
  return market.release(standing, 'pending-cancel', why);
end
$$;

-- A deactivated account gives up its standing bids, in the very transaction that deactivates it. A bid that was being
-- placed at that moment is not visible yet: a job looks once more.
create function market.release_of_fan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform market.release_bids_of(new.uid, 'deactivated');
  perform private.add_job(
    'release-bids', jsonb_build_object('fan', new.uid), 'release-bids:' || new.uid, now() + interval '10 seconds'
  );
  return new;
end
$$;
create trigger users_give_up_bids after update of is_active on public.users
  for each row when (old.is_active and not new.is_active) execute function market.release_of_fan();

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
