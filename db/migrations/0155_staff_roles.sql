-- Who works in the back office does so in a role. `admin`, the specification's word, is the owner's: whoever was an
-- administrator is an owner from here on, and a server of the version before lets nobody of a lesser role in.
alter table public.users drop constraint users_role_check;
alter table public.users add constraint users_role_check
  check (role in ('user', 'support', 'finance', 'content', 'admin')) not valid;

create or replace function private.staff_role(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select role from public.users where uid = account and role <> 'user' and is_active
$$;

create or replace function private.works_as(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.staff_role(auth.uid()) = any (roles || 'admin'::text), false) and (
    auth.jwt() ->> 'aal' = 'aal2' or current_setting('tune.admin_second_factor', true) = 'off'
  )
$$;
grant execute on function private.works_as(text[]) to anon, authenticated;

-- What each role reads of other people's rows, by REST and in realtime: what its calls show it.
alter policy users_select on public.users
  using (uid = (select auth.uid()) or (select private.works_as('support', 'finance')));
alter policy payments_select on public.payments
  using (user_id = (select auth.uid()) or (select private.works_as('support', 'finance')));
alter policy mints_select on public.mints
  using (user_id = (select auth.uid()) or (select private.works_as('support', 'finance')));
alter policy bids_select on public.bids
  using (user_id = (select auth.uid()) or (select private.works_as('support', 'finance')));
alter policy projects_select on public.projects
  using (is_active or (select private.works_as('support', 'finance', 'content')));
alter policy support_requests_select on public.support_requests
  using (user_id = (select auth.uid()) or (select private.works_as('support')));
alter policy register_projects_select on public.register_projects
  using (user_id = (select auth.uid()) or (select private.works_as('content')));

-- Pictures and clips of works are the content's.
alter policy objects_select on storage.objects
  using (bucket_id = 'images' and (owner = (select auth.uid()) or (select private.works_as('content'))));
alter policy objects_insert on storage.objects
  with check (
    bucket_id = 'images'
    and owner = (select auth.uid())
    and (
      (storage.foldername(name))[1] = 'profile'
      or ((storage.foldername(name))[1] = 'projects' and (select private.works_as('content')))
    )
  );
alter policy objects_update on storage.objects
  with check (
    bucket_id = 'images'
    and owner = (select auth.uid())
    and (
      (storage.foldername(name))[1] = 'profile'
      or ((storage.foldername(name))[1] = 'projects' and (select private.works_as('content')))
    )
  );
alter policy clips_insert on storage.objects
  with check (bucket_id = 'clips' and owner = (select auth.uid()) and (select private.works_as('content')));
alter policy clips_select on storage.objects
  using (bucket_id = 'clips' and (select private.works_as('content')));
alter policy clips_delete on storage.objects
  using (bucket_id = 'clips' and owner = (select auth.uid()) and (select private.works_as('content')));

-- A role that an owner gives or takes away, and a second owner confirms. One waits for each person.
create table private.role_changes (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id uuid not null references public.users (uid),
  before text not null check (before in ('user', 'support', 'finance', 'content', 'admin')),
  role text not null check (role in ('user', 'support', 'finance', 'content', 'admin') and role <> before),
  reason text not null check (reason ~ '\S' and length(reason) <= 500),
  requested_by uuid not null references public.users (uid),
  status text not null default 'requested' check (status in ('requested', 'done', 'rejected')),
  ended_by uuid references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz check ((ended_at is null) = (status = 'requested')),
  check ((ended_by is null) = (ended_at is null))
);
create unique index role_changes_waiting on private.role_changes (user_id) where status = 'requested';
create index role_changes_of on private.role_changes (user_id);
create index role_changes_by on private.role_changes (requested_by);
create index role_changes_ended_by on private.role_changes (ended_by);
alter table private.role_changes enable row level security;
