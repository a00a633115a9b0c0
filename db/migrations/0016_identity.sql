-- Signing in with accounts held elsewhere, codes for whoever lost the second factor, what a person agreed to,
-- and the end of an account.

-- A visit to a provider: what comes back has to answer this nonce, fit this verifier and come by this browser.
alter table auth.flow_state
  add column nonce text,
  add column provider_verifier text,
  -- The digest of a cookie; whoever began the visit is the only one who may end it.
  add column browser_hash text
    check (length(browser_hash) = 64),
  -- The account that the identity is to be added to, when somebody signed in asked for that.
  add column linking_target_id uuid
    references auth.users on delete cascade;
create index flow_state_linking_target_idx on auth.flow_state (linking_target_id)
  where linking_target_id is not null;

-- One-time codes that stand in for a lost second factor: kept as keyed digests, shown once.
create table auth.recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    references auth.users on delete cascade,
  code_hash text not null
    check (length(code_hash) = 64),
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, code_hash)
);
alter table auth.recovery_codes enable row level security;

-- The profile's address is the account's: it follows when a change has been confirmed at both addresses.
create function private.follow_account_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set email = new.email where uid = new.id;
  return new;
end
$$;
create trigger users_email_followed after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null)
  execute function private.follow_account_email();

-- An inactive account cannot sign in anywhere: it is banned at the auth door, and its sessions end.
create function private.ban_inactive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end, updated_at = now()
  where id = new.uid;
  if not new.is_active then
    delete from auth.sessions where user_id = new.uid;
  end if;
  return new;
end
$$;
create trigger users_ban_inactive after update of is_active on public.users
  for each row when (old.is_active is distinct from new.is_active)
  execute function private.ban_inactive();
update auth.users set banned_until = now() + interval '100 years'
where id in (select uid from public.users where not is_active);

-- The second factor -----------------------------------------------------------------------------------------

-- Whoever has a verified second factor must have used it in this session. Every door that reads tables as the
-- caller is held by it, and /api/v1 asks the same function (server/http/session-check.ts).
create function private.second_factor_is_due(account uuid, level text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(level, 'aal1') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = account and status = 'verified'
  )
$$;

-- Signing out means out: a token whose session has ended opens no table either, though its hour is not over. As in
-- `/api/v1` (server/http/session-check.ts), a token without a session (a service's own) has none that could end.
create function private.session_lives() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = '' or exists (
    select
    from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid
      and user_id = auth.uid()
      and (not_after is null or not_after > now())
  )
$$;

-- What the restrictive policies of every table ask.
create function private.session_is_strong() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_lives() and not private.second_factor_is_due(auth.uid(), auth.jwt() ->> 'aal')
$$;
grant execute on function private.session_is_strong() to anon, authenticated;

do $$
declare
  open record;
begin
  for open in
    select distinct schemaname, tablename
    from pg_policies
    where (schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects'))
      and 'authenticated' = any (roles)
  loop
    execute format(
      'create policy second_factor on %I.%I as restrictive to authenticated
        using ((select private.session_is_strong()))',
      open.schemaname, open.tablename
    );
  end loop;
end
$$;

-- What was agreed to ----------------------------------------------------------------------------------------

-- The version of the terms and of the privacy policy that the person accepted last; each acceptance is kept.
alter table public.users
  add column terms_version text check (terms_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  -- When the person had everything erased that no law asks to keep.
  add column erased_at timestamptz;
grant insert (terms_version), update (terms_version) on public.users to authenticated;
grant insert (terms_version) on public.users to anon;

create table private.consents (
  user_id uuid not null references public.users (uid),
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, document, version)
);
alter table private.consents enable row level security;

create function private.record_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.consents (user_id, document, version)
  select new.uid, document, new.terms_version
  from unnest(array['terms', 'privacy']) document
  on conflict do nothing;
  return new;
end
$$;
create trigger users_consent after insert or update of terms_version on public.users
  for each row when (new.terms_version is not null)
  execute function private.record_consent();
