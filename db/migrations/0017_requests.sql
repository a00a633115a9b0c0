-- What fans write to the house: a request for support, with a file if need be, and the project they would like to bring.
-- Both are inserted by the browser, so these tables judge what comes.

-- Whether a data URL holds what it says: a picture or a PDF, by its first bytes, of at most 4 MiB.
create function private.is_attachment(url text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
declare
  kind constant text := substring(url from '^data:(image/(?:jpeg|png|gif|webp)|application/pdf);base64,');
  bytes bytea;
begin
  -- Four letters for every three bytes: what is too long is not even decoded.
  if kind is null or length(url) > 5592500 then
    return false;
  end if;
  if substr(url, strpos(url, ',') + 1) !~ '^[A-Za-z0-9+/]+=*$' then
    return false;
  end if;
  bytes := decode(substr(url, strpos(url, ',') + 1), 'base64');
  return length(bytes) <= 4194304 and case kind
    when 'image/jpeg' then substring(bytes from 1 for 3) = '\xffd8ff'::bytea
    when 'image/png' then substring(bytes from 1 for 8) = '\x89504e470d0a1a0a'::bytea
    when 'image/gif' then substring(bytes from 1 for 6) in ('GIF87a'::bytea, 'GIF89a'::bytea)
    when 'image/webp' then
      substring(bytes from 1 for 4) = 'RIFF'::bytea and substring(bytes from 9 for 4) = 'WEBP'::bytea
    when 'application/pdf' then substring(bytes from 1 for 5) = '%PDF-'::bytea
  end;
exception
  when invalid_parameter_value then
    return false;
end
$$;
grant execute on function private.is_attachment(text) to authenticated, service_role;

create table public.support_requests (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid),
  subject text not null check (subject in ('Compras', 'Conta', 'Saldo', 'Saques', 'Projetos')),
  message text not null check (message ~ '\S' and length(message) <= 5000),
  -- A data URL: an image address as it stands.
  file text constraint file_is_what_it_says check (private.is_attachment(file)),
  created_at timestamptz not null default now()
);
create index support_requests_user on public.support_requests (user_id, id desc);

create table public.register_projects (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid),
  message text not null check (message ~ '\S' and length(message) <= 5000),
  created_at timestamptz not null default now()
);
create index register_projects_user on public.register_projects (user_id, id desc);

alter table public.support_requests enable row level security;
alter table public.register_projects enable row level security;

create function private.is_active_self(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted = auth.uid() and exists (select from public.users where uid = wanted and is_active)
$$;
grant execute on function private.is_active_self(uuid) to authenticated;

-- What has been sent stays as it was sent.
grant select, insert (user_id, subject, message, file) on public.support_requests to authenticated;
grant select, insert (user_id, message) on public.register_projects to authenticated;
create policy support_requests_insert on public.support_requests for insert to authenticated
  with check (private.is_active_self(user_id));
create policy support_requests_select on public.support_requests for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy register_projects_insert on public.register_projects for insert to authenticated
  with check (private.is_active_self(user_id));
create policy register_projects_select on public.register_projects for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));
create policy second_factor on public.support_requests as restrictive to authenticated
  using ((select private.session_is_strong()));
create policy second_factor on public.register_projects as restrictive to authenticated
  using ((select private.session_is_strong()));

-- Five an hour and ten a day for a person and a table: enough for anybody in trouble, too little to fill a disk with.
create function private.limit_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant text := tg_table_name || ':' || new.user_id;
begin
  if private.count_use(subject || ':hour', 'hour') > 5 or private.count_use(subject || ':day', 'day') > 10 then
    raise exception 'Too many requests. Try again later.' using errcode = 'PT429';
  end if;
  return new;
end
$$;
-- After the row: one that a policy or a check refuses is not counted.
create trigger support_requests_limit after insert on public.support_requests
  for each row execute function private.limit_requests();
create trigger register_projects_limit after insert on public.register_projects
  for each row execute function private.limit_requests();
