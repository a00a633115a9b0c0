-- The bodies are SQL-standard ones: names are bound now, whatever the caller's search_path, and the planner
-- can still inline them into row policies.
create or replace function auth.jwt() returns jsonb
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid() returns uuid
  language sql stable parallel safe
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;

create or replace function auth.role() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

create or replace function auth.email() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';

-- Signed out means out: a token whose session has ended opens nothing, though its hour is not over. A token without a
-- session (a service's own) has none that could end. The doors of tables and files ask it before they are anybody.
create or replace function auth.session_has_ended(claims jsonb) returns boolean
  language sql stable security definer set search_path = '' as $$
  select coalesce(claims ->> 'session_id', '') <> '' and not exists (
    select
    from auth.sessions
    where id = (claims ->> 'session_id')::uuid
      and user_id = (claims ->> 'sub')::uuid
      and (not_after is null or not_after > now())
  )
$$;

grant execute on function auth.session_has_ended(jsonb) to authenticator;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
