-- outside a transaction
alter table public.users validate constraint users_role_check;
