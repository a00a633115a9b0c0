-- What a person wants to hear no more about one work, whoever's it is; everything else follows `private.muted_alerts`.
create table private.muted_works (
  user_id uuid not null references public.users (uid),
  project_id bigint not null references public.projects,
  topic text not null check (topic in ('lots', 'last_hour')),
  primary key (user_id, project_id, topic)
);
alter table private.muted_works enable row level security;
