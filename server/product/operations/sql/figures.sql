create or replace function private.day_of(at timestamptz) returns date
language sql immutable parallel safe as $$
  select (at at time zone 'America/Sao_Paulo')::date
$$;

-- What of an author's return is the amount beside the price, and so was never counted as sold: of several returns the price
-- goes back first.
create or replace function private.tip_in_return(transfer text, amount bigint) returns bigint
language sql stable set search_path = '' as $$
  with returned as (
    select refunds.id as refund_id, payment_id
    from private.refunds
    where transfer like 'refund_of:%' and refunds.uid = split_part(transfer, ':', 2)::uuid
    union all
    select null, payment_id
    from public.mints
    where transfer not like 'refund_of:%' and mints.uid = split_part(transfer, ':', 2)::uuid
  )
  select coalesce((
    select greatest(0, least(tip, tip_in_return.amount, tip_in_return.amount + coalesce((
      select sum(before.amount - before.platform_part)
      from private.refunds before
      where before.payment_id = payments.id and from_sale and (refund_id is null or before.id < refund_id)
    ), 0) + coalesce((
      -- What the author still had, where the house lends the rest.
      select author.amount from ledger.transfers author
      where transfer like '%:house' and author.id = replace(transfer, ':house', ':sale_author')
    ), 0) - sold.amount))
    from returned
    join public.payments on payments.id = returned.payment_id and tip > 0
    join public.mints on mints.payment_id = payments.id
    join ledger.transfers sold on sold.id = 'sale:' || mints.uid || ':author'
  ), 0)::bigint
$$;

-- Volume is the price alone, whatever was added to it.
-- Recounts the last counted day, the one before it and all since: earlier days change no more. The first time that is
-- every day. Triggers would be exact to the second, but every sale would wait for the same row.
create or replace function private.count_figures() returns void
language plpgsql set search_path = '' as $$
declare
  first_day date := coalesce((select max(day) - 1 from private.daily_figures), '2000-01-01');
  since timestamptz := first_day::timestamp at time zone 'America/Sao_Paulo';
begin
  -- Two concurrent workers would count the same.
  perform pg_advisory_xact_lock(hashtext('private.count_figures'));

  insert into private.daily_figures as known (day, payments, tokens, volume, fees)
  select day, sum(payments), sum(tokens), sum(volume), sum(fees)
  from (
    select private.day_of(created_at) as day, count(*) as payments, 0 as tokens, 0 as volume, 0 as fees
    from public.payments
    where created_at >= since
    group by 1
    union all
    select private.day_of(minted_at), 0, count(*), 0, 0
    from public.mints
    where minted_at >= since
    group by 1
    union all
    select private.day_of(created_at), 0, 0,
      sum(case when kind in ('refund', 'regret') then private.tip_in_return(transfers.id, amount) - amount else amount end),
      sum(case
        when kind = 'sale_platform' then amount
        when kind in ('refund', 'regret') and debit_account = revenue.id then -amount
        else 0
      end)
    from ledger.transfers
    cross join (select id from ledger.accounts where code = 'platform:revenue') revenue
    where created_at >= since and kind in ('sale_author', 'sale_platform', 'refund', 'regret')
    group by 1
    union all
    -- Today has a row even before anything happens.
    select private.day_of(now()), 0, 0, 0, 0
  ) counted
  group by day
  on conflict (day) do update set
    payments = excluded.payments, tokens = excluded.tokens, volume = excluded.volume, fees = excluded.fees
  -- A row with the same figures is left alone.
  where (known.payments, known.tokens, known.volume, known.fees)
    is distinct from (excluded.payments, excluded.tokens, excluded.volume, excluded.fees);

  insert into private.figures (active_users, active_projects, payments, tokens, counted_at)
  select
    (select count(*) from public.users where is_active),
    (select count(*) from public.projects where is_active and expired_at > now()),
    sum(payments), sum(tokens), now()
  from private.daily_figures
  on conflict (singleton) do update set
    active_users = excluded.active_users, active_projects = excluded.active_projects,
    payments = excluded.payments, tokens = excluded.tokens, counted_at = excluded.counted_at;
end
$$;

-- As `private.count_figures`: the last day that was counted, the one before it and all since then.
create or replace function private.count_charts() returns void
language plpgsql set search_path = ''
-- A few rows of large tables, found by their indexes also where nobody has gathered statistics yet.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  today date := private.day_of(now());
  since timestamptz := coalesce((select max(day) - 1 from private.daily_project_volume), '2000-01-01')::timestamp
    at time zone 'America/Sao_Paulo';
begin
  perform pg_advisory_xact_lock(hashtext('private.count_charts'));

  insert into private.daily_project_volume as known (day, project_id, volume)
  select private.day_of(legs.created_at), projects.id, sum(sign * (legs.amount + coalesce(platform.amount, 0)))
  from (
    select id, created_at, amount, credit_account as author, 1 as sign
    from ledger.transfers
    where created_at >= since and kind = 'sale_author'
    union all
    select id, created_at, amount - private.tip_in_return(id, amount), debit_account, -1
    from ledger.transfers
    where created_at >= since and kind in ('refund', 'regret')
  ) legs
  join ledger.accounts on accounts.id = author and code ~ '^project:.+:payable$'
  join public.projects on projects.uid = split_part(code, ':', 2)::uuid
  -- The platform's leg of the same event has the same name but for the party.
  left join ledger.transfers platform
    on legs.id like '%author' and platform.id = replace(legs.id, 'author', 'platform')
  group by 1, 2
  on conflict (day, project_id) do update set volume = excluded.volume where known.volume <> excluded.volume;

  -- Days that ended since the last count are told from the holds themselves; later counts leave them alone.
  insert into private.daily_held (day, held)
  select ended.day, coalesce((
    select sum(amount)
    from ledger.holds
    where created_at < midnight and (ended_at is null or ended_at >= midnight)
  ), 0)
  from generate_series(coalesce((select max(day) from private.daily_held), today - 29), today - 1, interval '1 day') days
  cross join lateral (
    select days::date as day, (days::date + 1)::timestamp at time zone 'America/Sao_Paulo' as midnight
  ) ended
  on conflict (day) do update set held = excluded.held;

  insert into private.daily_held as known (day, held)
  select today, coalesce(sum(amount), 0) from ledger.holds where status = 'held'
  on conflict (day) do update set held = excluded.held where known.held <> excluded.held;
end
$$;

-- The last so many weeks anew: people complete, pay and bid long after they registered.
create or replace function private.count_conversion(weeks integer) returns void
language plpgsql set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  first_week date := date_trunc('week', private.day_of(now())::timestamp)::date - 7 * (weeks - 1);
begin
  perform pg_advisory_xact_lock(hashtext('private.count_conversion'));
  insert into private.weekly_conversion as known (week, registered, completed, paid, bid)
  select date_trunc('week', private.day_of(users.created_at)::timestamp)::date,
    count(*), count(*) filter (where is_complete_profile), count(*) filter (where has_paid), count(*) filter (where has_bid)
  from public.users
  cross join lateral (
    select
      exists (
        select from public.payments where user_id = users.uid and payments.status not in ('pending', 'failed')
      ) as has_paid,
      exists (select from public.bids where user_id = users.uid) as has_bid
  ) steps
  where users.created_at >= first_week::timestamp at time zone 'America/Sao_Paulo'
  group by 1
  on conflict (week) do update set
    registered = excluded.registered, completed = excluded.completed, paid = excluded.paid, bid = excluded.bid
  where (known.registered, known.completed, known.paid, known.bid)
    is distinct from (excluded.registered, excluded.completed, excluded.paid, excluded.bid);
end
$$;

-- Recounts where something has happened since. A counter beside the bids would be exact to the second, but every bid
-- would wait for it.
create or replace function private.count_held() returns void
language sql set search_path = '' as $$
  insert into private.project_held as known (project_id, held, standing, log_length)
  select state.project_id, bids.held, bids.standing, state.log_length
  from market.state
  left join private.project_held counted on counted.project_id = state.project_id
  cross join lateral (
    select coalesce(sum(amount), 0) as held, count(*) as standing
    from public.bids
    where bids.project_id = state.project_id and status in ('pending', 'bided')
  ) bids
  where state.log_length is distinct from counted.log_length
  on conflict (project_id) do update
    set held = excluded.held, standing = excluded.standing, log_length = excluded.log_length
  -- Of two concurrent workers the one that saw more is right.
  where known.log_length < excluded.log_length
$$;

-- As `private.count_figures`: the last day that was counted, the one before it and all since then. An hour is played within
-- a day of being issued.
create or replace function private.count_market() returns void
language plpgsql set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  since timestamptz := coalesce((select max(day) - 1 from private.daily_market), '2000-01-01')::timestamp
    at time zone 'America/Sao_Paulo';
begin
  perform pg_advisory_xact_lock(hashtext('private.count_market'));
  insert into private.daily_market as known (day, issued, played, resold, resale, first_price, waited, bids)
  select day, sum(issued), sum(played), sum(resold), sum(resale), sum(first_price), sum(waited), sum(bids)
  from (
    select private.day_of(minted_at) as day, count(*) as issued, count(played_at) as played, count(won.id) as resold,
      coalesce(sum(mints.amount) filter (where won.id is not null), 0) as resale,
      coalesce(sum(fiat_price) filter (where won.id is not null), 0) as first_price,
      coalesce(sum(round(extract(epoch from greatest(mints.created_at - freed_at, '0')) * 1000)), 0) as waited,
      0 as bids
    from public.mints
    join public.projects on projects.id = mints.project_id
    left join public.payments won on won.id = mints.payment_id and won.flow = 'bid'
    left join lateral (
      select ended_at as freed_at from public.mints former
      where won.id is not null and former.unit_id = mints.unit_id and former.id < mints.id
      order by former.id desc limit 1
    ) before on true
    where minted_at >= since
    group by 1
    union all
    select private.day_of(payments.created_at), 0, 0, 0, 0, 0, 0, count(*)
    from public.payments
    join public.bids on payment_id = payments.id
    where payments.created_at >= since and flow = 'bid'
    group by 1
    union all
    select private.day_of(now()), 0, 0, 0, 0, 0, 0, 0
  ) counted
  group by day
  on conflict (day) do update set
    issued = excluded.issued, played = excluded.played, resold = excluded.resold, resale = excluded.resale,
    first_price = excluded.first_price, waited = excluded.waited, bids = excluded.bids
  where (known.issued, known.played, known.resold, known.resale, known.first_price, known.waited, known.bids)
    is distinct from (excluded.issued, excluded.played, excluded.resold, excluded.resale, excluded.first_price,
      excluded.waited, excluded.bids);
end
$$;

-- The last month that was counted, the one before it and all since then. Who paid came back, whoever was given the hour.
create or replace function private.count_cohorts() returns void
language plpgsql set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  since timestamptz := coalesce((select max(month) - interval '1 month' from private.monthly_cohorts), '2000-01-01')
    at time zone 'America/Sao_Paulo';
begin
  perform pg_advisory_xact_lock(hashtext('private.count_cohorts'));
  insert into private.monthly_cohorts as known (first_month, month, people)
  select date_trunc('month', private.day_of(first_at)::timestamp), month, count(*)
  from (
    select distinct payments.user_id, date_trunc('month', private.day_of(minted_at)::timestamp) as month
    from public.mints
    join public.payments on payments.id = payment_id
    where minted_at >= since
  ) buyers
  cross join lateral (
    select min(minted_at) as first_at
    from public.payments
    join public.mints on payment_id = payments.id
    where payments.user_id = buyers.user_id
  ) bought
  group by 1, 2
  on conflict (first_month, month) do update set people = excluded.people where known.people <> excluded.people;
  update private.figures set cohorts_counted_at = now();
end
$$;
