-- How soon a job is taken when many are due, the least first: our own books before what waits for somebody outside,
-- then notifications, and last what anybody may have sent to any address. So a mail server that hangs, or thousands of mails,
-- hold up nobody's money, and a flood of sign-ups no recovery.
create or replace function private.job_priority(task text, payload jsonb default '{}') returns int
language sql immutable as $$
  select case
    when task in ('apply-card-event', 'apply-pix-event', 'release-bids', 'revoke-disputed-token') then -1
    when task = 'send-mail' and payload ->> 'template' in ('confirmation', 'magiclink') then 2
    when task in ('send-mail', 'mail-notification', 'mail-gift', 'push-notification') then 1
    else 0
  end
$$;

-- With a quarter of an hour between them, or two hours for news (server/platform/jobs/cap-retry-delay.ts), all last for four days.
create or replace function private.most_attempts(task text) returns int
language sql immutable as $$
  select case private.job_priority(task) when 1 then 60 else 400 end
$$;

-- Jobs are added inside the transaction that makes them necessary: either both happen or neither.
create or replace function private.add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => add_job.job_key,
    run_at => add_job.run_at,
    max_attempts => private.most_attempts(task),
    priority => private.job_priority(task, payload)
  )
$$;

-- True while a job of that key will still run. The queue's own views may be replaced by its next version, so nothing
-- here depends on them.
create or replace function private.has_job(job_key text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from graphile_worker.jobs where jobs.key = has_job.job_key and jobs.attempts < jobs.max_attempts
  );
end
$$;
