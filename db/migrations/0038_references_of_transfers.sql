-- outside a transaction
-- Writers go on meanwhile.
alter table ledger.transfers
  validate constraint transfers_debit_account_fkey,
  validate constraint transfers_credit_account_fkey;
