-- What authors are owed and paid: who they are, where they are paid, what has been paid, and the links by which they
-- look. And what the dashboard draws beside its daily sums.

-- An author is a wallet: it is fixed by publication, while a name can be spelled in more ways than one.
create table private.artists (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  -- In small letters, whatever the project's row says.
  wallet text not null unique check (wallet ~ '^0x[0-9a-f]{40}$'),
  -- As the project that was written last calls them.
  name text not null,
  created_at timestamptz not null default clock_timestamp()
);
alter table private.artists enable row level security;
create index artists_search on private.artists
  using gin (private.search_form(name || ' ' || wallet) gin_trgm_ops);
create index projects_author on public.projects (lower(author_wallet));

create function private.know_artist() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.artists as known (wallet, name)
  values (lower(new.author_wallet), new.author)
  on conflict (wallet) do update set name = excluded.name where known.name <> excluded.name;
  return null;
end
$$;
create trigger projects_know_artist after insert or update of author, author_wallet on public.projects
  for each row execute function private.know_artist();
insert into private.artists (wallet, name)
select distinct on (lower(author_wallet)) lower(author_wallet), author
from public.projects
order by lower(author_wallet), id desc;

-- The form in which a bank takes a PIX key, as `domain/pix-key.ts` makes it.
create function private.is_pix_key(type text, key text) returns boolean
language sql immutable parallel safe as $$
  select length(key) <= 77 and case type
    when 'cpf' then private.is_cpf(key)
    when 'cnpj' then key ~ '^[0-9A-Z]{12}[0-9]{2}$'
    when 'phone' then key ~ '^\+55[1-9][1-9]9[0-9]{8}$'
    when 'email' then key = lower(key) and key ~ '^[^\s@]+@[^\s@]+$'
    when 'random' then key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    else false
  end
$$;

-- Who is paid and where to. A line counts once somebody else than whoever wrote it has confirmed it; the last one does.
create table private.artist_keys (
  id bigint generated always as identity primary key,
  artist_id bigint not null references private.artists,
  legal_name text not null check (legal_name ~ '\S' and length(legal_name) <= 120),
  pix_key_type text not null,
  pix_key text not null,
  entered_by uuid not null references public.users (uid),
  entered_at timestamptz not null default clock_timestamp(),
  confirmed_by uuid references public.users (uid),
  confirmed_at timestamptz,
  -- Taken back, or written anew before anybody confirmed it.
  discarded_at timestamptz,
  constraint key_is_of_its_type check (private.is_pix_key(pix_key_type, pix_key)),
  constraint key_takes_two_people check (confirmed_by <> entered_by),
  constraint confirmed_has_a_time check ((confirmed_by is null) = (confirmed_at is null)),
  constraint ends_one_way check (confirmed_at is null or discarded_at is null)
);
create unique index artist_keys_waiting on private.artist_keys (artist_id)
  where confirmed_at is null and discarded_at is null;
create index artist_keys_confirmed on private.artist_keys (artist_id, confirmed_at desc) where confirmed_at is not null;
alter table private.artist_keys enable row level security;

create function private.keep_artist_key() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.confirmed_at is not null or old.discarded_at is not null
    or (new.artist_id, new.legal_name, new.pix_key_type, new.pix_key, new.entered_by, new.entered_at)
      is distinct from (old.artist_id, old.legal_name, old.pix_key_type, old.pix_key, old.entered_by, old.entered_at)
  then
    raise exception 'a key of an artist is confirmed or discarded once, and otherwise stays' using errcode = 'P0A01';
  end if;
  return new;
end
$$;
create trigger artist_keys_stay before update or delete on private.artist_keys
  for each row execute function private.keep_artist_key();

-- Money on its way to an author. Its amount leaves the projects' payable accounts when it is asked for, waits in
-- `payouts:under_way`, and ends in `artists:paid` or where it came from.
select ledger.open_account('payouts:under_way');
select ledger.open_account('artists:paid');

create table private.artist_payouts (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  artist_id bigint not null references private.artists,
  key_id bigint not null references private.artist_keys,
  amount bigint not null check (amount between 1 and 100000000),
  status text not null default 'requested' check (status in ('requested', 'approved', 'paid', 'rejected', 'failed')),
  -- Why it was rejected or failed.
  reason text check (length(reason) between 1 and 500),
  -- The name under which the Banco Central knows the payment.
  end_to_end_id text check (end_to_end_id ~ '^[A-Za-z0-9]{1,40}$'),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status in ('requested', 'approved')) = (ended_at is null)),
  constraint paid_has_a_receipt check ((status = 'paid') <= (end_to_end_id is not null))
);
create index artist_payouts_artist on private.artist_payouts (artist_id, id desc);
create index artist_payouts_ended on private.artist_payouts (ended_at) where ended_at is not null;
create index redeem_balance_ended on public.redeem_balance (ended_at) where ended_at is not null;
alter table private.artist_payouts enable row level security;

insert into private.transitions (machine, before, after) values
  ('payout', 'requested', 'approved'),
  ('payout', 'requested', 'rejected'),
  ('payout', 'approved', 'paid'),
  ('payout', 'approved', 'failed');
create trigger artist_payouts_transition before update of status on private.artist_payouts
  for each row execute function private.enforce_transition('status', 'payout');
create trigger artist_payouts_stay before delete on private.artist_payouts
  for each row execute function ledger.refuse_change();

-- Which project's account each part came from.
create table private.artist_payout_parts (
  payout_id bigint not null references private.artist_payouts,
  project_id bigint not null references public.projects,
  amount bigint not null check (amount > 0),
  primary key (payout_id, project_id)
);
create index artist_payout_parts_project on private.artist_payout_parts (project_id);
alter table private.artist_payout_parts enable row level security;
create trigger artist_payout_parts_stay before update or delete on private.artist_payout_parts
  for each row execute function ledger.refuse_change();

create table private.artist_payout_approvals (
  payout_id bigint not null references private.artist_payouts,
  admin_id uuid not null references public.users (uid),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (payout_id, admin_id)
);
alter table private.artist_payout_approvals enable row level security;
create trigger artist_payout_approvals_stay before update or delete on private.artist_payout_approvals
  for each row execute function ledger.refuse_change();

-- Nothing is paid to a key that nobody confirmed, nor unapproved, nor by the author's own word.
create function private.judge_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform from private.artist_keys
    where id = new.key_id and artist_id = new.artist_id and confirmed_at is not null;
    if not found then
      raise exception 'payout % is to a key that was not confirmed', new.uid using errcode = 'P0A02';
    end if;
  elsif new.status = 'approved' and old.status <> 'approved' and (
    select coalesce(bool_or(lower(users.wallet) = artists.wallet), true)
    from private.artist_payout_approvals
    join public.users on users.uid = admin_id
    join private.artists on artists.id = new.artist_id
    where payout_id = new.id
  ) then
    raise exception 'payout % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  return new;
end
$$;
create trigger artist_payouts_are_judged before insert or update of status on private.artist_payouts
  for each row execute function private.judge_payout();

-- What of a project's payable money may still go back without anybody's decision: the author's shares of live tokens
-- that nobody has played (regret, a sale that the chain refuses, a dispute). It is not paid out before it is earned.
create function private.unearned(project bigint) returns bigint
language sql stable as $$
  select coalesce(sum(
    mints.amount - private.platform_share(mints.amount) - coalesce((
      select sum(refunds.amount - platform_part)
      from private.refunds
      where refunds.payment_id = mints.payment_id and from_sale
    ), 0)
  ), 0)::bigint
  from public.mints
  where project_id = project and status in ('pending', 'minted') and status_song = 'none'
$$;

-- Links by which an author looks at their figures; the token itself is nowhere.
create table private.artist_links (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  artist_id bigint not null references private.artists,
  -- SHA-256.
  digest bytea not null unique check (octet_length(digest) = 32),
  created_by uuid not null references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz
);
create index artist_links_artist on private.artist_links (artist_id, id desc);
alter table private.artist_links enable row level security;

-- Read by tests, simulator and operator; empty when all is well, as `ledger.faults`.
create view ledger.payout_faults as
  select 'payouts under way that differ from what is set aside for them' as fault, balance::text as detail
  from ledger.accounts
  where code = 'payouts:under_way' and balance <> coalesce((
    select sum(amount) from private.artist_payouts where status in ('requested', 'approved')
  ), 0)
  union all
  select 'payouts paid that differ from what was booked as paid', balance::text
  from ledger.accounts
  where code = 'artists:paid' and balance <> coalesce((
    select sum(amount) from private.artist_payouts where status = 'paid'
  ), 0)
  union all
  select 'a payout that differs from its parts', uid::text
  from private.artist_payouts payouts
  where amount is distinct from (select sum(amount) from private.artist_payout_parts where payout_id = payouts.id);

-- Up to where payments have been compared with card processor and PIX provider: every day once, however long nobody
-- could be asked.
create table private.reconciliation_cursor (
  singleton boolean primary key default true check (singleton),
  compared_until timestamptz not null
);
alter table private.reconciliation_cursor enable row level security;

-- What fans paid for a project's tokens on a day in São Paulo, less what went back.
create table private.daily_project_volume (
  day date not null,
  project_id bigint not null references public.projects,
  volume bigint not null,
  primary key (day, project_id)
);
create index daily_project_volume_project on private.daily_project_volume (project_id, day);
alter table private.daily_project_volume enable row level security;

-- What was held for bids and withdrawals at the end of a day; of today, when it was counted last.
create table private.daily_held (
  day date primary key,
  held bigint not null check (held >= 0)
);
alter table private.daily_held enable row level security;

-- Of the people who registered in a week (from its Monday, in São Paulo), how many came how far.
create table private.weekly_conversion (
  week date primary key,
  registered integer not null,
  completed integer not null,
  paid integer not null,
  bid integer not null
);
alter table private.weekly_conversion enable row level security;

create index users_by_time on public.users using brin (created_at) with (autosummarize = on);
create index holds_by_time on ledger.holds using brin (created_at) with (autosummarize = on);

-- As `private.count_figures`: the last day that was counted, the one before it and all since then.
create function private.count_charts() returns void
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
    select id, created_at, amount, debit_account, -1
    from ledger.transfers
    where created_at >= since and kind in ('refund', 'regret')
  ) legs
  join ledger.accounts on accounts.id = author and code ~ '^project:.+:payable$'
  join public.projects on projects.uid = split_part(code, ':', 2)::uuid
  -- The platform's leg of the same event has the same name but for the party.
  left join ledger.transfers platform on platform.id = replace(legs.id, 'author', 'platform')
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
select private.count_charts();

-- The last so many weeks anew: people complete, pay and bid long after they registered.
create function private.count_conversion(weeks integer) returns void
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
select private.count_conversion(12);

-- What is in a wallet beside a fan's own money, as the chain mirrors it: what its author is owed, what is on its way to
-- them, and, in the house's wallet, the house's shares.
create function private.shares_in(wallet text, platform_wallet text) returns bigint
language sql stable as $$
  select (coalesce((
    select sum(balance)
    from public.projects
    join ledger.accounts on code = 'project:' || projects.uid || ':payable'
    where lower(author_wallet) = lower(shares_in.wallet)
  ), 0) + coalesce((
    select sum(amount)
    from private.artists
    join private.artist_payouts on artist_id = artists.id and status in ('requested', 'approved')
    where artists.wallet = lower(shares_in.wallet)
  ), 0) + case when lower(shares_in.wallet) = lower(platform_wallet) then (
    select balance from ledger.accounts where code = 'platform:revenue'
  ) else 0 end)::bigint
$$;
-- A wallet is asked for by its address, whoever's it is.
create index users_wallet on public.users (lower(wallet)) where wallet is not null;
-- Which units the chain has made, whoever holds them now.
create index mints_made on public.mints (unit_id) where tx_hash is not null;
