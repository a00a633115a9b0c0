-- What version 0.1 calls while it runs beside this version. Delete this file in the next release.
create or replace function private.shares_in(wallet text, platform_wallet text) returns bigint
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select private.shares_in(wallet)
$$;

-- Version 0.1 may call before a server of this version has said which wallet it is.
create or replace function private.keep_platform_wallet(wallet text) returns void
language sql as $$
  insert into private.platform (wallet) values (keep_platform_wallet.wallet) on conflict do nothing
$$;
