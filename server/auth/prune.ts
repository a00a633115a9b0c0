/** Forgetting what has served its time. To be run now and then by a job. */
import type { Sql } from '#server/db/sql.ts'

const DAY_MS = 86_400_000
/** Brazil's Marco Civil (Law 12.965/2014, art. 15) asks for six months of access records, and no more is kept. */
const AUDIT_DAYS = 183

/** Deletes expired counters, unfinished flows, old challenges and audit entries past their term. */
export async function pruneAuth(sql: Sql, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  await sql`delete from auth.rate_limits where resets_at <= ${now}`
  await sql`delete from auth.flow_state where created_at < ${yesterday}`
  await sql`delete from auth.mfa_challenges where created_at < ${yesterday}`
  await sql`
    delete from auth.audit_log_entries where created_at < ${new Date(now.getTime() - AUDIT_DAYS * DAY_MS)}`
}
