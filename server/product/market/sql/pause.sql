-- Gives waiting units to the standing bids, the one that became free first to the best, and returns how many. Only
-- these: a window that ends at this very instant comes after them. The caller holds the market's lock.
create or replace function market.give_waiting(project bigint) returns integer
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
  perform market.award(awards, at);
  return cardinality(given);
end
$$;

-- Stops selling. Windows that have ended by now are settled first, with the standing bids. The caller holds the
-- project's row, and has checked that it is not paused.
create or replace function market.pause(project bigint) returns void
language plpgsql as $$
begin
  while market.settle(array[project]) > 0 loop
  end loop;
  update public.projects set paused_at = clock_timestamp() where id = project;
  perform market.note(project, 'pause');
end
$$;

-- Resumes selling: what became free meanwhile goes to the best bids, in the order in which it became free. The caller
-- holds the project's row, and has checked that it is paused.
create or replace function market.resume(project bigint) returns void
language plpgsql as $$
begin
  while market.settle(array[project]) > 0 loop
  end loop;
  update public.projects set paused_at = null where id = project;
  update market.state set unsettled = true where project_id = project;
  perform market.note(project, 'resume');
  while market.give_waiting(project) > 0 loop
  end loop;
end
$$;
