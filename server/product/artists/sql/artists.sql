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
    or exists (select from private.split_shares where artist_id = owner.id)
  ) then
    raise exception 'the wallet % is of another author', new.author_wallet
      using errcode = 'check_violation', constraint = 'wallet_of_one_author';
  end if;
  insert into private.artists as known (wallet, name, slug)
  values (
    lower(new.author_wallet), new.author, case when owner.id is null then private.free_slug(new.author) end
  )
  on conflict (wallet) do update set name = excluded.name where known.name <> excluded.name;
  return null;
end
$$;

-- The address of a page made from a name: `Nara Vidal & Trio` becomes `nara-vidal-trio`.
create or replace function private.slug_of(name text) returns text
language sql immutable as $$
  select nullif(btrim(left(btrim(regexp_replace(private.search_form(name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'), '')
$$;

-- What an address looks like at a glance: hyphens and the digits that pass for letters do not tell two apart.
create or replace function private.slug_likeness(slug text) returns text
language sql immutable as $$
  select translate(replace(slug, '-', ''), '01i', 'oll')
$$;

-- Whether an address would seem to be ours: `RESERVED_SLUGS` of `domain/artist.ts`.
create or replace function private.is_reserved_slug(slug text) returns boolean
language sql immutable as $$
  select private.slug_likeness(slug) = any (array(
    select private.slug_likeness(reserved)
    from unnest(array[
      'about', 'admin', 'administrator', 'api', 'auth', 'docs', 'help', 'login', 'mail', 'official', 'oficial', 'root',
      'security', 'settings', 'shelf', 'sobre', 'studio', 'support', 'suporte', 'system', 'tune', 'wallet', 'www'
    ]) reserved
  ))
$$;

-- Whether an address is, was or looks like the one of another artist than this one; null for a new artist.
create or replace function private.slug_is_taken(wanted text, artist bigint) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.artists
    where private.slug_likeness(slug) = private.slug_likeness(wanted) and id is distinct from artist
  ) or exists (
    select from private.former_slugs
    where private.slug_likeness(slug) = private.slug_likeness(wanted) and artist_id is distinct from artist
  )
$$;

-- An address that an artist has left leads to the new one; one that they take again is no former one.
create or replace function private.keep_former_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.former_slugs where slug = new.slug and artist_id = new.id;
  insert into private.former_slugs (slug, artist_id) values (old.slug, old.id) on conflict (slug) do nothing;
  return null;
end
$$;

-- The address for a new artist of this name; null where it is another's, or looks like it or like one of ours. Nobody else takes it before the
-- transaction ends.
create or replace function private.free_slug(name text) returns text
language plpgsql set search_path = '' as $$
declare
  wanted text := private.slug_of(name);
begin
  if coalesce(length(wanted), 0) < 2 or private.is_reserved_slug(wanted) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('slug ' || private.slug_likeness(wanted), 0));
  return case when not private.slug_is_taken(wanted, null) then wanted end;
end
$$;

-- Whether a person is the artist of this wallet: it is theirs, or their account acts, or acted, for the artist. Nobody pays
-- out to themselves, nor after having left.
create or replace function private.is_artist(person uuid, artist_wallet text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.users where uid = person and lower(users.wallet) = lower(artist_wallet)
  ) or exists (
    select
    from private.artist_accounts
    join private.artists on artists.id = artist_id
    where user_id = person and artists.wallet = lower(artist_wallet)
  )
$$;

-- Whether the caller's account acts for an artist.
create or replace function private.acts_for_artist() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from private.artist_accounts
    join public.users on users.uid = user_id
    where user_id = auth.uid() and ended_at is null and is_active
  )
$$;
revoke execute on function private.acts_for_artist() from public;
grant execute on function private.acts_for_artist() to authenticated;

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

-- What a sale brought its author, with the tip, less what refunds took back.
create or replace function private.author_part_left(sale public.mints) returns bigint
language sql stable as $$
  select sale.amount - private.platform_share(sale.amount) + (
    select tip from public.payments where payments.id = sale.payment_id
  ) - coalesce((
    select sum(refunds.amount - platform_part)
    from private.refunds
    where refunds.payment_id = sale.payment_id and from_sale
  ), 0)::bigint
$$;

-- The part of a project's payable money that may still be returned without anybody's decision: the artist's shares of
-- live, unplayed tokens (cooling-off, a sale that the chain refuses, a dispute). It is not paid out before it is
-- earned. What was shared is in other accounts: `private.unearned_share`.
create or replace function private.unearned(project bigint) returns bigint
language sql stable as $$
  select coalesce(sum(private.author_part_left(mints)), 0)::bigint
  from public.mints
  where project_id = project and status in ('pending', 'minted') and status_song = 'none'
    and not exists (select from private.shared_sales where mint_id = mints.id)
$$;

-- What one of an artist's accounts keeps back from payouts: what may still be returned, and what sales brought whose money is at risk:
-- until the dispute, or the refund that waits for a second person, is decided; where a dispute was lost, until what the fan owes is
-- covered or written off.
create or replace function private.kept_back(project bigint, artist bigint, is_share boolean) returns bigint
language sql stable as $$
  select case
    when is_share then private.unearned_share(project, artist) + private.share_at_risk(project, artist)
    else private.unearned(project) + private.at_risk(project)
  end
$$;

-- Payments whose money is at risk, each with how many centavos of it: all of one that is disputed; as much as a refund is to give back that
-- an administrator has asked for and another has not decided, the platform's part included; and for somebody who owes, as much as makes up the debt, in proportion, of what they bought by payments whose disputes were lost, and from the
-- wallet after a disputed payment that had come into it. What of that nobody has played has been taken back (decision 030).
create or replace function private.payments_at_risk() returns table (payment_id bigint, owed bigint)
language sql stable as $$
  select payment_id, payments.amount
  from private.disputes
  join public.payments on payments.id = payment_id
  where disputes.status = 'open'
  union all
  select payment_id, amount from private.refunds where status = 'requested'
  union all
  -- Of the sum so far less of the sum before: what rounding leaves is lost to none and nobody's twice.
  select bought.payment_id, (
    div(so_far * least(owed, whole), whole) - div((so_far - bought.amount) * least(owed, whole), whole)
  )::bigint
  from (
    select split_part(code, ':', 2)::uuid as fan, -balance as owed
    from ledger.accounts
    where overdraft > 0 and balance < 0 and code like 'fan:%'
  ) debtor
  cross join lateral (
    select payments.id as payment_id, payments.amount,
      sum(payments.amount) over (order by payments.id) as so_far, sum(payments.amount) over () as whole
    from public.payments
    join public.mints on mints.payment_id = payments.id
    where payments.user_id = fan and private.stands(mints)
      and (
        payments.id in (select disputes.payment_id from private.disputes where disputes.user_id = fan and disputes.status = 'lost')
        or payments.method = 'balance' and payments.id > (select private.first_disputed_deposit(fan))
      )
  ) bought
$$;

-- Whether a sale was made and has not been undone.
create or replace function private.stands(sale public.mints) returns boolean
language sql immutable as $$
  select sale.minted_at is not null and sale.revoked_for is null and sale.regretted_at is null
$$;

-- Whether it stands and its money is the author's: played, or the time to play is over. The other live ones are unearned.
create or replace function private.is_earned(sale public.mints) returns boolean
language sql immutable as $$
  select private.stands(sale) and (sale.status not in ('pending', 'minted') or sale.status_song <> 'none')
$$;

-- Earned sales of a project whose money is at risk.
create or replace function private.sales_at_risk(project bigint) returns table (sale public.mints, owed bigint)
language sql stable as $$
  select mints, risk.owed
  from (select payment_id, sum(owed)::bigint as owed from private.payments_at_risk() group by payment_id) risk
  join public.mints using (payment_id)
  where project_id = project and private.is_earned(mints)
$$;

-- As `private.unearned`, of those sales, as far as it is owed.
create or replace function private.at_risk(project bigint) returns bigint
language sql stable as $$
  select coalesce(sum(least(private.author_part_left(sale), owed)), 0)::bigint
  from private.sales_at_risk(project)
  where not exists (select from private.shared_sales where mint_id = (sale).id)
$$;

-- What of one of an artist's accounts a bank can still take, though nothing keeps it back: what earned sales brought that were paid by
-- card lately, or from a wallet into which their buyer had put money by card.
create or replace function private.fresh_card_part(project bigint, artist bigint, is_share boolean) returns bigint
language sql stable as $$
  select coalesce(sum(case
    when is_share then (
      select sum(remaining) from private.shares_left(mints.uid) held where held.artist_id = artist
    )
    else private.author_part_left(mints)
  end), 0)::bigint
  from public.payments
  join public.mints on mints.payment_id = payments.id
  where payments.project_id = project and payments.created_at > private.card_is_fresh_since()
    and private.is_earned(mints)
    and is_share = exists (select from private.shared_sales where mint_id = mints.id)
    and (payments.method = 'card' or exists (
      select from private.fresh_card_deposits(payments.user_id) deposit where deposit.created_at <= payments.created_at
    ))
    and payments.id not in (select payment_id from private.payments_at_risk())
$$;

-- What a wallet holds besides a fan's own money, as the chain mirrors it: what is owed for the projects that name it, whoever
-- shares it, what is on its way from them, and, in the platform's wallet, the platform's shares.
create or replace function private.shares_in(wallet text) returns bigint
language sql stable as $$
  select (coalesce((
    select sum(balance)
    from public.projects
    join ledger.accounts on code = 'project:' || projects.uid || ':payable'
    where lower(author_wallet) = lower(shares_in.wallet)
  ), 0) + coalesce((
    select sum(balance)
    from public.projects
    join private.share_accounts on project_id = projects.id
    join ledger.accounts on accounts.id = account_id
    where lower(author_wallet) = lower(shares_in.wallet)
  ), 0) + coalesce((
    select sum(parts.amount)
    from public.projects
    join private.artist_payout_parts parts on project_id = projects.id
    join private.artist_payouts payouts on payouts.id = payout_id and payouts.status in ('requested', 'approved')
    where lower(author_wallet) = lower(shares_in.wallet)
  ), 0) + case when lower(shares_in.wallet) = lower(private.platform_wallet()) then (
    select balance from ledger.accounts where code = 'platform:revenue'
  ) else 0 end)::bigint
$$;
