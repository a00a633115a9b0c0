-- outside a transaction
alter table public.projects validate constraint projects_clip;
