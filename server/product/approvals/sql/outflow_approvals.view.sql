-- Every approval of money that left or was given up, with whom it went to: one row for each administrator who approved.
-- `person` is a fan's uid, or the wallet of an artist who is no fan. What returns by itself (cooling-off) has no approval.
create or replace view private.outflow_approvals as
  select request.uid, approval.admin_id, approval.approved_at, request.amount, request.user_id::text as person,
    request.pix_key
  from private.withdrawal_approvals approval
  join public.redeem_balance request on request.id = approval.withdrawal_id
  where request.status in ('approved', 'paid')
  union all
  select payouts.uid, approval.admin_id, approval.approved_at, payouts.amount, private.person_of_artist(artists.wallet),
    keys.pix_key
  from private.artist_payout_approvals approval
  join private.artist_payouts payouts on payouts.id = approval.payout_id
  join private.artists on artists.id = payouts.artist_id
  join private.artist_keys keys on keys.id = payouts.key_id
  where payouts.status in ('approved', 'paid')
  union all
  select refunds.uid, approval.admin_id, approval.approved_at, refunds.amount, refunds.user_id::text, null
  from private.refund_approvals approval
  join private.refunds on refunds.id = approval.refund_id
  where refunds.status in ('approved', 'done')
  union all
  select write_offs.uid, approval.admin_id, approval.approved_at, write_offs.amount, write_offs.user_id::text, null
  from private.write_off_approvals approval
  join private.write_offs on write_offs.id = approval.write_off_id
  where write_offs.status = 'done'
  union all
  -- Decisions about stranded money choose between two ends of an outflow that is counted above; not so those about what left
  -- without our books.
  select decisions.uid, approval.admin_id, approval.approved_at, decisions.amount, decisions.user_id::text, null
  from private.money_decision_approvals approval
  join private.money_decisions decisions on decisions.id = approval.decision_id
  where (decisions.about = 'unmatched' and decisions.outcome in ('credited', 'returned') or decisions.about = 'ledger'
      or decisions.outcome in ('charged', 'borne'))
    and decisions.status = 'done';
