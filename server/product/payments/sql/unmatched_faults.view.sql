-- Empty when all is well, as `ledger.faults`.
create or replace view ledger.unmatched_faults as
  select 'unmatched money that differs from what is set aside for it' as fault, code || ' ' || balance as detail
  from ledger.accounts
  where code in ('pix:unmatched', 'cards:unmatched') and balance <> ledger.expected(code);
