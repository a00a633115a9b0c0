/** The effect of a second factor on a session. */
import { parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import type { AuthCaller } from './caller.ts'
import { AuthError } from './errors.ts'
import type { Door } from './options.ts'
import { activeRefreshToken, issueRefreshToken } from './refresh-tokens.ts'
import { sessionRow } from './session-row.ts'
import { addAmr, type SignedIn, signedIn } from './sessions.ts'
import { lockUser } from './users.ts'

/**
 * Raises the session to aal2, ends the user's sessions below it, and issues new tokens. `factorId` is null for a
 * recovery code, which belongs to no factor; `method` becomes an entry of amr.
 */
export async function raiseSession(
  tx: Tx,
  door: Door,
  caller: AuthCaller,
  factor: { id: string | null; method: string },
  now: Date,
): Promise<SignedIn> {
  const user = await lockUser(tx, caller.user.id)
  const session = parseRow(
    sessionRow,
    await tx`
      update auth.sessions set aal = 'aal2', factor_id = ${factor.id}, updated_at = ${now}
      where id = ${caller.session.id}
      returning *`,
  )
  if (!user || !session) throw new AuthError('sessionGone')
  await addAmr(tx, session.id, factor.method, now)
  await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${session.id} and aal = 'aal1'`
  const before = await activeRefreshToken(tx, session.id)
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where session_id = ${session.id} and not revoked`
  const next = await issueRefreshToken(tx, door, session, before?.token ?? null, now)
  return signedIn(tx, door, session, user, next, now)
}
