-- How many bids stand and what they hold are counted together, so that neither contradicts the other.
alter table private.project_held add column standing bigint not null default 0;
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
  -- Of two workers at once the one that saw more is right.
  where known.log_length < excluded.log_length
$$;
-- Everything anew, for what was counted before knows no number of bids.
update private.project_held set log_length = -1;
select private.count_held();

-- A wallet is one author's. Their name may be spelled otherwise, and corrected while nothing has been paid under it; another
-- name is somebody else, whose sales would be paid to the first.
create or replace function private.know_artist() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner private.artists;
begin
  select * into owner from private.artists where wallet = lower(new.author_wallet) for update;
  if private.search_form(owner.name) <> private.search_form(new.author) and (
    exists (
      select from public.projects
      where lower(author_wallet) = owner.wallet and projects.id <> new.id
    )
    or exists (select from private.artist_keys where artist_id = owner.id)
    or exists (select from private.artist_payouts where artist_id = owner.id)
  ) then
    raise exception 'the wallet % is of another author', new.author_wallet
      using errcode = 'check_violation', constraint = 'wallet_of_one_author';
  end if;
  insert into private.artists as known (wallet, name)
  values (lower(new.author_wallet), new.author)
  on conflict (wallet) do update set name = excluded.name where known.name <> excluded.name;
  return null;
end
$$;
