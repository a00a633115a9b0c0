-- outside a transaction
create index concurrently payments_by_day on public.payments (created_at, id);
