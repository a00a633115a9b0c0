-- outside a transaction
create index concurrently holds_besides_bids on ledger.holds (fan) where reason <> 'bid';
