-- Requests whose hold is not what their status says; empty when all is well, as `ledger.faults`.
create or replace view ledger.withdrawal_faults as
  select 'a withdrawal that differs from its hold' as fault, coalesce(request.uid::text, holds.id) as detail
  from public.redeem_balance request
  full join (select * from ledger.holds where reason = 'withdrawal') holds
    on holds.id = 'withdrawal:' || request.uid
  where (holds.fan, holds.amount, holds.status) is distinct from (request.user_id, request.amount,
    case
      when request.status in ('requested', 'approved') then 'held'
      when request.status = 'paid' and not exists (
        select from private.money_decisions
        where subject::text = request.uid::text and about = 'withdrawal' and outcome = 'charged' and status = 'done'
      ) then 'posted'
      else 'voided'
    end);
