-- Everything that is approved and not finished: its money is held until the provider has paid or refused.
create or replace view private.outgoing as
  select 'withdrawal' as kind, request.uid, request.user_id, null::bigint as artist_id, request.amount,
    (select max(approved_at) from private.withdrawal_approvals where withdrawal_id = request.id) as approved_at,
    'pay-out-withdrawal' as task, 'pay-out:' || request.uid as job_key, interval '1 day' as patience
  from public.redeem_balance request
  where request.status = 'approved'
  union all
  select 'payout', payouts.uid, null, payouts.artist_id, payouts.amount,
    (select max(approved_at) from private.artist_payout_approvals where payout_id = payouts.id),
    'pay-out-artist', 'pay-out-artist:' || payouts.uid, interval '1 day'
  from private.artist_payouts payouts
  where payouts.status = 'approved'
  union all
  select 'refund', refunds.uid, refunds.user_id, null, refunds.amount,
    (select max(approved_at) from private.refund_approvals where refund_id = refunds.id),
    -- A card's bank may take weeks.
    'refund-to-card', 'refund-to-card:' || refunds.uid, interval '30 days'
  from private.refunds
  where refunds.status = 'approved' and refunds.destination = 'card';

-- Those that need somebody: no job will try them again, or they have been under way for too long. Empty when all is
-- well, as `ledger.faults`.
create or replace view private.outgoing_stuck as
  select *
  from (select outgoing.*, not private.has_job(job_key) as is_abandoned from private.outgoing) watched
  where is_abandoned or approved_at < clock_timestamp() - patience;

create or replace view ledger.outgoing_faults as
  select case when is_abandoned then 'a payment that nothing tries any more' else 'a payment under way for too long' end as fault,
    kind || ' ' || uid as detail
  from private.outgoing_stuck;
