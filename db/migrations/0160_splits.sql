-- How an author's part of a project is shared among several people. Where there is none, all of it is the author's.
create table private.splits (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  project_id bigint not null references public.projects,
  proposed_by uuid not null references public.users (uid),
  proposed_at timestamptz not null default clock_timestamp(),
  status text not null default 'proposed'
    check (status in ('proposed', 'in_force', 'replaced', 'declined', 'withdrawn')),
  in_force_at timestamptz,
  ended_at timestamptz,
  constraint split_counts_from_an_instant check ((status in ('in_force', 'replaced')) = (in_force_at is not null)),
  constraint open_split_has_no_end check ((status in ('proposed', 'in_force')) = (ended_at is null))
);
create unique index splits_proposed on private.splits (project_id) where status = 'proposed';
create unique index splits_in_force on private.splits (project_id) where status = 'in_force';
create index splits_project on private.splits (project_id, id desc);
create index splits_proposed_by on private.splits (proposed_by);
alter table private.splits enable row level security;

-- Basis points of the author's part. `place` is the order in which they were written: of equal rests the first has the centavo.
create table private.split_shares (
  split_id bigint not null references private.splits,
  artist_id bigint not null references private.artists,
  place smallint not null check (place between 1 and 20),
  basis_points integer not null check (basis_points between 1 and 10000),
  primary key (split_id, artist_id),
  unique (split_id, place)
);
create index split_shares_artist on private.split_shares (artist_id);
alter table private.split_shares enable row level security;

-- Who has agreed to a change, and by which account.
create table private.split_consents (
  split_id bigint not null references private.splits,
  artist_id bigint not null references private.artists,
  user_id uuid not null references public.users (uid),
  agreed_at timestamptz not null default clock_timestamp(),
  primary key (split_id, artist_id)
);
create index split_consents_user on private.split_consents (user_id);
create index split_consents_artist on private.split_consents (artist_id);
alter table private.split_consents enable row level security;

-- Each person's account of a project.
create table private.share_accounts (
  project_id bigint not null references public.projects,
  artist_id bigint not null references private.artists,
  account_id bigint not null unique references ledger.accounts,
  primary key (project_id, artist_id)
);
create index share_accounts_artist on private.share_accounts (artist_id);
alter table private.share_accounts enable row level security;

-- By which split a sale was shared; returns take from each what each got.
create table private.shared_sales (
  mint_id bigint primary key references public.mints,
  split_id bigint not null references private.splits
);
create index shared_sales_split on private.shared_sales (split_id);
alter table private.shared_sales enable row level security;

insert into private.transitions (machine, before, after) values
  ('split', 'proposed', 'in_force'),
  ('split', 'proposed', 'declined'),
  ('split', 'proposed', 'withdrawn'),
  ('split', 'in_force', 'replaced');
create trigger splits_transition before update of status on private.splits
  for each row execute function private.enforce_transition('status', 'split');

-- As in `db/functions/private/splits.sql`.
-- Those who have a share of a project at this moment: they have to agree before it changes. Without a split, the author.
create or replace function private.sharers(project bigint) returns table (artist_id bigint, basis_points integer, place smallint)
language sql stable set search_path = '' as $$
  select split_shares.artist_id, split_shares.basis_points, split_shares.place
  from private.splits
  join private.split_shares on split_id = splits.id
  where project_id = project and status = 'in_force'
  union all
  select artists.id, 10000, 1::smallint
  from public.projects
  join private.artists on artists.wallet = lower(author_wallet)
  where projects.id = project
    and not exists (select from private.splits where project_id = project and status = 'in_force')
$$;

-- The shares of a split make up the whole, at the end of the transaction that wrote them.
create or replace function private.judge_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  split bigint := case tg_table_name when 'splits' then (to_jsonb(new) ->> 'id')::bigint
    else (to_jsonb(new) ->> 'split_id')::bigint end;
begin
  if (select coalesce(sum(basis_points), 0) from private.split_shares where split_id = split) <> 10000 then
    raise exception 'the shares of split % do not add up', split
      using errcode = 'P0S01', constraint = 'shares_add_up';
  end if;
  return null;
end
$$;

-- Shares are written with their split, before it counts, and stay as they were written.
create or replace function private.keep_shares() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' or not exists (
    select from private.splits where id = new.split_id and status = 'proposed'
  ) then
    raise exception 'the shares of a split stay as they were proposed'
      using errcode = 'P0S02', constraint = 'shares_stay';
  end if;
  return new;
end
$$;

-- An agreement is given by the account that acts for somebody who has a share, while the change is proposed; for good.
create or replace function private.judge_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' or not exists (
    select
    from private.splits
    cross join lateral private.sharers(project_id) sharers
    join private.artist_accounts accounts on accounts.artist_id = sharers.artist_id
    where splits.id = new.split_id and status = 'proposed' and sharers.artist_id = new.artist_id
      and accounts.user_id = new.user_id and accounts.ended_at is null
  ) then
    raise exception 'nobody but those who have a share agrees to a change of it'
      using errcode = 'P0S03', constraint = 'consent_of_a_sharer';
  end if;
  return new;
end
$$;

-- A split is proposed first. It counts at once until its project is published, afterwards once all who have a share have agreed;
-- it takes the place of the one before, and each person gets an account.
create or replace function private.judge_split() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' then
      raise exception 'a split is proposed first' using errcode = 'P0S04', constraint = 'split_is_proposed_first';
    end if;
    return new;
  end if;
  if new.status = 'in_force' and old.status <> 'in_force' then
    if exists (select from public.projects where id = new.project_id and is_active) and exists (
      select from private.sharers(new.project_id) sharers
      where not exists (
        select from private.split_consents
        where split_id = new.id and split_consents.artist_id = sharers.artist_id
      )
    ) then
      raise exception 'not everybody has agreed to split %', new.id
        using errcode = 'P0S05', constraint = 'split_takes_everybody';
    end if;
    new.in_force_at := clock_timestamp();
    update private.splits set status = 'replaced', ended_at = new.in_force_at
    where project_id = new.project_id and status = 'in_force';
    perform ledger.open_account('project:' || projects.uid || ':share:' || artists.uid)
    from private.split_shares
    join private.artists on artists.id = artist_id
    join public.projects on projects.id = new.project_id
    where split_id = new.id;
    insert into private.share_accounts (project_id, artist_id, account_id)
    select new.project_id, artist_id, accounts.id
    from private.split_shares
    join private.artists on artists.id = artist_id
    join public.projects on projects.id = new.project_id
    join ledger.accounts on code = 'project:' || projects.uid || ':share:' || artists.uid
    where split_id = new.id
    on conflict do nothing;
  elsif new.status = 'replaced' and old.status = 'in_force' and not exists (
    select from private.splits where project_id = new.project_id and status = 'proposed'
  ) then
    raise exception 'a split ends only when another takes its place'
      using errcode = 'P0S06', constraint = 'split_is_replaced';
  end if;
  return new;
end
$$;

create constraint trigger splits_add_up after insert on private.splits
  deferrable initially deferred for each row execute function private.judge_shares();
create constraint trigger split_shares_add_up after insert on private.split_shares
  deferrable initially deferred for each row execute function private.judge_shares();
create trigger split_shares_stay before insert or update or delete on private.split_shares
  for each row execute function private.keep_shares();
create trigger split_consents_are_judged before insert or update or delete on private.split_consents
  for each row execute function private.judge_consent();
create trigger splits_are_judged before insert or update on private.splits
  for each row execute function private.judge_split();
create trigger splits_stay before delete on private.splits
  for each row execute function ledger.refuse_change();
create trigger shared_sales_stay before update or delete on private.shared_sales
  for each row execute function ledger.refuse_change();
create trigger share_accounts_stay before update or delete on private.share_accounts
  for each row execute function ledger.refuse_change();
