-- What version 0.1 calls, and what its calls under way may still call, while it runs beside this version: it handed
-- the platform's wallet on from function to function. Delete this file in the next release.
create or replace function market.place_bids(requests jsonb, platform_wallet text)
returns table (ordinal integer, refusal text, language text, answer json)
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select * from market.place_bids(requests)
$$;

create or replace function market.settle_up_to_now(markets bigint[], platform_wallet text) returns timestamptz
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.settle_up_to_now(markets)
$$;

create or replace function market.settle(markets bigint[], platform_wallet text) returns integer
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.settle(markets)
$$;

create or replace function market.settle_windows(project bigint, platform_wallet text) returns void
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.settle_windows(project)
$$;

create or replace function market.pause(project bigint, platform_wallet text) returns void
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.pause(project)
$$;

create or replace function market.resume(project bigint, platform_wallet text) returns void
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.resume(project)
$$;

create or replace function market.give_waiting(project bigint, platform_wallet text) returns integer
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.give_waiting(project)
$$;

create or replace function market.award(awards market.award[], platform_wallet text, at timestamptz) returns void
language sql as $$
  select private.keep_platform_wallet(platform_wallet);
  select market.award(awards, at)
$$;
