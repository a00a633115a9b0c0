-- One more use of `subject`: how many there have been since its window, one `unit` long, began with the first. Kept where
-- server/platform/rate-limit.ts keeps its own, and under the same kind of key.
create or replace function private.count_use(subject text, unit text) returns integer
language sql as $$
  insert into auth.rate_limits as held (key, used, resets_at)
  values (encode(sha256(convert_to(subject, 'UTF8')), 'hex'), 1, now() + ('1 ' || unit)::interval)
  on conflict (key) do update
  set used = case when held.resets_at <= now() then 1 else held.used + 1 end,
    resets_at = case when held.resets_at <= now() then excluded.resets_at else held.resets_at end
  returning used
$$;
