-- Whoever's wallet is below zero, found without looking at every account.
create index accounts_overdrawn on ledger.accounts (id) where overdraft > 0;
