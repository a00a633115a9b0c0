-- Raises where no server has started on this database yet: no money moves to nobody.
create or replace function private.platform_wallet() returns text
language plpgsql stable set search_path = '' as $$
declare
  wallet text;
begin
  select platform_wallet into strict wallet from private.house;
  return wallet;
end
$$;
revoke execute on function private.platform_wallet() from public;
