/** Identifies the caller: from the bearer token to the user and session rows, or a refusal. */
import type { Context } from 'hono'
import { parseRow } from '#server/platform/db/rows.ts'
import { bearerOf } from '#server/platform/http/access-token.ts'
import { isUuid } from './addresses.ts'
import { AuthError } from './errors.ts'
import type { Door } from './options.ts'
import { isOver } from './session-lifetimes.ts'
import { type SessionRow, sessionRow } from './session-row.ts'
import { claimsOf } from './tokens.ts'
import { isBanned, type UserRow, userById } from './users.ts'

export type AuthCaller = { user: UserRow; session: SessionRow }

/** The signed-in user behind the request. The access token must be valid and its session still open. */
export async function requireUser(c: Context, door: Door): Promise<AuthCaller> {
  const claims = claimsOf(door, tokenOf(c))
  if (!claims.sub) throw new AuthError('noSubject')
  if (!isUuid(claims.sub)) throw new AuthError('subjectNotUuid')
  const user = await userById(door.sql, claims.sub)
  if (!user) throw new AuthError('callerGone')
  const sessionId = claims.session_id
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw new AuthError('sessionGone')
  const session = parseRow(
    sessionRow,
    await door.sql`
      select * from auth.sessions where id = ${sessionId} and user_id = ${user.id}`,
  )
  const now = door.clock()
  if (!session || isOver(session, now)) throw new AuthError('sessionGone')
  if (isBanned(user, now)) throw new AuthError('banned')
  return { user, session }
}

/** Lets only the service role through. */
export async function requireAdmin(c: Context, door: Door): Promise<void> {
  const { role } = claimsOf(door, tokenOf(c))
  if (role !== 'service_role' && role !== 'supabase_admin') throw new AuthError('notAdmin')
}

function tokenOf(c: Context): string {
  const token = bearerOf(c.req.header('Authorization'))
  if (!token || /\s/.test(token)) throw new AuthError('noBearer')
  return token
}
