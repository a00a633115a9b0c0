-- outside a transaction
create index concurrently disputes_open on private.disputes (id) where status = 'open';
