-- What has moved an account, in centavos: negative where it paid. Without what holds add to the held account of their fan: those are
-- half of all lines, each is found by the account that it debits, and no index holds them twice.
create or replace view ledger.lines as
  select id, kind, debit_account as account, -amount as change, created_at from ledger.transfers
  union all
  select id, kind, credit_account, amount, created_at from ledger.transfers where kind <> 'hold';
