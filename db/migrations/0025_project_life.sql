-- The life of a project after it was made: it is edited, paused, resumed, and closed before its time.

alter table public.projects
  -- Set while nothing of it is sold.
  add column paused_at timestamptz,
  -- Counts the edits, so that whoever saves over somebody else's is told.
  add column version integer not null default 1 check (version > 0),
  add constraint paused_means_published check (paused_at is null or is_active);

-- What the contract was deployed with, and who is paid by what fans have bought.
create function private.keep_contract_terms() returns trigger
language plpgsql as $$
begin
  raise exception 'supply, symbol and the wallet of a published project stay as they are'
    using errcode = 'P0P01', constraint = 'contract_terms_stay';
end
$$;
create trigger projects_keep_contract_terms
  before update of total_supply, symbol, author_wallet on public.projects
  for each row when (
    (old.total_supply, old.symbol) is distinct from (new.total_supply, new.symbol)
    or (old.is_active and old.author_wallet <> new.author_wallet)
  )
  execute function private.keep_contract_terms();

-- No unit of a paused project is set aside or sold for the first time, except to the payment for which it had been set
-- aside before. The share lock makes a pause wait for the sales that are under way, and later ones see it.
create function private.refuse_sale_while_paused() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.mints where id = new.mint_id and payment_id = old.reserved_by) then
    return new;
  end if;
  perform from public.projects where id = new.project_id and paused_at is null for share;
  if not found then
    raise exception 'project % is paused', new.project_id using errcode = 'P0P02', constraint = 'paused_sells_nothing';
  end if;
  return new;
end
$$;
create trigger units_refuse_sale_while_paused
  before update of first_sold_at, reserved_by on public.units
  for each row when (
    (old.first_sold_at is null and new.first_sold_at is not null)
    or (new.reserved_by is not null and new.reserved_by is distinct from old.reserved_by)
  )
  execute function private.refuse_sale_while_paused();

-- Gives units that wait to the bids that stand, the one that came free first to the best, and returns how many. Only
-- these: a window that ends at this very instant comes after them. The caller holds the market's lock.
create function market.give_waiting(project bigint, platform_wallet text) returns integer
language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  given market.ending[] := market.waiting_units(array[project], at);
  awards market.award[];
begin
  if given is null then
    return 0;
  end if;
  awards := market.pair(given);
  perform market.record_ends(given, awards, at);
  perform market.award(awards, platform_wallet, at);
  return cardinality(given);
end
$$;

-- Those who watch a project are told when one of its units changes: this one changes nothing, and they read anew.
create function market.wake_watchers(project bigint) returns void
language sql as $$
  update public.units set number = number where project_id = project and number = 1
$$;

-- A line of the log that says what happened to the auction as a whole, put on the chain at once.
create function market.note(project bigint, kind text) returns void
language plpgsql as $$
begin
  perform market.append(array[
    row(project, kind, format('"at":"%s"', market.instant(clock_timestamp())))::market.entry
  ]);
  perform market.anchor(array[project], kind);
  perform market.wake_watchers(project);
end
$$;

-- Stops selling. Windows that have ended by now are settled first, with the bids that stood. The caller holds the
-- project's row, and has seen that it is not paused.
create function market.pause(project bigint, platform_wallet text) returns void
language plpgsql as $$
begin
  while market.settle(array[project], platform_wallet) > 0 loop
  end loop;
  update public.projects set paused_at = clock_timestamp() where id = project;
  perform market.note(project, 'pause');
end
$$;

-- Sells again: what came free meanwhile goes to the best bids, in the order in which it came free. The caller holds the
-- project's row, and has seen that it is paused.
create function market.resume(project bigint, platform_wallet text) returns void
language plpgsql as $$
begin
  while market.settle(array[project], platform_wallet) > 0 loop
  end loop;
  update public.projects set paused_at = null where id = project;
  update market.state set unsettled = true where project_id = project;
  perform market.note(project, 'resume');
  while market.give_waiting(project, platform_wallet) > 0 loop
  end loop;
end
$$;
