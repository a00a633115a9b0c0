-- outside a transaction
create index concurrently users_likeness on public.users (private.likeness(nickname));
