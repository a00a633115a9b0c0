-- Bids that stop competing without winning: the money is returned at once. `becomes` is pending-cancel (the chain is
-- notified, and then it is cancelled) or failed (the chain would not record it: `why` says why not). The caller holds
-- the markets' locks.
create or replace function market.release(given bigint[], becomes text, why text) returns integer
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
    perform private.payments_become(
      array(select payment_id from public.bids where id = any (gone)), 'failed-bided', why
    );
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
        || case
          when becomes = 'failed' then '{}'::jsonb
          when why = 'closed' then '{"closed": "yes"}'
          when why = 'own_work' then '{"paidForIt": "yes"}'
          else '{}'
        end
    ))
    from public.bids
    join public.projects on projects.id = bids.project_id
    where bids.id = any (gone)
  ));
  return cardinality(gone);
end
$$;

-- Withdraws all standing bids of a fan, with `why` for the log, and returns how many.
create or replace function market.release_bids_of(fan uuid, why text) returns integer
language plpgsql as $$
declare
  -- Looked up once: a bid that arrives while we wait for the markets is in one whose lock we do not have.
  standing bigint[] := array(select id from public.bids where user_id = fan and status in ('pending', 'bided'));
begin
  perform market.lock(array(select project_id from public.bids where id = any (standing)));
  return market.release(standing, 'pending-cancel', why);
end
$$;

-- Locks the markets in which an artist has a share, and answers which they are.
create or replace function market.lock_works_of(artist bigint) returns bigint[]
language plpgsql as $$
declare
  works bigint[] := array(
    select project_id
    from market.state
    where closed_at is null and artist in (select artist_id from private.sharers(project_id))
  );
begin
  perform market.lock(works);
  return works;
end
$$;

-- Withdraws the standing bids of whoever is paid for the work by now. The caller holds the markets' locks.
create or replace function market.release_own_work(markets bigint[]) returns integer
language sql as $$
  select market.release(array(
    select id
    from public.bids
    where project_id = any (markets) and status in ('pending', 'bided')
      and exists (select from market.parts_of(project_id, user_id))
  ), 'pending-cancel', 'own_work')
$$;

-- Locks all markets in which a fan's money is held, in their order: for standing bids, and for gifts that nobody has accepted.
create or replace function market.lock_all_of(fan uuid) returns void
language plpgsql as $$
begin
  perform market.lock(array(
    select project_id from public.bids where user_id = fan and status in ('pending', 'bided')
    union
    select project_id from private.gifts where giver = fan and status = 'waiting'
  ));
end
$$;

-- Withdraws whatever a deactivated fan's money is held for in the market.
create or replace function market.give_up_all(fan uuid) returns void
language plpgsql as $$
begin
  perform market.lock_all_of(fan);
  perform market.release_bids_of(fan, 'deactivated');
  perform market.return_gifts_of(fan, 'deactivated');
end
$$;

-- A deactivated account's standing bids and waiting gifts end in the transaction that deactivates it. A bid being placed
-- at that moment is not visible yet: a job checks once more.
create or replace function market.release_of_fan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform market.give_up_all(new.uid);
  perform private.add_job(
    'release-bids', jsonb_build_object('fan', new.uid), 'release-bids:' || new.uid, now() + interval '10 seconds'
  );
  return new;
end
$$;
