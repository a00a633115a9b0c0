-- Placing bids: any number in one call, in one transaction, with one round trip. Requests of one call never
-- depend on each other (other fans, other amounts), except through units that wait for a bid, and those are given
-- to the bids in the order of the requests. So a batch has the same outcome as its requests one by one.
--
-- Few statements, each over the whole list: for a single bid the cost is their number, not their rows.

-- Places bids given as [{ordinal, fan, session, level, project, amount, key, hash, payment, unpaid}], amounts in centavos,
-- and answers one row for each, in their order. `session` and `level` are what the caller's access token says; without a
-- `level` nobody calls, and the product places what was paid for before. `payment` is the row of a card payment whose money
-- is in the wallet; `unpaid` ones are judged as if their money were there, and not placed.
create or replace function market.place_bids(requests jsonb)
returns table (ordinal integer, refusal text, language text, answer json)
language plpgsql
-- A list counts as a hundred rows to the planner, which then reads whole tables for it; and planning anew for each
-- list would take longer than what is planned. The functions called below inherit these settings.
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

  at := market.settle_up_to_now(markets);
  waiting := exists (
    select from public.units where project_id = any (markets) and mint_id is null and gift_id is null and first_sold_at is not null
  );
  if waiting then
    codes := codes || array['platform:revenue'] || array(select 'project:' || uid || ':payable' from unnest(uids) uid);
  end if;
  -- Every account that will move, in one order, before anything is read from it.
  perform from ledger.accounts where code = any (codes) order by id for no key update;

  verdicts := market.judge_bids(requests, at);
  accepted := array(select v from unnest(verdicts) v where v.bid_id is not null);
  if cardinality(accepted) > 0 then
    perform market.place_accepted(accepted, at);
    if waiting then
      awards := market.award_waiting(accepted);
    end if;
    perform market.record_bids(accepted, awards, at);
    if awards is not null then
      perform market.award(awards, at);
    end if;
  end if;

  return query
  select v.ordinal, v.refusal, v.language, coalesce(v.replay, market.payment_answer(v.payment_uid, 'bid', v.amount))
  from unnest(verdicts) v;
end
$$;

-- A bid meets a market that is settled up to now: nobody wins what became free before they bid, unless it waits. It
-- counts from the returned instant: a window that ends while the bid waits for its fan's wallet is not one it came
-- too late for. The caller holds the markets' locks.
create or replace function market.settle_up_to_now(markets bigint[]) returns timestamptz
language plpgsql as $$
declare
  at timestamptz;
begin
  loop
    at := clock_timestamp();
    exit when not exists (
      select
      from public.mints
      where project_id = any (markets) and status = 'minted' and will_expire_at <= at
    ) and not exists (
      select from market.state where project_id = any (markets) and unsettled
    );
    perform market.settle(markets);
  end loop;
  return at;
end
$$;

-- A payment from the wallet as the caller sees it; null for no payment.
create or replace function market.payment_answer(payment uuid, flow text, amount bigint) returns json
language sql stable as $$
  select case
    when payment is not null
      then json_build_object('uid', payment, 'status', 'succeded', 'flow', flow, 'amount', amount, 'fee', 0)
  end
$$;
