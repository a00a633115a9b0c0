-- Trigger arguments: the column, then the machine; `payment:` is completed with the row's flow.
create or replace function private.enforce_transition() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  becomes text := to_jsonb(new) ->> tg_argv[0];
  rules text := tg_argv[1] || case when tg_argv[1] = 'payment:' then to_jsonb(new) ->> 'flow' else '' end;
begin
  if was <> becomes and not exists (
    select
    from private.transitions
    where machine = rules and before = was and after = becomes
  ) then
    raise exception '% may not go from % to %', rules, was, becomes using errcode = 'P0T01';
  end if;
  return new;
end
$$;
