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

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
