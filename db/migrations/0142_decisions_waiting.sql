-- outside a transaction
create index concurrently money_decisions_waiting on private.money_decisions (id) where status = 'requested';
