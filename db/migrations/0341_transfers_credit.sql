-- outside a transaction
-- Holds are found by the account that they debit: see `ledger.received`.
drop index concurrently ledger.transfers_credit;
