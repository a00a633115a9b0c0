-- What must always hold; an empty answer is a healthy ledger. Read by tests, simulator and operator.
create or replace view ledger.faults as
  select 'sum of all balances is not zero' as fault, sum(balance)::text as detail
  from ledger.accounts
  having sum(balance) <> 0
  union all
  select 'balance differs from its transfers', code
  from ledger.accounts
  left join (
    select id, sum(change) as change
    from (
      select debit_account as id, -amount as change from ledger.transfers
      union all
      select credit_account, amount from ledger.transfers
    ) lines
    group by id
  ) moved using (id)
  where balance <> coalesce(change, 0)
  union all
  select 'held money differs from the open holds', code
  from ledger.accounts
  left join (
    select 'fan:' || fan || ':held' as code, sum(amount) as held from ledger.holds where status = 'held' group by fan
  ) open using (code)
  where code like 'fan:%:held' and balance <> coalesce(held, 0);
