-- outside a transaction
create index concurrently bids_ended_amount on public.bids (amount, payment_id) where status not in ('pending', 'bided');
