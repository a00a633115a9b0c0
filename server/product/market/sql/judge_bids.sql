-- A verdict built from named parts; the planner replaces the call by the row itself.
create or replace function market.new_verdict(
  ordinal integer, refusal text, language text, replay json, fan uuid, alias text, project_id bigint, edition text,
  wallet text, amount bigint, key text, request_hash text, card_payment bigint, payment_id bigint, payment_uid uuid,
  bid_id bigint
) returns market.verdict
language sql immutable as $$
  select row(
    ordinal, refusal, language, replay, fan, alias, project_id, edition, wallet, amount, key, request_hash, card_payment,
    payment_id, payment_uid, bid_id
  )::market.verdict
$$;

-- Judges each request as of the instant `at`, and assigns the ids of an accepted one: its payment and its bid. Writes
-- nothing. The caller has locked whatever it reads that may change.
create or replace function market.judge_bids(requests jsonb, at timestamptz) returns market.verdict[]
language plpgsql as $$
begin
  return (
    select array_agg(market.new_verdict(
      ordinal => judged.ordinal,
      refusal => judged.refusal,
      language => judged.language,
      replay => judged.replay,
      fan => judged.fan,
      alias => judged.alias,
      project_id => judged.project_id,
      edition => judged.edition,
      wallet => judged.wallet,
      amount => judged.amount,
      -- Of the type for the version before; they go with the next release.
      key => null,
      request_hash => null,
      card_payment => judged.card_payment,
      payment_id => case when places then coalesce(judged.card_payment, nextval('public.payments_id_seq')) end,
      payment_uid => case when places then coalesce(
        judged.card_uid, judged.uid_of_key, gen_random_uuid()
      ) end,
      bid_id => case when places then nextval('public.bids_id_seq') end
    ) order by judged.ordinal)
    from (
      select *, refusal is null and replay is null and not unpaid as places
      from market.refuse_or_replay(requests, at)
      offset 0
    ) judged
  );
end
$$;

-- The functions below are not called: being stable, without settings, and read in a `from`, each is inlined when the
-- one statement above is planned.

-- Each request with the reason for its refusal, or the earlier answer for its idempotency key, or neither. The order
-- of refusals is that of `domain/bid.ts`.
drop function if exists market.refuse_or_replay(jsonb, timestamptz);
create or replace function market.refuse_or_replay(requests jsonb, at timestamptz)
returns table (
  ordinal integer, refusal text, language text, replay json, fan uuid, alias text, project_id bigint, edition text,
  wallet text, amount bigint, uid_of_key uuid, card_payment bigint, card_uid uuid, unpaid boolean
)
language sql stable as $$
  select
    request.ordinal,
    coalesce(by_caller.refusal, case
      when known.request_hash <> request.hash or not earlier.is_same then 'key_reused'
      when known.body is null and earlier.uid is null then coalesce(by_project.refusal, by_offer.refusal)
    end),
    coalesce(users.language, 'pt'),
    case
      -- The keys of other calls have rows of their own, and for thirty days so have those that the version before accepted.
      when known.request_hash = request.hash then known.body
      when earlier.is_same then market.payment_answer(earlier.uid, 'bid', earlier.amount)
    end,
    request.fan, market.alias(state.salt, request.fan), projects.id, projects.contract_address, users.wallet,
    request.amount, ordered.uid, request.payment,
    (select uid from public.payments where id = request.payment),
    coalesce(request.unpaid, false)
  from jsonb_to_recordset(requests) as request (
    ordinal integer, fan uuid, session uuid, level text, project uuid, amount bigint, key text, hash text,
    payment bigint, unpaid boolean
  )
  left join public.users on users.uid = request.fan
  left join public.projects on projects.uid = request.project
  left join market.state on state.project_id = projects.id
  left join ledger.accounts available on available.code = 'fan:' || request.fan || ':available'
  left join private.idempotency_keys known on known.user_id = request.fan and known.key = request.key
  -- Once for each: a hash takes longer than a look-up.
  cross join lateral (select private.uid_of_key(request.fan, request.key) as uid offset 0) ordered
  left join lateral (
    select uid, payments.amount,
      (flow, project_id, payments.amount) is not distinct from ('bid', projects.id, request.amount) as is_same
    from private.payment_with(ordered.uid) payments
  ) earlier on true
  cross join lateral market.refusal_of_caller(
    request.fan, request.session, request.level, users.is_active, users.is_complete_profile, at
  ) as by_caller (refusal)
  cross join lateral market.refusal_of_project(
    projects.id, projects.is_active, projects.expired_at, projects.paused_at, at
  ) as by_project (refusal)
  cross join lateral market.refusal_of_offer(
    request.fan, projects.id, projects.fiat_price, request.amount,
    case when request.unpaid is null then available.balance end, request.payment is not null
  ) as by_offer (refusal)
  -- Judged once each, even where the verdict is used twice.
  offset 0
$$;

-- Without an account nobody is active either: null.
create or replace function market.refusal_of_caller(
  fan uuid, session uuid, level text, is_active boolean, is_complete_profile boolean, at timestamptz
)
returns setof text
language sql stable as $$
  select case
    when is_active is null then 'unauthenticated'
    when level is not null and session is not null and (
      select 1
      from auth.sessions
      where id = session and user_id = fan and (not_after is null or not_after > at)
      limit 1
    ) is null then 'unauthenticated'
    -- The rule of `private.second_factor_is_due`, which as a call would take longer than the rest of the verdict.
    when level <> 'aal2' and (
      select 1 from auth.mfa_factors where user_id = fan and status = 'verified' limit 1
    ) is not null then 'second_factor_due'
    when not is_active then 'account_inactive'
    when not is_complete_profile then 'profile_incomplete'
  end
$$;

create or replace function market.refusal_of_project(
  project bigint, is_active boolean, expired_at timestamptz, paused_at timestamptz, at timestamptz
)
returns setof text
language sql stable as $$
  select case
    when project is null then 'project_not_found'
    when not is_active then 'project_not_published'
    when expired_at <= at then 'project_closed'
    when paused_at is not null then 'project_paused'
    -- `(select … limit 1) is not null` and not `exists`, for which the planner may read the whole table.
    when (
      select 1 from public.units where project_id = project and first_sold_at is null limit 1
    ) is not null then 'first_lot_open'
  end
$$;

-- The artists with a share of a project whose money a fan receives, or received within `PAID_MEMORY_DAYS` (domain/bid.ts): by acting
-- for them, or by their wallet. Hardly anybody does: for all others this is two looks into small indexes. Inlined.
create or replace function market.parts_of(project bigint, fan uuid) returns setof bigint
language sql stable as $$
  select artist_id
  from private.artist_accounts accounts
  where user_id = fan and (ended_at is null or ended_at > now() - interval '30 days')
    and (
      select 1
      from private.shares_over_time(project) shares
      where shares.artist_id = accounts.artist_id and shares.since < coalesce(accounts.ended_at, 'infinity')
        and shares.until > greatest(accounts.joined_at, now() - interval '30 days')
      limit 1
    ) is not null
  union all
  select artists.id
  from public.users
  join private.artists on artists.wallet = lower(users.wallet)
  where users.uid = fan
    and (
      select 1
      from private.shares_over_time(project) shares
      where shares.artist_id = artists.id and shares.until > now() - interval '30 days'
      limit 1
    ) is not null
$$;

-- `balance` is the fan's free money in centavos, null when the money comes from outside; a bid that `is_paid` is the one
-- that its own pending payment waits for.
create or replace function market.refusal_of_offer(
  fan uuid, project bigint, price bigint, offer bigint, balance bigint, is_paid boolean
)
returns setof text
language sql stable as $$
  select case
    when (select 1 from market.parts_of(project, fan) limit 1) is not null then 'own_work'
    when (
      select 1 from public.mints
      where project_id = project and user_id = fan and status in ('pending', 'minted')
      limit 1
    ) is not null then 'already_owned'
    -- Two of them: `MOST_REGRETS` of domain/cooling-off.ts.
    when (select 1 from market.regrets_of(project, fan, now()) limit 1 offset 1) is not null then 'regretted_often'
    when offer < price then 'bid_below_price'
    when offer > balance then 'bid_exceeds_balance'
    -- Both looked up in an order that only the wanted index has: before its first statistics the planner takes the
    -- table for empty and any index for as good, and then each bid would read every other.
    when offer = (
      select amount
      from public.bids
      where project_id = project and amount >= offer and status in ('pending', 'bided') and user_id <> fan
      order by amount
      limit 1
    ) then 'bid_amount_taken'
    when (
      select (user_id, project_id) = (fan, project)
      from public.bids
      where (user_id, project_id) >= (fan, project) and status in ('pending', 'bided')
      order by user_id, project_id
      limit 1
    ) then 'bid_already_active'
    when not is_paid and (
      select 1
      from public.payments
      where flow = 'bid' and status = 'pending' and project_id = project and user_id = fan
      limit 1
    ) is not null then 'bid_already_active'
  end
$$;
