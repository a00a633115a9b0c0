-- outside a transaction
-- The days are found by `payments_by_time`, a window at a time.
drop index concurrently public.payments_by_day;
