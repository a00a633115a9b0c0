-- Read by tests, simulator and operator; empty when all is well, as `ledger.faults`.
create or replace view ledger.return_faults as
  select 'a balance below zero that is no dispute''s' as fault, code as detail
  from ledger.accounts
  where not may_be_negative and overdraft <> greatest(0, -balance)
  union all
  select 'open disputes that differ from what is set aside for them', balance::text
  from ledger.accounts
  where code = 'disputes:open' and balance <> ledger.expected(code)
  union all
  select 'card refunds under way that differ from what is set aside for them', balance::text
  from ledger.accounts
  where code = 'refunds:under_way' and balance <> ledger.expected(code)
  union all
  select 'money held for a refund that does not wait', holds.id
  from ledger.holds
  left join private.refunds
    on holds.id = 'refund:' || refunds.uid and holds.fan = refunds.user_id and holds.amount = refunds.amount
      and refunds.status = 'requested'
  where holds.reason = 'refund' and holds.status = 'held' and refunds.id is null
  union all
  select 'more given back than was paid', payment_id::text
  from private.refunds
  join public.payments on payments.id = payment_id
  where from_sale
  group by payment_id, payments.amount
  having sum(refunds.amount) > payments.amount
  union all
  select 'a debt given up that the ledger does not know', write_offs.uid::text
  from private.write_offs
  left join ledger.transfers on transfers.id = 'write_off:' || write_offs.uid
  where status = 'done' and write_offs.amount is distinct from transfers.amount
  union all
  select 'money in the wallet of somebody who is no more', code
  from public.users
  join ledger.accounts on code in ('fan:' || uid || ':available', 'fan:' || uid || ':held')
  where erased_at is not null and balance > 0;
