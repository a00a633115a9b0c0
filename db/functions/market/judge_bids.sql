-- A verdict from its parts by their names; the planner puts the row itself in the place of the call.
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

-- Judges each request as of the instant `at`, in the order of refusals of `domain/bid.ts`, and names what an accepted one
-- will be: its payment and its bid. Writes nothing. The caller has locked whatever it reads that may change.
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
      key => judged.key,
      request_hash => judged.request_hash,
      card_payment => judged.card_payment,
      payment_id => case when places then coalesce(judged.card_payment, nextval('public.payments_id_seq')) end,
      payment_uid => case when places then coalesce(judged.card_uid, gen_random_uuid()) end,
      bid_id => case when places then nextval('public.bids_id_seq') end
    ) order by judged.ordinal)
    from (
      select bare.*, bare.refusal is null and bare.replay is null and not bare.unpaid as places
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
      ) bare
      offset 0
    ) judged
  );
end
$$;
