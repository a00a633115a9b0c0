-- Read by tests, simulator and operator; empty when all is well, as `ledger.faults`.
create or replace view ledger.payout_faults as
  select 'payouts under way that differ from what is set aside for them' as fault, balance::text as detail
  from ledger.accounts
  where code = 'payouts:under_way' and balance <> ledger.expected(code)
  union all
  select 'payouts paid that differ from what was booked as paid', balance::text
  from ledger.accounts
  where code = 'artists:paid' and balance <> ledger.expected(code)
  union all
  select 'taxes withheld that differ from what was booked as paid', code
  from ledger.accounts
  where code in ('taxes:irrf', 'taxes:iss', 'taxes:inss') and balance <> ledger.expected(code)
  union all
  select 'a payout that differs from its parts', uid::text
  from private.artist_payouts payouts
  where amount is distinct from (select sum(amount) from private.artist_payout_parts where payout_id = payouts.id);
