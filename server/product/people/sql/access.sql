-- The role in which somebody works in the back office; null for everybody else. Whoever asks who an administrator is asks
-- this: the policies below, /api/v1 (server/product/api/check-account.ts), the command line.
create or replace function private.staff_role(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select role from public.users where uid = account and role <> 'user' and is_active
$$;

-- Whether the caller works in one of these roles, or is an owner, who may do everything; always in a session with the
-- second factor. Only a server configured to do without one (`ADMIN_SECOND_FACTOR`) says so on its connections.
create or replace function private.works_as(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.staff_role(auth.uid()) = any (roles || 'admin'::text), false) and (
    auth.jwt() ->> 'aal' = 'aal2' or current_setting('tune.admin_second_factor', true) = 'off'
  )
$$;

-- Somebody with a verified second factor must have used it in this session. Every door that reads tables as the
-- caller enforces this, and /api/v1 calls the same function (server/product/api/check-account.ts).
create or replace function private.second_factor_is_due(account uuid, level text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(level, 'aal1') <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = account and status = 'verified'
  )
$$;

-- The condition of every table's restrictive policy. A deactivated account has no session, and a token without one does not
-- open it either.
create or replace function private.session_is_strong() returns boolean
language sql stable security definer set search_path = '' as $$
  select not auth.session_has_ended(auth.jwt())
    and not private.second_factor_is_due(auth.uid(), auth.jwt() ->> 'aal')
    and not exists (select from public.users where uid = auth.uid() and not is_active)
$$;

-- Whether whoever holds a session has to prove once more that the account is theirs: within a quarter of an hour they have
-- entered no password, no mailed code and, where the account has a second factor, none of that. Asked before what a stolen
-- session must not do. A token without a session (a service's own) is nobody's browser.
create or replace function private.proof_is_due(account uuid, session uuid, at timestamptz default now())
returns boolean
language sql stable security definer set search_path = '' as $$
  select session is not null and not exists (
    select
    from auth.mfa_amr_claims claim
    join auth.sessions on sessions.id = claim.session_id
    where claim.session_id = session
      and sessions.user_id = account
      and claim.updated_at > at - interval '15 minutes'
      and (
        claim.authentication_method in ('totp', 'mfa/recovery_code')
        or not exists (select from auth.mfa_factors where user_id = account and status = 'verified')
      )
  )
$$;

create or replace function private.is_active_self(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted = auth.uid() and exists (select from public.users where uid = wanted and is_active)
$$;

grant execute on function private.works_as(text[]), private.session_is_strong() to anon, authenticated;
grant execute on function private.is_active_self(uuid), private.proof_is_due(uuid, uuid, timestamptz) to authenticated;
