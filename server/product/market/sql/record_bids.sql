-- Stores accepted bids with the payments that hold their money, and the hold itself.
create or replace function market.place_accepted(accepted market.verdict[], at timestamptz) returns void
language plpgsql as $$
begin
  with paid as (
    insert into public.payments
      (id, uid, user_id, project_id, flow, method, amount, status, created_at, updated_at)
    overriding system value
    select payment_id, payment_uid, fan, project_id, 'bid', 'balance', amount, 'succeded', at, at
    from unnest(accepted)
    where card_payment is null
  )
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
  from unnest(accepted) a;

  perform ledger.hold(
    array(select row('bid:' || bid_id, fan, amount)::ledger.hold_order from unnest(accepted)),
    'bid'
  );
end
$$;

-- Waiting units, each with the bid it goes to: the unit that became free first to the bid that arrived first.
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
    where units.project_id = bid.project_id and mint_id is null and gift_id is null and first_sold_at is not null
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
  -- Not "on conflict", which locks each row first and writes that to the log: the caller has locked the markets.
  with counted as (
    select project_id, level, (amount >> level)::integer as bucket, count(*) as standing
    from unnest(accepted), (values (10), (16)) as levels (level)
    group by 1, 2, 3
  ),
  -- Where each stands: found in an order that only the key has, or the planner would read all counts before their first statistics.
  found as (
    select nearest.place, counted.standing
    from counted
    cross join lateral (
      select ctid as place, project_id, level, bucket
      from market.standing_counts
      where (project_id, level, bucket) >= (counted.project_id, counted.level, counted.bucket)
      order by project_id, level, bucket
      limit 1
    ) nearest
    where (nearest.project_id, nearest.level, nearest.bucket) = (counted.project_id, counted.level, counted.bucket)
  ),
  known as (
    update market.standing_counts counts set standing = counts.standing + found.standing
    from found
    where counts.ctid = found.place
    returning counts.project_id, counts.level, counts.bucket
  ),
  fresh as (
    insert into market.standing_counts (project_id, level, bucket, standing)
    select project_id, level, bucket, standing
    from counted
    where (project_id, level, bucket) not in (select project_id, level, bucket from known)
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
