-- Lots that open at an announced hour, and the order in which those come in who were there.
alter table public.projects add column opens_at timestamptz;
alter table public.projects add constraint projects_open_before_they_close check (opens_at < expired_at) not valid;
grant select (opens_at) on public.projects to authenticated;

-- Who was there before the opening. `place` is drawn once.
create table private.waiting_room (
  project_id bigint not null references public.projects,
  user_id uuid not null references public.users (uid),
  entered_at timestamptz not null default clock_timestamp(),
  place integer check (place > 0),
  primary key (project_id, user_id),
  unique (project_id, place)
);
create index waiting_room_user on private.waiting_room (user_id);
alter table private.waiting_room enable row level security;

-- A draw that has happened: for how many people, and how many units there were.
create table private.openings (
  project_id bigint primary key references public.projects,
  drawn_at timestamptz not null,
  people integer not null,
  units integer not null
);
alter table private.openings enable row level security;
