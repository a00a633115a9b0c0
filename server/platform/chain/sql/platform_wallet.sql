-- The platform's wallet. Raises where no server has started on this database yet: no money moves to nobody.
create or replace function private.platform_wallet() returns text
language plpgsql stable set search_path = '' as $$
declare
  found_wallet text;
begin
  select platform.wallet into strict found_wallet from private.platform;
  return found_wallet;
end
$$;
revoke execute on function private.platform_wallet() from public;
