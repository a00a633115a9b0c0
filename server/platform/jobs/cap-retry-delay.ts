/**
 * No failed job waits longer than this for its next attempt. The queue's own delays grow to six hours: after an
 * outage of a day, money would wait half a day more.
 */
import type { Sql } from '../db/sql.ts'

const LONGEST_WAIT = '15 minutes'
/** A mail server that refuses an address is not asked about it all day long: it would take us for a spammer. */
const LONGEST_WAIT_OF_NEWS = '2 hours'

export async function capRetryDelay(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + wait)
    from graphile_worker.jobs
    cross join lateral (
      select (case when priority > 0 then ${LONGEST_WAIT_OF_NEWS} else ${LONGEST_WAIT} end)::interval as wait
    ) longest
    where attempts between 1 and max_attempts - 1 and locked_at is null and run_at > now() + wait
    group by wait`
}
