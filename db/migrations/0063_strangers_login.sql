-- Strangers' connections log in as `authenticator` instead of as the owner: nothing they run can go back to the owner.
-- Roles belong to the whole server, so another database may be doing the same.
do $$
begin
  if not (select rolcanlogin from pg_roles where rolname = 'authenticator') then
    alter role authenticator login noinherit;
  end if;
exception when internal_error then
  if sqlerrm <> 'tuple concurrently updated' then
    raise;
  end if;
end
$$;
