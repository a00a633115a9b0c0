-- outside a transaction
-- Jobs that failed, among all that wait: one that succeeds never enters it.
create index concurrently tune_failed_jobs on graphile_worker._private_jobs (id)
  where attempts > 0 and locked_at is null;
