-- How soon a job is taken when many are due, the least first: what is written in our own books before what waits for
-- somebody outside, and news last. So a mail server that hangs, or thousands of mails, hold up nobody's money.
create function private.job_priority(task text) returns int
language sql immutable as $$
  select case
    when task in ('apply-card-event', 'apply-pix-event', 'release-bids', 'revoke-disputed-token') then -1
    when task in ('send-mail', 'mail-notification', 'push-notification') then 1
    else 0
  end
$$;

-- With a quarter of an hour between them, or two hours for news (server/commands/hasten-jobs.ts), all last for four days.
create function private.most_attempts(task text) returns int
language sql immutable as $$
  select case private.job_priority(task) when 1 then 60 else 400 end
$$;

-- Jobs are added inside the transaction that makes them necessary: either both happen or neither.
create function private.add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => add_job.job_key,
    run_at => add_job.run_at,
    max_attempts => private.most_attempts(task),
    priority => private.job_priority(task)
  )
$$;
