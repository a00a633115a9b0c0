-- Buying units of the first lot from the wallet: any number in one call, in one transaction, with one round trip. Requests
-- of one call come from different fans, and get the free units of a project in their order; so a batch has the same outcome
-- as its requests one by one.

-- Buys units for requests given as [{ordinal, fan, project, key, hash, gift, tip}], and answers one row for each, in their order.
-- `gift` is {email, words} for a unit that is to be somebody else's, `tip` {amount, words} for the artist; otherwise null.
create or replace function market.buy_units(requests jsonb)
returns table (ordinal integer, refusal text, answer json)
language plpgsql
-- As for `market.place_bids`.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
set plan_cache_mode = force_generic_plan
as $$
declare
  at timestamptz;
  uids uuid[];
  codes text[];
  emails text[];
  markets bigint[];
  verdicts market.verdict[];
  sales market.sale[];
begin
  select array_agg(request.project),
    array_agg('fan:' || fan || ':available') || array_agg('fan:' || fan || ':held') filter (where gift is not null),
    array_agg(gift ->> 'email') filter (where gift ->> 'email' is not null)
  into uids, codes, emails
  from jsonb_to_recordset(requests) as request (fan uuid, project uuid, gift jsonb);
  markets := array(select id from public.projects where uid = any (uids));
  perform from market.state where project_id = any (markets) order by project_id for no key update;
  perform market.draw_orders(markets);
  if emails is not null then
    perform private.await_mailboxes(emails);
  end if;
  -- Every account that will move, in one order, before anything is read from it.
  codes := codes || array['platform:revenue'] || array(select 'project:' || uid || ':payable' from unnest(uids) uid);
  perform from ledger.accounts where code = any (codes) order by id for no key update;

  at := clock_timestamp();
  verdicts := market.judge_purchases(requests, at);
  sales := market.take_units(array(
    select v from unnest(verdicts) v where v.payment_id is not null order by v.ordinal
  ), at);
  if sales is not null then
    insert into public.payments
      (id, uid, user_id, project_id, flow, method, amount, tip, is_gift, status, created_at, updated_at)
    overriding system value
    select v.payment_id, v.payment_uid, v.fan, v.project_id, 'mint', 'balance', v.amount + market.tip_in(request.tip),
      market.tip_in(request.tip), request.gift is not null, 'succeded', at, at
    from unnest(sales) sale
    join unnest(verdicts) v on v.payment_id = sale.payment_id
    join jsonb_to_recordset(requests) as request (ordinal integer, gift jsonb, tip jsonb)
      on request.ordinal = v.ordinal;
    insert into private.tip_words (payment_id, words)
    select v.payment_id, request.tip ->> 'words'
    from unnest(sales) sale
    join unnest(verdicts) v on v.payment_id = sale.payment_id
    join jsonb_to_recordset(requests) as request (ordinal integer, tip jsonb) on request.ordinal = v.ordinal
    where request.tip ->> 'words' <> '';
    insert into private.gifts (payment_id, giver, project_id, email, words)
    select v.payment_id, v.fan, v.project_id, request.gift ->> 'email', request.gift ->> 'words'
    from unnest(sales) sale
    join unnest(verdicts) v on v.payment_id = sale.payment_id
    join jsonb_to_recordset(requests) as request (ordinal integer, gift jsonb) on request.ordinal = v.ordinal
    where request.gift is not null;
    perform market.sell_units(sales);
  end if;

  return query
  with last_sale as materialized (
    select v.project_id, max(v.ordinal) as ordinal
    from unnest(sales) sale
    join unnest(verdicts) v on v.payment_id = sale.payment_id
    group by v.project_id
  )
  select v.ordinal,
    -- Where the units there were went to those before it, that is the reason: it comes before those of the fan's own.
    case
      when v.payment_id is not null and sale.payment_id is null then 'sold_out'
      when coalesce(v.ordinal > last_sale.ordinal, false)
        and v.refusal in (
          'turn_not_come', 'already_owned', 'regretted_often', 'one_at_opening', 'gift_waiting', 'gifts_limit', 'gift_mails_limit', 'wallet_overdrawn',
          'insufficient_balance'
        )
        and not exists (select from market.unit_left(v.project_id, v.fan, at))
      then 'sold_out'
      else v.refusal
    end,
    coalesce(v.replay, case
      when sale.payment_id is not null then market.payment_answer(v.payment_uid, 'mint', payments.amount)
    end)
  from unnest(verdicts) v
  left join last_sale on last_sale.project_id = v.project_id
  left join unnest(sales) sale on sale.payment_id = v.payment_id
  left join public.payments on payments.id = sale.payment_id;
end
$$;

-- The centavos of a request's tip.
create or replace function market.tip_in(tip jsonb) returns bigint
language sql immutable as $$
  select coalesce((tip ->> 'amount')::bigint, 0)
$$;

-- Sells a unit for a payment whose money is in the wallet, and answers the new token's id; null when none is left for it.
create or replace function market.sell_paid(payment bigint) returns bigint
language plpgsql as $$
declare
  sales market.sale[];
begin
  sales := market.take_units(array(
    select market.new_verdict(
      ordinal => 0, refusal => null, language => null, replay => null, fan => users.uid, alias => null,
      project_id => projects.id, edition => projects.contract_address, wallet => users.wallet,
      amount => payments.amount - payments.tip, key => null, request_hash => null, card_payment => null, payment_id => payments.id,
      payment_uid => payments.uid, bid_id => null
    )
    from public.payments
    join public.users on users.uid = payments.user_id
    join public.projects on projects.id = payments.project_id
    where payments.id = payment
  ), clock_timestamp());
  if sales is not null then
    perform market.sell_units(sales);
  end if;
  return sales[1].mint_id;
end
$$;

-- Why what a payment ordered is not sold now that its money is in the wallet, as of the instant `at`; null when nothing speaks
-- against it. What `market.refusal_of_purchase` asks, where it may have changed since the order.
create or replace function market.refusal_of_paid(payment bigint, at timestamptz) returns text
language sql stable as $$
  select coalesce(
    case
      -- Who cannot sign in cannot play.
      when not users.is_active then 'account_inactive'
      when not projects.is_active then 'project_not_published'
      when expired_at <= at then 'project_closed'
      -- A pause does not take away what had been set aside for this payment before.
      when paused_at is not null and not exists (select from public.units where reserved_by = payment) then 'project_paused'
      when gifts.id is null and exists (
        select from public.mints
        where project_id = projects.id and user_id = users.uid and status in ('pending', 'minted')
      ) then 'already_owned'
      when exists (select from market.regrets_of(projects.id, users.uid, at) offset 1) then 'regretted_often'
      when market.took_at_opening(projects.id, users.uid) then 'one_at_opening'
    end,
    case when gifts.id is not null then market.refusal_to_set_aside(projects.id, users.uid, gifts.email) end,
    -- A dispute of another payment may have left a debt that takes what was received.
    case when coalesce(available.balance, 0) < payments.amount then 'wallet_overdrawn' end
  )
  from public.payments
  join public.users on users.uid = payments.user_id
  join public.projects on projects.id = payments.project_id
  left join private.gifts on gifts.payment_id = payments.id
  left join ledger.accounts available on available.code = 'fan:' || users.uid || ':available'
  where payments.id = payment
$$;

-- Judges each purchase as of the instant `at`, in the order of `domain/purchase.ts`, and assigns the payment of an accepted
-- one. Writes nothing. The caller has locked whatever it reads that may change.
create or replace function market.judge_purchases(requests jsonb, at timestamptz) returns market.verdict[]
language plpgsql as $$
begin
  return (
    select array_agg(market.new_verdict(
      ordinal => judged.ordinal,
      refusal => judged.refusal,
      language => null,
      replay => judged.replay,
      fan => judged.fan,
      alias => null,
      project_id => judged.project_id,
      edition => judged.edition,
      wallet => judged.wallet,
      amount => judged.price,
      key => null,
      request_hash => null,
      card_payment => null,
      payment_id => case when buys then nextval('public.payments_id_seq') end,
      payment_uid => case when buys then coalesce(judged.uid_of_key, gen_random_uuid()) end,
      bid_id => null
    ) order by judged.ordinal)
    from (
      select *, refusal is null and replay is null as buys
      from (
        select
          request.*, ordered.uid as uid_of_key, projects.id as project_id, projects.contract_address as edition, projects.fiat_price as price,
          users.wallet,
          -- As for bids.
          case
            when known.request_hash = request.hash then known.body
            when earlier.is_same then market.payment_answer(earlier.uid, 'mint', earlier.amount)
          end as replay,
          case
            when known.request_hash <> request.hash or not earlier.is_same then 'key_reused'
            when known.body is null and earlier.uid is null then by_project.refusal
          end as refusal
        from jsonb_to_recordset(requests) as request (
          ordinal integer, fan uuid, project uuid, key text, hash text, gift jsonb, tip jsonb
        )
        join public.users on users.uid = request.fan
        left join public.projects on projects.uid = request.project
        left join ledger.accounts available on available.code = 'fan:' || request.fan || ':available'
        left join private.idempotency_keys known on known.user_id = request.fan and known.key = request.key
        cross join lateral (select private.uid_of_key(request.fan, request.key) as uid offset 0) ordered
        left join lateral (
          select uid, amount, market.is_purchase(payments, projects.id, request.gift, request.tip) as is_same
          from private.payment_with(ordered.uid) payments
        ) earlier on true
        cross join lateral market.refusal_of_purchase(
          request.fan, projects.id, projects.is_active, projects.expired_at, projects.paused_at, projects.opens_at,
          projects.fiat_price + market.tip_in(tip), coalesce(available.balance, 0), at, gift
        ) as by_project (refusal)
        -- Judged once each, even where the verdict is used twice.
        offset 0
      ) known_or_judged
      offset 0
    ) judged
  );
end
$$;

-- Whether a payment is for what a request orders. Once a gift has been accepted or has come back, nobody knows any more for whom it
-- was.
create or replace function market.is_purchase(payment public.payments, project bigint, gift jsonb, tip jsonb) returns boolean
language sql stable as $$
  select (payment.flow, payment.project_id, payment.tip, payment.is_gift)
      is not distinct from ('mint', project, market.tip_in(is_purchase.tip), gift is not null)
    and coalesce((select words from private.tip_words where payment_id = payment.id), '')
      = coalesce(is_purchase.tip ->> 'words', '')
    and (gift is null or exists (
      select from private.gifts
      where payment_id = payment.id and gifts.words = gift ->> 'words'
        and (gifts.status in ('accepted', 'returned') or gifts.email is not distinct from gift ->> 'email')
    ))
$$;

-- Not called but inlined, like those of `market.judge_bids`.
create or replace function market.refusal_of_purchase(
  fan uuid, project bigint, is_active boolean, expired_at timestamptz, paused_at timestamptz, opens_at timestamptz,
  price bigint, balance bigint, at timestamptz, gift jsonb
)
returns setof text
language sql stable as $$
  select coalesce(
    case
      when project is null then 'project_not_found'
      when not is_active then 'project_not_published'
      when expired_at <= at then 'project_closed'
      when paused_at is not null then 'project_paused'
      when opens_at > at then 'project_not_open'
      when not exists (select from market.unit_left(project, fan, at)) then 'sold_out'
      -- Few projects open at an hour; asked of all of them, this was 4 % of a purchase.
      when opens_at is not null and market.turn_of(project, fan) > at then 'turn_not_come'
      when gift is null and (
        select 1 from public.mints
        where project_id = project and user_id = fan and status in ('pending', 'minted')
        limit 1
      ) is not null then 'already_owned'
      -- Two of them: `MOST_REGRETS` of domain/cooling-off.ts.
      when (select 1 from market.regrets_of(project, fan, at) limit 1 offset 1) is not null then 'regretted_often'
      when opens_at is not null and market.took_at_opening(project, fan) then 'one_at_opening'
    end,
    case when gift is not null then market.refusal_of_gift(project, fan, gift ->> 'email') end,
    case
      when balance < 0 then 'wallet_overdrawn'
      when balance < price then 'insufficient_balance'
    end
  )
$$;

-- The tokens of a project that a fan bought and has regretted within `REGRET_MEMORY_DAYS` (domain/cooling-off.ts), and the gifts of
-- it that they took back. Inlined, too.
create or replace function market.regrets_of(project bigint, fan uuid, at timestamptz) returns setof bigint
language sql stable as $$
  select id
  from public.mints
  where project_id = project and user_id = fan and regretted_at > at - interval '30 days'
    and (select user_id from public.payments where id = payment_id) = fan
  union all
  select gifts.id
  from private.gifts
  left join public.mints on mints.id = gifts.mint_id
  where giver = fan and gifts.project_id = project and returned_for in ('taken_back', 'regretted')
    and coalesce(regretted_at, gifts.ended_at) > at - interval '30 days'
$$;

-- One row if a project's first lot has a unit for a fan: those that an earlier attempt of the fan has set aside count as
-- free. Inlined, too. (`gift_id is null`, here and in `take_units`: gifts that the version before has set aside are not marked as
-- sold until migration 0311 has run after it; it goes with the next release.)
create or replace function market.unit_left(project bigint, fan uuid, at timestamptz) returns setof bigint
language sql stable as $$
  select id
  from public.units
  where project_id = project and first_sold_at is null and gift_id is null
    and (
      reserved_until is null or reserved_until <= at
      or (select user_id from public.payments where id = reserved_by) = fan
    )
  limit 1
$$;

-- Gives each buyer a unit, in their order: the one that is reserved for their payment, otherwise the free one of the lowest
-- number; what earlier attempts of the same fan had set aside is free. Answers the sales, without those for whom no unit
-- was left; null when there is none. A locked unit is being bought by somebody else right now: it is passed over.
create or replace function market.take_units(buyers market.verdict[], at timestamptz) returns market.sale[]
language plpgsql as $$
declare
  reserved bigint[];
  sales market.sale[];
begin
  update public.units
  set reserved_by = null, reserved_until = null
  from unnest(buyers) buyer, public.payments
  where units.project_id = buyer.project_id and units.first_sold_at is null and payments.id = units.reserved_by
    and payments.user_id = buyer.fan and payments.id <> buyer.payment_id;
  reserved := array(
    select unit.id
    from unnest(buyers) buyer
    cross join lateral (
      select id
      from public.units
      where project_id = buyer.project_id and first_sold_at is null and reserved_by = buyer.payment_id
      limit 1
      for update skip locked
    ) unit
  );
  with free as (
    select wanted.project_id, unit.id, unit.number,
      row_number() over (partition by wanted.project_id order by unit.number) as place
    from (select project_id, count(*) as buyers from unnest(buyers) group by project_id) wanted
    cross join lateral (
      select id, number
      from public.units
      where project_id = wanted.project_id and first_sold_at is null and gift_id is null
        and (reserved_until is null or reserved_until <= at) and id <> all (reserved)
      order by number
      limit wanted.buyers
      for update skip locked
    ) unit
  ),
  given as (
    select buyer.*, own.id as own_unit,
      count(*) filter (where own.id is null) over (
        partition by buyer.project_id order by buyer.ordinal
      ) as place
    from unnest(buyers) buyer
    left join public.units own on own.id = any (reserved) and own.reserved_by = buyer.payment_id
  )
  select array_agg(row(
    projects.id, projects.uid, project_name, contract_address, author_wallet, units.id, units.number, null,
    given.payment_id, given.fan, given.wallet, given.amount, private.platform_share(given.amount),
    nextval('public.mints_id_seq'), gen_random_uuid()
  )::market.sale order by given.ordinal)
  into sales
  from given
  left join free on free.project_id = given.project_id and free.place = given.place
  join public.units on units.id = coalesce(given.own_unit, free.id)
  join public.projects on projects.id = given.project_id;
  return sales;
end
$$;

-- Sells units of the first lot whose buyers have the money in their wallets: token, shares, record on the chain. Those
-- bought for somebody else are set aside.
create or replace function market.sell_units(sales market.sale[]) returns void
language plpgsql as $$
declare
  own market.sale[];
  given market.sale[];
begin
  if exists (select from unnest(sales) where edition is null) then
    raise exception 'a project is sold without a contract';
  end if;
  select array_agg(sale) filter (where gifts.id is null), array_agg(sale) filter (where gifts.id is not null)
  into own, given
  from unnest(sales) sale
  left join private.gifts on gifts.payment_id = sale.payment_id;
  if given is not null then
    perform market.set_aside(given);
  end if;
  if own is not null then
    perform market.sell_to_buyers(own);
  end if;
end
$$;

create or replace function market.sell_to_buyers(sales market.sale[]) returns void
language plpgsql as $$
begin
  insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount)
  overriding system value
  select mint_id, mint_uid, fan, project_id, unit_id, payment_id, amount
  from unnest(sales);
  update public.units
  set mint_id = sale.mint_id, first_sold_at = now(), reserved_by = null, reserved_until = null
  from unnest(sales) sale
  where units.id = sale.unit_id;
  perform ledger.transfer(array(
    select row(
      'sale:' || mint_uid || ':' || party, 'sale_' || party, 'fan:' || fan || ':available', account, share
    )::ledger.entry
    from unnest(sales)
    cross join lateral (values
      ('author', 'project:' || project_uid || ':payable', amount - platform_share),
      ('platform', 'platform:revenue', platform_share)
    ) parties (party, account, share)
    where share > 0
    union all
    select row(
      'sale:' || mint_uid || ':tip', 'tip', 'fan:' || fan || ':available', 'project:' || project_uid || ':payable', tip
    )::ledger.entry
    from unnest(sales) sale
    join public.payments on payments.id = sale.payment_id and tip > 0
  ));
  perform market.share_sales(sales);
  perform market.enqueue_sales(sales);
end
$$;

-- What the mail of a payment says of it: whoever paid has it as a receipt. `tip` is a part of `paid`, and so is `fee`. Money
-- from outside may come long after it was asked for; a payment from the wallet is paid as it is made.
create or replace function market.paid_of(payment public.payments) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'paid', payment.amount + payment.fee, 'tip', payment.tip, 'fee', payment.fee, 'method', payment.method,
    'paidAt', to_jsonb(coalesce(
      (select min(at) from private.payment_states where payment_id = payment.id and status = 'succeded'),
      payment.created_at
    )) #>> '{}'
  )
$$;
