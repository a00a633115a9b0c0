/** Deletes what is no longer needed. Run periodically by a job. */
import type { Sql } from '#server/platform/db/sql.ts'
import { type Lifetimes, pruneSessions } from './session-lifetimes.ts'
import { pruneUndoLinks } from './undo-links.ts'

const DAY_MS = 86_400_000
/** Brazil's Marco Civil (Law 12.965/2014, art. 15) requires six months of access records, and no more is kept. */
const AUDIT_DAYS = 183
/** After this a replayed refresh token is merely unknown; before, it closes its session. */
const REFRESH_DAYS = 30

/** A browser that has not signed in for this long is as unknown as any. */
const BROWSER_DAYS = 365

/** Deletes ended sessions, expired counters, unfinished flows, old challenges and links, used refresh tokens and old audit entries. */
export async function pruneAuth(sql: Sql, lifetimes: Lifetimes, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await pruneSessions(sql, lifetimes, now)
  await sql`delete from auth.rate_limits where resets_at <= ${now}`
  await sql`delete from auth.flow_state where created_at < ${daysAgo(1)}`
  await sql`delete from auth.mfa_challenges where created_at < ${daysAgo(1)}`
  // The active token's parent stays: the client may have lost our last answer.
  await sql`
    delete from auth.refresh_tokens used
    where used.revoked
      and used.updated_at < ${daysAgo(REFRESH_DAYS)}
      and not exists (
        select from auth.refresh_tokens active
        where active.session_id = used.session_id and not active.revoked and active.parent = used.token
      )`
  await pruneUndoLinks(sql, now)
  await sql`delete from auth.known_browsers where seen_at < ${daysAgo(BROWSER_DAYS)}`
  await sql`delete from auth.audit_log_entries where created_at < ${daysAgo(AUDIT_DAYS)}`
}
