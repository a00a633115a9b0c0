-- Placing bids: any number in one call, in one transaction, with one round trip. Requests of one call never
-- depend on each other (other fans, other amounts), except through units that wait for a bid, and those are given
-- to the bids in the order of the requests. So a batch has the same outcome as its requests one by one.
create type market.verdict as (
  ordinal integer,
  -- One of `domain/refusal.ts`, or null.
  refusal text,
  language text,
  -- The answer given before to the same idempotency key.
  replay json,
  fan uuid,
  alias text,
  project_id bigint,
  edition text,
  wallet text,
  amount bigint,
  key text,
  request_hash text,
  payment_id bigint,
  payment_uid uuid,
  bid_id bigint
);

-- Judges requests [{ordinal, fan, project, amount, key, hash, payment}] as things stand. `payment` is the row of
-- a card payment; its money is in the wallet already, or, with `unpaid`, is still to come. The order of refusals
-- is that of `domain/bid.ts`.
create function market.judge_bids(requests jsonb) returns setof market.verdict
language plpgsql stable as $$
declare
  at timestamptz := clock_timestamp();
begin
  return query
  select
    request.ordinal,
    case
      when users.uid is null then 'unauthenticated'
      when not users.is_active then 'account_inactive'
      when not users.is_complete_profile then 'profile_incomplete'
      when known.request_hash <> request.hash then 'key_reused'
      when known.body is not null then null
      when projects.id is null then 'project_not_found'
      when not projects.is_active then 'project_not_published'
      when projects.expired_at <= at then 'project_closed'
      -- `(select … limit 1) is not null` and not `exists`, which the planner may turn into reading the whole table.
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
      when not coalesce(request.unpaid, false) and request.amount > available.balance then 'bid_exceeds_balance'
      when (
        select 1
        from public.bids
        where bids.project_id = projects.id and bids.amount = request.amount and status in ('pending', 'bided')
        limit 1
      ) is not null then 'bid_amount_taken'
      when (
        select 1
        from public.bids
        where bids.project_id = projects.id and bids.user_id = users.uid and status in ('pending', 'bided')
        limit 1
      ) is not null then 'bid_already_active'
      when request.payment is null and (
        select 1
        from public.payments
        where flow = 'bid' and status = 'pending'
          and payments.project_id = projects.id and payments.user_id = users.uid
        limit 1
      ) is not null then 'bid_already_active'
    end,
    coalesce(users.language, 'pt'),
    case when known.request_hash = request.hash then known.body end,
    request.fan,
    market.alias(state.salt, request.fan),
    projects.id,
    projects.contract_address,
    users.wallet,
    request.amount,
    request.key,
    request.hash,
    request.payment,
    null::uuid,
    null::bigint
  from jsonb_to_recordset(requests) as request (
    ordinal integer, fan uuid, project uuid, amount bigint, key text, hash text, payment bigint, unpaid boolean
  )
  left join public.users on users.uid = request.fan
  left join public.projects on projects.uid = request.project
  left join market.state on state.project_id = projects.id
  left join ledger.accounts available on available.code = 'fan:' || request.fan || ':available'
  left join private.idempotency_keys known on known.user_id = request.fan and known.key = request.key
  order by request.ordinal;
end
$$;

-- Places bids and answers one row for each request, in their order.
create function market.place_bids(requests jsonb, platform_wallet text)
returns table (ordinal integer, refusal text, language text, answer json)
language plpgsql as $$
declare
  at timestamptz;
  markets bigint[];
  waiting boolean;
  verdicts market.verdict[];
  accepted market.verdict[];
  awards market.award[];
begin
  select coalesce(array_agg(distinct found.id), '{}') into markets
  from jsonb_to_recordset(requests) as request (project uuid)
  join public.projects found on found.uid = request.project;
  perform market.lock(markets);

  -- A bid meets a market that is settled up to now: nobody wins what came free before they bid, unless it waits.
  while exists (
    select
    from public.mints
    where project_id = any (markets) and status = 'minted' and will_expire_at <= clock_timestamp()
  ) loop
    perform market.settle(markets, platform_wallet);
  end loop;
  waiting := exists (
    select from public.units where project_id = any (markets) and mint_id is null and first_sold_at is not null
  );

  -- Every account that will move, in one order, before anything is read from it.
  perform
  from ledger.accounts
  where code in (
    select unnest(array['fan:' || fan || ':available', 'fan:' || fan || ':held'])
    from jsonb_to_recordset(requests) as request (fan uuid)
    union all
    select 'platform:revenue' where waiting
    union all
    select 'project:' || project || ':payable'
    from jsonb_to_recordset(requests) as request (project uuid)
    where waiting
  )
  order by id
  for no key update;

  at := clock_timestamp();
  select array_agg(verdict order by verdict.ordinal) into verdicts
  from market.judge_bids(requests) verdict;

  select array_agg(row(
    v.ordinal, null, v.language, null, v.fan, v.alias, v.project_id, v.edition, v.wallet, v.amount, v.key,
    v.request_hash, coalesce(v.payment_id, nextval('public.payments_id_seq')),
    coalesce(payment.uid, gen_random_uuid()), nextval('public.bids_id_seq')
  )::market.verdict order by v.ordinal)
  into accepted
  from unnest(verdicts) v
  left join public.payments payment on payment.id = v.payment_id
  where v.refusal is null and v.replay is null;

  if accepted is not null then
    insert into public.payments (id, uid, user_id, project_id, flow, method, amount, status, created_at, updated_at)
    overriding system value
    select a.payment_id, a.payment_uid, a.fan, a.project_id, 'bid', 'balance', a.amount, 'succeded', at, at
    from unnest(accepted) a
    join unnest(verdicts) v on v.ordinal = a.ordinal
    where v.payment_id is null;

    insert into public.bids (id, user_id, project_id, payment_id, amount, led, created_at)
    overriding system value
    select a.bid_id, a.fan, a.project_id, a.payment_id, a.amount,
      -- Better than all that stood, and than all that came before it in this call.
      a.amount > coalesce((
        select amount
        from public.bids
        where bids.project_id = a.project_id and status in ('pending', 'bided')
        order by amount desc
        limit 1
      ), 0) and a.amount > coalesce(max(a.amount) over (
        partition by a.project_id order by a.ordinal rows between unbounded preceding and 1 preceding
      ), 0),
      at
    from unnest(accepted) a;

    perform ledger.hold(
      array(select row('bid:' || bid_id, fan, amount)::ledger.hold_order from unnest(accepted)),
      'bid'
    );

    insert into private.idempotency_keys (user_id, key, request_hash, payment_id, status, body)
    select fan, key, request_hash, payment_id, 200, market.payment_answer(payment_uid, amount)
    from unnest(accepted)
    where key is not null;

    awards := case when waiting then market.award_waiting(accepted) end;
    perform market.record_bids(accepted, awards, platform_wallet, at);
  end if;

  return query
  select v.ordinal, v.refusal, v.language, coalesce(v.replay, market.payment_answer(a.payment_uid, a.amount))
  from unnest(verdicts) v
  left join unnest(accepted) a on a.ordinal = v.ordinal
  order by v.ordinal;
end
$$;

-- What the caller is told of the payment that holds the money of a bid.
create function market.payment_answer(payment uuid, amount bigint) returns json
language sql stable as $$
  select case
    when payment is not null
      then json_build_object('uid', payment, 'status', 'succeded', 'flow', 'bid', 'amount', amount, 'fee', 0)
  end
$$;

-- Units that wait, each with the bid it goes to: the unit that came free first to the bid that arrived first.
create function market.award_waiting(accepted market.verdict[]) returns market.award[]
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

-- What follows from accepted bids in the market's own books: counts, log, chain; and the units they win at once.
create function market.record_bids(
  accepted market.verdict[], awards market.award[], platform_wallet text, at timestamptz
) returns void
language plpgsql as $$
begin
  perform market.count_more(
    array(select project_id from unnest(accepted)), array(select amount from unnest(accepted))
  );
  update market.state
  set bids = bids + fresh.n, standing = standing + fresh.n
  from (select project_id, count(*) as n from unnest(accepted) group by project_id) fresh
  where state.project_id = fresh.project_id;

  perform market.append(array(
    select row(project_id, body)::market.entry
    from (
      select project_id, ordinal, 1 as part, format(
        '"kind":"bid","at":"%s","bid":%s,"fan":"%s","amount":%s', market.instant(at), bid_id, alias, amount
      ) as body
      from unnest(accepted)
      union all
      select a.project_id, a.ordinal, 2, market.sale_body(w.unit_id, w.freed_at, a.bid_id, a.amount, at)
      from unnest(awards) w
      join unnest(accepted) a on a.bid_id = w.bid_id
    ) entries
    order by project_id, ordinal, part
  ));

  insert into chain.operations (key, kind, payload)
  select 'bids:' || min(a.bid_id), 'record_bids', jsonb_build_object(
    'edition', a.edition,
    'bids', jsonb_agg(
      jsonb_build_object('wallet', a.wallet, 'amount', a.amount, 'reference', a.payment_uid) order by a.ordinal
    ),
    'log', jsonb_build_object('length', state.log_length, 'head', encode(state.log_head, 'hex'))
  )
  from unnest(accepted) a
  join market.state using (project_id)
  group by a.project_id, a.edition, state.log_length, state.log_head;

  if awards is not null then
    perform market.award(awards, platform_wallet, at);
  end if;
end
$$;
