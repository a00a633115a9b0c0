-- The roles that requests run under. `authenticator` is what the REST door starts as: it owns nothing and may
-- only become one of the other three.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    -- Roles belong to the whole server, not to one database, so another database may have made them.
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin noinherit', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
end
$$;

alter role service_role bypassrls;
grant anon, authenticated, service_role to authenticator;

-- Nothing is anybody's until it is granted.
revoke all on schema public from public;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
