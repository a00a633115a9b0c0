-- A request whose answer was lost is sent again by whoever wrote it: to the letter the same within ten minutes, it is one.

-- Before the row. Only of one's own: the policies refuse the others, whatever they contain.
create function private.once_support_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is distinct from auth.uid() then
    return new;
  end if;
  -- Two tabs take turns.
  perform pg_advisory_xact_lock(hashtextextended('support_requests:' || new.user_id, 0));
  if exists (
    select from public.support_requests known
    where known.user_id = new.user_id and known.created_at > clock_timestamp() - interval '10 minutes'
      and known.subject = new.subject and known.message = new.message and known.file is not distinct from new.file
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger support_requests_once before insert on public.support_requests
  for each row execute function private.once_support_request();

create function private.once_project_proposal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is distinct from auth.uid() then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('register_projects:' || new.user_id, 0));
  if exists (
    select from public.register_projects known
    where known.user_id = new.user_id and known.created_at > clock_timestamp() - interval '10 minutes'
      and known.message = new.message
  ) then
    return null;
  end if;
  return new;
end
$$;
create trigger register_projects_once before insert on public.register_projects
  for each row execute function private.once_project_proposal();
