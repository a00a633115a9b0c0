-- outside a transaction
create index concurrently gifts_waiting_for on private.gifts (email) where status = 'waiting' and email is not null;
