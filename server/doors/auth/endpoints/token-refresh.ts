import type { Context } from 'hono'
import * as v from 'valibot'
import { parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError, OAuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { limitAddress, limitRenewals } from '../rate-limits.ts'
import { isRefreshToken, rotate } from '../refresh-tokens.ts'
import { digest } from '../secrets.ts'
import { checkLifetime } from '../session-lifetimes.ts'
import { sessionRow } from '../session-row.ts'
import { answerSignedIn, type SignedIn, signedIn } from '../sessions.ts'
import { isBanned, userById } from '../users.ts'

const Body = v.object({ refresh_token: text })
/** Refusals to whoever presents a token of a session that there is. */
const KNOWN_SESSION = new Set<string>([
  'refreshUsed',
  'refreshBanned',
  'refreshExpired',
  'refreshIdle',
  'refreshBusy',
  'tooManyRequests',
])
/** Postgres: the lock could not be obtained within lock_timeout. */
const LOCK_NOT_AVAILABLE = '55P03'

/** POST /token?grant_type=refresh_token. Answers with a new access token and the refresh token to use next. */
export async function tokenByRefresh(c: Context, door: Door): Promise<Response> {
  try {
    const { refresh_token: token } = await readBody(c, Body)
    if (!token) throw new OAuthError('invalid_request', 'refresh_token required')
    if (!isRefreshToken(token)) throw new AuthError('refreshMalformed')
    const client = clientOf(c, door)
    // Refusing a replay must not roll back the revocation it causes, so it is thrown after the commit.
    const result = await door.sql.begin((tx) => refresh(tx, door, token, client)).catch(asBusy)
    if (!result) throw new AuthError('refreshUsed')
    return answerSignedIn(c, result)
  } catch (fault) {
    // Thousands may share an address: what one of them invents takes no renewal from the others.
    if (isInvented(fault)) await limitAddress(door, 'tokenRequests', door.clientAddress(c))
    throw fault
  }
}

/** Whether no session ever had such a token. */
function isInvented(fault: unknown): boolean {
  if (fault instanceof OAuthError) return true
  return fault instanceof AuthError && !KNOWN_SESSION.has(fault.refusal)
}

async function refresh(tx: Tx, door: Door, token: string, client: Client): Promise<SignedIn | undefined> {
  await tx`set local lock_timeout = '5s'`
  const presented = digest(token)
  // The session's row is the lock; what it guards is read in later statements, so that they see the latest commit.
  const session = parseRow(
    sessionRow,
    await tx`
      select * from auth.sessions
      where id = (select session_id from auth.refresh_tokens where token = ${presented})
      for update`,
  )
  if (!session) throw new AuthError('refreshUnknown')
  const user = await userById(tx, session.user_id)
  if (!user) throw new AuthError('refreshUnknown')
  const now = door.clock()
  await limitRenewals(tx, door.limits, session.id, now)
  if (isBanned(user, now)) throw new AuthError('refreshBanned')
  const next = await rotate(tx, door, session, presented, now)
  // A replay is told as one, also once it has shut the session.
  if (next) checkLifetime(session, door.limits, now)
  await audit(tx, next ? 'token_refreshed' : 'token_revoked', user, client, now)
  if (!next) return undefined
  await tx`
    update auth.sessions
    set refreshed_at = ${now}, updated_at = ${now}, ip = ${client.ip}, user_agent = ${client.userAgent}
    where id = ${session.id}`
  return signedIn(tx, door, session, user, next, now)
}

function asBusy(fault: unknown): never {
  if ((fault as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new AuthError('refreshBusy')
  throw fault
}
