-- outside a transaction
alter table private.alerts
  validate constraint alerts_artist, validate constraint alert_is_about_one, validate constraint alerts_kind_check;
