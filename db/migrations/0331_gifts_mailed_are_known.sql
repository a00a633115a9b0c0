-- outside a transaction
alter table public.notifications validate constraint notifications_kind_check;
