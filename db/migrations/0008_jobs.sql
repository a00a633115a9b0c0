-- Jobs are added inside the transaction that makes them necessary: either both happen or neither.
create function private.add_job(task text, payload jsonb, job_key text default null, run_at timestamptz default null)
returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => task,
    payload => payload::json,
    job_key => add_job.job_key,
    run_at => add_job.run_at,
    max_attempts => 25
  )
$$;
