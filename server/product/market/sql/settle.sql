-- Settles what is due in the given projects, up to 500 tokens and 200 bids to release, and returns how much was
-- done; 0 means that everything is settled. Windows end in the order of their ends, whenever this runs; a window
-- that ended before the project's end still finds the bids that stood. Safe to repeat and to race.
create or replace function market.settle(markets bigint[]) returns integer
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

  -- What waits became free first: whatever frees a unit has settled the windows that had ended by then.
  if exists (select from market.state where project_id = any (markets) and unsettled) then
    ends := market.waiting_units(markets, at);
  end if;
  if ends is null then
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
      perform market.award(awards, at);
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
        from unnest(closing) project
        -- For each project, in an order that only the index of its standing bids has: in the order of all bids, those of all
        -- other projects would be read as well.
        cross join lateral (
          select id
          from public.bids
          where project_id = project and status in ('pending', 'bided')
          order by amount
          limit 200
        ) standing
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

-- Units that wait although bids stand: one was given back by the chain, or its project was paused when it became
-- free. None of a paused project; normally empty.
create or replace function market.waiting_units(markets bigint[], at timestamptz) returns market.ending[]
language sql as $$
  select array_agg(row(
    project_id, id, null, null, coalesce(freed_at, at), place
  )::market.ending order by project_id, place)
  from (
    select units.id, units.project_id, units.freed_at,
      row_number() over (partition by units.project_id order by units.freed_at, units.id) as place
    from market.state
    join public.projects on projects.id = state.project_id and paused_at is null
    join public.units on units.project_id = state.project_id and mint_id is null and gift_id is null
      and first_sold_at is not null
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

create or replace function market.holds_token(project bigint, fan uuid) returns boolean
language sql stable as $$
  select exists (
    select from public.mints where project_id = project and user_id = fan and status in ('pending', 'minted')
  )
$$;

-- The n-th free unit goes to the n-th best bid, of those whose fans hold no token of the project.
create or replace function market.pair(ends market.ending[]) returns market.award[]
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

-- Writes ended windows, and who got the units, to the log, and notifies the former holders.
create or replace function market.record_ends(ends market.ending[], awards market.award[], at timestamptz) returns void
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
      'data', jsonb_build_object('project', project_name, 'work', projects.uid)
        || case when mints.status_song = 'none' then '{"unplayed": "yes"}' else '{}'::jsonb end
    ))
    from unnest(ends) ending
    join public.projects on projects.id = ending.project_id
    left join public.mints on mints.id = ending.mint_id
    left join unnest(awards) award on award.unit_id = ending.unit_id
    where ending.fan is not null
  ));
end
$$;

-- Settles the windows of a project that have ended by now, with the standing bids: before a token of it is revoked,
-- since that one may have ended too, and then its unit is already somebody else's. The caller holds the market's
-- lock.
create or replace function market.settle_windows(project bigint) returns void
language plpgsql as $$
begin
  while exists (
    select
    from public.mints
    where project_id = project and status = 'minted' and will_expire_at <= clock_timestamp()
  ) loop
    perform market.settle(array[project]);
  end loop;
end
$$;

-- Projects with something to settle, most urgent first.
create or replace function market.due(most integer) returns bigint[]
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
create or replace function market.until_due() returns float8
language sql as $$
  select extract(epoch from least(
    (select min(will_expire_at) from public.mints where status = 'minted'),
    (select min(closes_at) from market.state where closed_at is null)
  ) - clock_timestamp())::float8 * 1000
$$;
