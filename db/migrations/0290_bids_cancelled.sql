-- outside a transaction
create index concurrently bids_cancelled on public.bids (payment_id) where status in ('pending-cancel', 'cancelled');
