-- Empty when all is well, as `ledger.faults`.
create or replace view ledger.unmatched_faults as
  select 'unmatched money that differs from what is set aside for it' as fault, code || ' ' || balance as detail
  from ledger.accounts
  join (values ('pix:unmatched', 'pix'), ('cards:unmatched', 'stripe')) known (code, provider) using (code)
  where balance <> coalesce((
    select sum(amount) from private.unmatched_money where status = 'open' and unmatched_money.provider = known.provider
  ), 0);
