-- outside a transaction
create index concurrently register_projects_waiting on public.register_projects (id) where status in ('received', 'read');
