/** How long a session lives, and how many an account has. */
import type { Sql, Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import type { AuthLimits } from './options.ts'
import type { SessionRow } from './session-row.ts'

export type Lifetimes = Pick<AuthLimits, 'sessionSeconds' | 'sessionIdleSeconds'>

/** Whether it was ended before its time: by a replay, or by whoever set its end. */
export function isOver({ not_after }: SessionRow, now: Date): boolean {
  return not_after !== null && not_after <= now
}

/** Throws `refreshExpired` and `refreshIdle`. Where a session is not refreshed, its last access token ends by itself. */
export function checkLifetime(session: SessionRow, limits: Lifetimes, now: Date): void {
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  const { created_at, refreshed_at } = session
  const { sessionSeconds, sessionIdleSeconds } = limits
  if (isOver(session, now)) throw new AuthError('refreshExpired')
  if (sessionSeconds !== null && age(created_at) > sessionSeconds) throw new AuthError('refreshExpired')
  if (sessionIdleSeconds !== null && age(refreshed_at ?? created_at) > sessionIdleSeconds) {
    throw new AuthError('refreshIdle')
  }
}

/** Ends those of the account beyond `most` that were used longest ago; `session` stays. The caller has locked the account. */
export async function endOldest(tx: Tx, session: SessionRow, most: number): Promise<void> {
  await tx`
    delete from auth.sessions where id in (
      select id from auth.sessions where user_id = ${session.user_id} and id <> ${session.id}
      order by coalesce(refreshed_at, created_at) desc, id
      offset ${most - 1}
    )`
}

/** For so long a session that was ended is known, so that its browser is told why. */
const ENDED_DAYS = 30

/** Deletes the sessions that can no longer be refreshed. */
export async function pruneSessions(
  sql: Sql,
  { sessionSeconds, sessionIdleSeconds }: Lifetimes,
  now: Date,
): Promise<void> {
  const before = (seconds: number | null) =>
    seconds === null ? null : new Date(now.getTime() - seconds * 1000)
  await sql`
    delete from auth.sessions
    where not_after < ${before(ENDED_DAYS * 86_400)}
      or created_at < ${before(sessionSeconds)}
      or coalesce(refreshed_at, created_at) < ${before(sessionIdleSeconds)}`
}
