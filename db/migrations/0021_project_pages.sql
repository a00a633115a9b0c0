-- What a project's cover leaves on its room; null where the cover could not be read.
alter table public.projects add column tint text check (tint ~ '^#[0-9a-f]{6}$');
grant select (tint) on public.projects to authenticated;

-- Where a token plays: on one device at a time (server/commands/play-lease.ts). Every device of the fan hears when
-- another takes over.
create table public.play_leases (
  token uuid primary key references public.mints (uid),
  user_id uuid not null references public.users (uid),
  device text not null check (device ~ '^[A-Za-z0-9-]{1,64}$'),
  since timestamptz not null,
  renewed_at timestamptz not null
);
create index play_leases_user on public.play_leases (user_id);
create index play_leases_old on public.play_leases (renewed_at);

alter table public.play_leases enable row level security;
grant select (token, user_id, device, since) on public.play_leases to authenticated;
create policy play_leases_select on public.play_leases for select to authenticated
  using (user_id = (select auth.uid()));
create policy second_factor on public.play_leases as restrictive to authenticated
  using ((select private.session_is_strong()));
alter publication supabase_realtime add table public.play_leases;
