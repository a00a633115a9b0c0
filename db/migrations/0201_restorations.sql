-- The times this database was brought back from a backup. What left by PIX after the backup is not in the books, so payouts stand
-- still until the provider's list has been compared with them.
create table private.restorations (
  restored_at timestamptz primary key default clock_timestamp(),
  -- What came back is as of then.
  taken_at timestamptz not null,
  compared_at timestamptz
);
alter table private.restorations enable row level security;
