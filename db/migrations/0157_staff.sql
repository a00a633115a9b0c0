-- outside a transaction
create index concurrently users_staff on public.users (role) where role <> 'user';
