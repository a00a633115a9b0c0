-- outside a transaction
create index concurrently transfers_received on ledger.transfers (credit_account, created_at, id) where kind <> 'hold';
