-- What administrators approved in the last day is summed before each approval: private.outflow_in_a_day.
create index withdrawal_approvals_by_time on private.withdrawal_approvals (approved_at);
create index artist_payout_approvals_by_time on private.artist_payout_approvals (approved_at);
create index refund_approvals_by_time on private.refund_approvals (approved_at);
create index write_off_approvals_by_time on private.write_off_approvals (approved_at);
create index money_decision_approvals_by_time on private.money_decision_approvals (approved_at);
