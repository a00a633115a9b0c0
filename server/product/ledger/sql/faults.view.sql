-- What must always hold; an empty answer is a healthy ledger. Read by tests, simulator and operator.
create or replace view ledger.faults as
  select 'sum of all balances is not zero' as fault, sum(balance)::text as detail
  from ledger.accounts
  having sum(balance) <> 0
  union all
  select 'balance differs from its transfers', code
  from ledger.accounts
  where balance <>
    coalesce((select sum(amount) from ledger.transfers where credit_account = accounts.id), 0)
    - coalesce((select sum(amount) from ledger.transfers where debit_account = accounts.id), 0)
  union all
  select 'held money differs from the open holds', code
  from ledger.accounts
  where code like 'fan:%:held'
    and balance <> coalesce((
      select sum(amount)
      from ledger.holds
      where status = 'held' and fan = split_part(accounts.code, ':', 2)::uuid
    ), 0);
