-- Who shares the author's part of a project: `domain/split.ts`.

-- The parts of an amount by weights, to the centavo: what is left after rounding down goes to the largest rests, and of equal
-- ones to the first. Without any weight nobody gets anything.
create or replace function private.parts_of(amount bigint, weights bigint[]) returns bigint[]
language sql immutable as $$
  select array_agg(
    (whole + case when turn <= amount - given and total > 0 then 1 else 0 end)::bigint order by place
  )
  from (
    select place, whole, total, sum(whole) over () as given, row_number() over (order by rest desc, place) as turn
    from (
      select place, total, coalesce(div(amount::numeric * weight, total), 0) as whole,
        coalesce(mod(amount::numeric * weight, total), 0) as rest
      from unnest(weights) with ordinality as weighed (weight, place)
      cross join (select nullif(sum(weight), 0)::numeric as total from unnest(weights) weight) sums
    ) divided
  ) ranked
$$;

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

-- Everybody who ever had a share of a project, and from when till when. The author has the whole until the first split.
create or replace function private.shares_over_time(project bigint)
returns table (artist_id bigint, since timestamptz, until timestamptz)
language sql stable set search_path = '' as $$
  select split_shares.artist_id, in_force_at, coalesce(ended_at, 'infinity')
  from private.splits
  join private.split_shares on split_id = splits.id
  where project_id = project and in_force_at is not null
  union all
  select artists.id, '-infinity', coalesce(
    (select min(in_force_at) from private.splits where project_id = project), 'infinity'
  )
  from public.projects
  join private.artists on artists.wallet = lower(author_wallet)
  where projects.id = project
$$;

-- Those whom a split concerns: everybody who has a share now, and everybody to whom it gives one.
create or replace function private.asked_for(split bigint) returns table (artist_id bigint)
language sql stable set search_path = '' as $$
  select sharers.artist_id
  from private.splits
  cross join lateral private.sharers(project_id) sharers
  where splits.id = split
  union
  select artist_id from private.split_shares where split_id = split
$$;

-- The artist who proposed a split, and so was the first to agree; null for the operator.
create or replace function private.proposer_of(split bigint) returns bigint
language sql stable set search_path = '' as $$
  select artist_id
  from private.splits
  join private.split_consents on split_id = splits.id and user_id = proposed_by
  where splits.id = split
  order by agreed_at
  limit 1
$$;

-- Whether somebody whom it concerns has yet to agree. Until its project is published nobody is asked about what the operator
-- writes down; what an artist proposes begins with their own consent.
create or replace function private.lacks_consent(split bigint) returns boolean
language sql stable set search_path = '' as $$
  select (
    exists (
      select
      from private.splits
      join public.projects on projects.id = project_id
      where splits.id = split and is_active
    )
    or exists (select from private.split_consents where split_id = split)
  ) and exists (
    select artist_id from private.asked_for(split)
    except
    select artist_id from private.split_consents where split_id = split
  )
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

-- An agreement is given by the account that acts for somebody whom the change concerns, while it is proposed; for good.
create or replace function private.judge_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' or not exists (
    select
    from private.splits
    cross join lateral private.asked_for(splits.id) asked
    join private.artist_accounts accounts on accounts.artist_id = asked.artist_id
    where splits.id = new.split_id and status = 'proposed' and asked.artist_id = new.artist_id
      and accounts.user_id = new.user_id and accounts.ended_at is null
  ) then
    raise exception 'nobody but those whom a change of the shares concerns agrees to it'
      using errcode = 'P0S03', constraint = 'consent_of_a_sharer';
  end if;
  return new;
end
$$;

-- A split is proposed first. It counts once nobody's consent is lacking: it takes the place of the one before, and each person
-- gets an account.
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
    if private.lacks_consent(new.id) then
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

-- What of somebody's account of a project may still be returned without anybody's decision: as `private.unearned` for an author
-- who shares with nobody.
create or replace function private.unearned_share(project bigint, artist bigint) returns bigint
language sql stable as $$
  select coalesce(sum(held.remaining), 0)::bigint
  from private.shared_sales
  join public.mints on mints.id = mint_id
  cross join lateral private.shares_left(mints.uid) held
  where mints.project_id = project and mints.status in ('pending', 'minted') and status_song = 'none'
    and held.artist_id = artist
$$;

-- What of that account sales at risk brought, as `private.at_risk`: where less is owed than they brought, in proportion.
create or replace function private.share_at_risk(project bigint, artist bigint) returns bigint
language sql stable as $$
  select coalesce(sum(least(
    held.remaining, ceil(held.remaining::numeric * owed / nullif(private.author_part_left(sale), 0))
  )), 0)::bigint
  from private.sales_at_risk(project)
  cross join lateral private.shares_left((sale).uid) held
  where held.artist_id = artist
$$;

-- What each still has of a shared sale, in the order of the split; nobody where the sale was not shared.
create or replace function private.shares_left(token uuid)
returns table (artist_id bigint, place smallint, account text, balance bigint, remaining bigint)
language sql stable as $$
  select split_shares.artist_id, split_shares.place, accounts.code::text, accounts.balance, (
    coalesce((
      select sum(amount) from ledger.transfers
      where id in ('sale:' || token || ':author:' || artists.uid, 'sale:' || token || ':tip:' || artists.uid)
    ), 0) - coalesce((
      select sum(transfers.amount)
      from private.refunds
      join ledger.transfers on transfers.id = 'refund_of:' || refunds.uid || ':sale_author:' || artists.uid
      where refunds.payment_id = mints.payment_id and from_sale
    ), 0)
  )::bigint
  from public.mints
  join private.shared_sales on mint_id = mints.id
  join private.split_shares on split_shares.split_id = shared_sales.split_id
  join private.artists on artists.id = split_shares.artist_id
  join private.share_accounts on share_accounts.project_id = mints.project_id
    and share_accounts.artist_id = split_shares.artist_id
  join ledger.accounts on accounts.id = account_id
  where mints.uid = token
$$;

-- Whether the accounts of a project hold what may still be returned to fans: decision 040.
create or replace function private.covers_unearned(project bigint) returns boolean
language sql stable as $$
  select (
    select balance from ledger.accounts where code = 'project:' || (
      select uid from public.projects where id = project
    ) || ':payable'
  ) >= private.unearned(project) and not exists (
    select from private.share_accounts
    join ledger.accounts on accounts.id = account_id
    where project_id = project and balance < private.unearned_share(project, artist_id)
  )
$$;

-- Whether a transfer of a project's payable account only passes through it, to those who share.
create or replace function private.is_passed_on(transfer text, kind text) returns boolean
language sql stable as $$
  select case
    when kind in ('share_sale', 'share_tip', 'share_back') then true
    when kind not in ('sale_author', 'tip', 'refund', 'regret') then false
    when transfer like 'refund_of:%' then exists (
      select from private.refunds
      join public.mints on mints.payment_id = refunds.payment_id
      join private.shared_sales on mint_id = mints.id
      where refunds.uid = split_part(transfer, ':', 2)::uuid
    )
    else exists (
      select from public.mints
      join private.shared_sales on mint_id = mints.id
      where mints.uid = split_part(transfer, ':', 2)::uuid
    )
  end
$$;
