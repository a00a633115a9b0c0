-- Counts one more use by `subject`, unless the same `request` was let through within the window: of requests that are
-- repeated, also at once, one counts. One that was refused counts again, or sending everything twice would know no limit.
-- Returns the seconds until the subject may try again; 0 where the use is within the limit.
create or replace function auth.count_request(
  request text, subject text, most integer, seconds integer, at timestamptz
) returns integer
language plpgsql as $$
declare
  known auth.rate_limits;
  held auth.rate_limits;
begin
  -- Repetitions wait here for each other. Until it is let through, its window is over, also for one that was sent before it.
  insert into auth.rate_limits as seen (key, used, resets_at) values (request, 1, '-infinity')
  on conflict (key) do update set used = seen.used
  returning * into known;
  if known.resets_at > at then
    return 0;
  end if;
  insert into auth.rate_limits as count (key, used, resets_at)
  values (subject, 1, at + make_interval(secs => seconds))
  on conflict (key) do update
  set used = case when count.resets_at <= at then 1 else count.used + 1 end,
    resets_at = case when count.resets_at <= at then excluded.resets_at else count.resets_at end
  returning * into held;
  if held.used > most then
    return greatest(1, ceil(extract(epoch from held.resets_at - at)));
  end if;
  update auth.rate_limits set resets_at = at + make_interval(secs => seconds) where key = request;
  return 0;
end
$$;
