-- outside a transaction
alter table private.muted_alerts
  validate constraint muted_alerts_topic_check;
