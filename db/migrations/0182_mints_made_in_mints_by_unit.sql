-- outside a transaction
drop index concurrently public.mints_made;
