-- Places bids given as [{ordinal, fan, session, level, project, amount, key, hash, payment, unpaid}] and answers one row
-- for each, in their order. `session` and `level` are what the caller's access token says; without a `level` nobody
-- calls, and the product places what was paid for before. `payment` is the row of a card payment whose money is in the
-- wallet; `unpaid` ones are judged as if their money were there, and not placed. The order of refusals is that of
-- `domain/bid.ts`.
create or replace function market.place_bids(requests jsonb, platform_wallet text)
returns table (ordinal integer, refusal text, language text, answer json)
language plpgsql
-- A list counts as a hundred rows to the planner, which then reads whole tables for it; and planning anew for each
-- list would take longer than what is planned.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at timestamptz;
  uids uuid[];
  codes text[];
  markets bigint[];
  waiting boolean;
  verdicts market.verdict[];
  accepted market.verdict[];
  awards market.award[];
begin
  select array_agg(request.project),
    array_agg('fan:' || fan || ':available') || array_agg('fan:' || fan || ':held')
  into uids, codes
  from jsonb_to_recordset(requests) as request (fan uuid, project uuid);
  markets := array(select id from public.projects where uid = any (uids));
  perform from market.state where project_id = any (markets) order by project_id for no key update;

  -- A bid meets a market that is settled up to now: nobody wins what came free before they bid, unless it waits. It
  -- counts from this instant: a window that ends while it waits for its fan's wallet is not one it came too late for.
  loop
    at := clock_timestamp();
    exit when not exists (
      select
      from public.mints
      where project_id = any (markets) and status = 'minted' and will_expire_at <= at
    ) and not exists (
      select from market.state where project_id = any (markets) and unsettled
    );
    perform market.settle(markets, platform_wallet);
  end loop;
  waiting := exists (
    select from public.units where project_id = any (markets) and mint_id is null and first_sold_at is not null
  );
  if waiting then
    codes := codes || array['platform:revenue'] || array(select 'project:' || uid || ':payable' from unnest(uids) uid);
  end if;
  -- Every account that will move, in one order, before anything is read from it.
  perform from ledger.accounts where code = any (codes) order by id for no key update;

  select array_agg(row(
    judged.ordinal, judged.refusal, judged.language, judged.replay, fan, judged.alias, project_id, edition, wallet,
    amount, key, request_hash, card_payment,
    case when places then coalesce(card_payment, nextval('public.payments_id_seq')) end,
    case when places then coalesce(card_uid, gen_random_uuid()) end,
    case when places then nextval('public.bids_id_seq') end
  )::market.verdict order by judged.ordinal)
  into verdicts
  from (
    select judged_first.*,
      judged_first.refusal is null and judged_first.replay is null and not unpaid as places
    from (
      select
        request.ordinal,
        case
          when users.uid is null then 'unauthenticated'
          when request.level is not null and request.session is not null and (
            select 1
            from auth.sessions
            where id = request.session and user_id = request.fan and (not_after is null or not_after > at)
            limit 1
          ) is null then 'unauthenticated'
          -- The rule of `private.second_factor_is_due`, which as a call would take longer than the rest of the verdict.
          when request.level <> 'aal2' and (
            select 1 from auth.mfa_factors where user_id = request.fan and status = 'verified' limit 1
          ) is not null then 'second_factor_due'
          when not users.is_active then 'account_inactive'
          when not users.is_complete_profile then 'profile_incomplete'
          when known.request_hash <> request.hash then 'key_reused'
          when known.body is not null then null
          when projects.id is null then 'project_not_found'
          when not projects.is_active then 'project_not_published'
          when projects.expired_at <= at then 'project_closed'
          when projects.paused_at is not null then 'project_paused'
          -- `(select … limit 1) is not null` and not `exists`, for which the planner may read the whole table.
          when (
            select 1 from public.units where units.project_id = projects.id and first_sold_at is null limit 1
          ) is not null then 'first_lot_open'
          when (
            select 1
            from public.mints
            where mints.project_id = projects.id and mints.user_id = users.uid and status in ('pending', 'minted')
            limit 1
          ) is not null then 'already_owned'
          when request.amount < projects.fiat_price then 'bid_below_price'
          when request.unpaid is null and request.amount > available.balance then 'bid_exceeds_balance'
          -- Both looked up in an order that only the wanted index has: before its first statistics the planner takes the
          -- table for empty and any index for as good, and then each bid would read every other.
          when request.amount = (
            select bids.amount
            from public.bids
            where bids.project_id = projects.id and bids.amount >= request.amount
              and status in ('pending', 'bided') and bids.user_id <> users.uid
            order by bids.amount
            limit 1
          ) then 'bid_amount_taken'
          when (
            select (bids.user_id, bids.project_id) = (users.uid, projects.id)
            from public.bids
            where (bids.user_id, bids.project_id) >= (users.uid, projects.id) and status in ('pending', 'bided')
            order by bids.user_id, bids.project_id
            limit 1
          ) then 'bid_already_active'
          when request.payment is null and (
            select 1
            from public.payments
            where flow = 'bid' and status = 'pending'
              and payments.project_id = projects.id and payments.user_id = users.uid
            limit 1
          ) is not null then 'bid_already_active'
        end as refusal,
        coalesce(users.language, 'pt') as language,
        case when known.request_hash = request.hash then known.body end as replay,
        request.fan, market.alias(state.salt, request.fan) as alias, projects.id as project_id,
        projects.contract_address as edition, users.wallet, request.amount, request.key,
        request.hash as request_hash, request.payment as card_payment,
        (select uid from public.payments where id = request.payment) as card_uid,
        coalesce(request.unpaid, false) as unpaid
      from jsonb_to_recordset(requests) as request (
        ordinal integer, fan uuid, session uuid, level text, project uuid, amount bigint, key text, hash text,
        payment bigint, unpaid boolean
      )
      left join public.users on users.uid = request.fan
      left join public.projects on projects.uid = request.project
      left join market.state on state.project_id = projects.id
      left join ledger.accounts available on available.code = 'fan:' || request.fan || ':available'
      left join private.idempotency_keys known on known.user_id = request.fan and known.key = request.key
      -- Judged once each, also where the verdict is used twice.
      offset 0
    ) judged_first
    offset 0
  ) judged;

  accepted := array(select v from unnest(verdicts) v where v.bid_id is not null);
  if cardinality(accepted) > 0 then
    with paid as (
      insert into public.payments
        (id, uid, user_id, project_id, flow, method, amount, status, created_at, updated_at)
      overriding system value
      select payment_id, payment_uid, fan, project_id, 'bid', 'balance', amount, 'succeded', at, at
      from unnest(accepted)
      where card_payment is null
    ),
    placed as (
      insert into public.bids (id, user_id, project_id, payment_id, amount, led, created_at)
      overriding system value
      select a.bid_id, a.fan, a.project_id, a.payment_id, a.amount,
        -- Better than all that stood, and than all that came before it in this call.
        a.amount > greatest((
          select amount
          from public.bids
          where bids.project_id = a.project_id and status in ('pending', 'bided')
          order by amount desc
          limit 1
        ), max(a.amount) over (
          partition by a.project_id order by a.ordinal rows between unbounded preceding and 1 preceding
        ), 0),
        at
      from unnest(accepted) a
    )
    insert into private.idempotency_keys (user_id, key, request_hash, payment_id, status, body)
    select fan, key, request_hash, payment_id, 200, market.payment_answer(payment_uid, amount)
    from unnest(accepted)
    where key is not null;

    perform ledger.hold(
      array(select row('bid:' || bid_id, fan, amount)::ledger.hold_order from unnest(accepted)),
      'bid'
    );
    if waiting then
      awards := market.award_waiting(accepted);
    end if;
    perform market.record_bids(accepted, awards, at);
    if awards is not null then
      perform market.award(awards, platform_wallet, at);
    end if;
  end if;

  return query
  select v.ordinal, v.refusal, v.language, coalesce(v.replay, market.payment_answer(v.payment_uid, v.amount))
  from unnest(verdicts) v;
end
$$;

-- What the caller is told of the payment that holds the money of a bid; null for no payment.
create or replace function market.payment_answer(payment uuid, amount bigint) returns json
language sql stable as $$
  select case
    when payment is not null
      then json_build_object('uid', payment, 'status', 'succeded', 'flow', 'bid', 'amount', amount, 'fee', 0)
  end
$$;

-- Units that wait, each with the bid it goes to: the unit that came free first to the bid that arrived first.
create or replace function market.award_waiting(accepted market.verdict[]) returns market.award[]
language sql as $$
  select array_agg(row(bid.project_id, unit.id, bid.bid_id, null, unit.freed_at)::market.award order by bid.ordinal)
  from (
    select ordinal, project_id, bid_id, row_number() over (partition by project_id order by ordinal) as place
    from unnest(accepted)
  ) bid
  join lateral (
    select id, freed_at
    from public.units
    where units.project_id = bid.project_id and mint_id is null and first_sold_at is not null
    order by freed_at, id
    offset bid.place - 1
    limit 1
  ) unit on true
$$;

-- What accepted bids leave in the market's own books: log, counts, and a record for the chain. A bid that wins a
-- waiting unit is followed in the log by its sale, before the next bid.
create or replace function market.record_bids(accepted market.verdict[], awards market.award[], at timestamptz)
returns void
language plpgsql as $$
begin
  perform market.append(array(
    select row(project_id, kind, body)::market.entry
    from (
      select project_id, ordinal, 'bid' as kind,
        format('"at":"%s","bid":%s,"fan":"%s","amount":%s', market.instant(at), bid_id, alias, amount) as body
      from unnest(accepted)
      union all
      select a.project_id, a.ordinal, 'sale', market.sale_body(w.unit_id, w.freed_at, a.bid_id, a.amount, at)
      from unnest(awards) w
      join unnest(accepted) a on a.bid_id = w.bid_id
    ) entries
    order by project_id, ordinal, kind
  ));
  with counted as (
    insert into market.standing_counts as counts (project_id, level, bucket, standing)
    select project_id, level, (amount >> level)::integer, count(*)
    from unnest(accepted), (values (10), (16)) as levels (level)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (project_id, level, bucket) do update set standing = counts.standing + excluded.standing
  )
  insert into chain.operations (key, kind, payload)
  select 'bids:' || min(bid_id), 'record_bids', jsonb_build_object(
    'edition', edition,
    'bids', jsonb_agg(
      jsonb_build_object('wallet', wallet, 'amount', amount, 'reference', payment_uid) order by ordinal
    ),
    'log', (
      select jsonb_build_object('length', log_length, 'head', encode(log_head, 'hex'))
      from market.state
      where state.project_id = a.project_id
    )
  )
  from unnest(accepted) a
  group by a.project_id, edition;
end
$$;
