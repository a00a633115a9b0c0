-- A request whose answer was lost is sent again by whoever wrote it: to the letter the same within ten minutes, it is one.

-- Before the row; the arguments name the columns that make it the same. Only of one's own: the policies refuse the
-- others, whatever they contain.
create function private.keep_one_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_same constant text := (
    select string_agg(format('known.%1$I is not distinct from $1.%1$I', name), ' and ') from unnest(tg_argv) name
  );
  is_known boolean;
begin
  if new.user_id is distinct from auth.uid() then
    return new;
  end if;
  -- Two tabs take turns.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ':' || new.user_id, 0));
  execute format(
    'select exists (
      select from public.%I known
      where known.user_id = $1.user_id and known.created_at > clock_timestamp() - interval ''10 minutes'' and %s
    )', tg_table_name, is_same
  ) into is_known using new;
  if is_known then
    return null;
  end if;
  return new;
end
$$;
create trigger support_requests_once before insert on public.support_requests
  for each row execute function private.keep_one_request('subject', 'message', 'file');
create trigger register_projects_once before insert on public.register_projects
  for each row execute function private.keep_one_request('message');
