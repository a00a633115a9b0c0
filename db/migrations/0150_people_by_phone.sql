-- outside a transaction
create index concurrently users_tel on public.users (tel) where tel is not null;
