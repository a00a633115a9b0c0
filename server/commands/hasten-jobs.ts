/**
 * No job that failed waits longer than this for its next attempt. The queue doubles and more the time between attempts, up
 * to six hours: after an outage of a day, money and mails would wait half a day more.
 */
import type { Sql } from '../db/sql.ts'

const LONGEST_WAIT = '15 minutes'

export async function hastenJobs(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(
      array(
        select id from graphile_worker.jobs
        where attempts between 1 and max_attempts - 1 and locked_at is null
          and run_at > now() + ${LONGEST_WAIT}::interval
      ),
      run_at => now() + ${LONGEST_WAIT}::interval
    )`
}
