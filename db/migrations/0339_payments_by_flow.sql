-- outside a transaction
drop index concurrently public.payments_by_flow;
