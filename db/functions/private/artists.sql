-- A wallet is one artist's. Their name may be spelled otherwise, and corrected while nothing has been paid under it;
-- another name is somebody else, whose sales would be paid to the first.
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

-- The form in which a bank takes a PIX key, as `domain/pix-key.ts` makes it.
create or replace function private.is_pix_key(type text, key text) returns boolean
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

create or replace function private.keep_artist_key() returns trigger
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

-- The part of a project's payable money that may still be returned without anybody's decision: the artist's shares of
-- live, unplayed tokens (cooling-off, a sale that the chain refuses, a dispute). It is not paid out before it is
-- earned.
create or replace function private.unearned(project bigint) returns bigint
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

-- What a wallet holds besides a fan's own money, as the chain mirrors it: what its artist is owed, what is on its way
-- to them, and, in the platform's wallet, the platform's shares.
create or replace function private.shares_in(wallet text) returns bigint
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
  ), 0) + case when lower(shares_in.wallet) = lower(private.platform_wallet()) then (
    select balance from ledger.accounts where code = 'platform:revenue'
  ) else 0 end)::bigint
$$;
