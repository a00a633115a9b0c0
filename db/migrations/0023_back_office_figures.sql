-- What administrators look for and count: every list is found by an index, and no figure is counted by whoever looks.

-- Drafts and closed projects are looked for too; `projects_search` holds the published ones.
create index projects_search_all on public.projects using gin (search gin_trgm_ops);

create function private.request_search(subject text, message text) returns text
language sql immutable parallel safe as $$
  select private.search_form(subject || ' ' || message)
$$;
-- Whoever writes a request writes its index.
grant execute on function private.request_search(text, text) to authenticated, service_role;
create index support_requests_search on public.support_requests
  using gin (private.request_search(subject, message) gin_trgm_ops);

create index payments_by_amount on public.payments (amount, id);
create index payments_by_flow on public.payments (flow, id);

-- A day of the business, in São Paulo. Money in centavos; a day that gave back more than it sold is negative.
create table private.daily_figures (
  day date primary key,
  payments integer not null,
  -- Tokens that the chain has issued.
  tokens integer not null,
  -- What was paid for tokens, and the platform's part of it.
  volume bigint not null,
  fees bigint not null
);
alter table private.daily_figures enable row level security;

create table private.figures (
  singleton boolean primary key default true check (singleton),
  active_users integer not null,
  active_projects integer not null,
  -- Sums of the days.
  payments bigint not null,
  tokens bigint not null,
  counted_at timestamptz not null
);
alter table private.figures enable row level security;

-- Rows come in the order of their time, so a few bytes for each stretch of a table find those of a day.
create index transfers_by_time on ledger.transfers using brin (created_at) with (autosummarize = on);
create index payments_by_time on public.payments using brin (created_at) with (autosummarize = on);
create index mints_by_time on public.mints using brin (minted_at) with (autosummarize = on);
create index users_active on public.users (uid) where is_active;

create function private.day_of(at timestamptz) returns date
language sql immutable parallel safe as $$
  select (at at time zone 'America/Sao_Paulo')::date
$$;

-- Counts the last day that was counted, the one before it and all since then: earlier days change no more. The first
-- time that is every day. Triggers would be exact to the second, but every sale would wait for the same row.
create function private.count_figures() returns void
language plpgsql set search_path = '' as $$
declare
  first_day date := coalesce((select max(day) - 1 from private.daily_figures), '2000-01-01');
  since timestamptz := first_day::timestamp at time zone 'America/Sao_Paulo';
begin
  -- Two workers at once would count the same.
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
      sum(case when kind in ('refund', 'regret') then -amount else amount end),
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
  -- A row that says the same already is left alone.
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
select private.count_figures();
