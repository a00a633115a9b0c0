create or replace function private.count_use(subject text, unit text) returns integer
language sql as $$
  insert into private.uses as counter (subject, window_start, uses)
  values (count_use.subject, date_trunc(unit, now()), 1)
  on conflict (subject, window_start) do update set uses = counter.uses + 1
  returning uses
$$;
