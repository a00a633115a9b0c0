-- outside a transaction
create index concurrently payments_by_state on public.payments (status, method, id);
