-- outside a transaction
-- What a statement asks the held account for names tips too, which this index did not; nothing has read it since.
drop index concurrently ledger.transfers_spent;
