-- outside a transaction
create index concurrently projects_to_open on public.projects (opens_at) where opens_at is not null;
