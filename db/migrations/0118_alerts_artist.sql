-- outside a transaction
create index concurrently alerts_artist on private.alerts (artist_id) where artist_id is not null;
