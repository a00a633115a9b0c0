-- outside a transaction
create index concurrently transactions_hashes on chain.transactions using gin (hashes);
