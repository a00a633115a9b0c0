-- outside a transaction
create index concurrently artist_payouts_waiting on private.artist_payouts (id) where status in ('requested', 'approved');
