-- outside a transaction
alter table public.projects validate constraint projects_open_before_they_close;
