/** Sessions: what a sign-in opens and a token response is made of. */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import { parseRows, parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AUDIENCE } from '#server/platform/http/access-token.ts'
import type { Client } from './addresses.ts'
import type { Door } from './options.ts'
import { withFragment } from './redirects.ts'
import { issueRefreshToken } from './refresh-tokens.ts'
import { endOldest } from './session-lifetimes.ts'
import { type SessionRow, sessionRow } from './session-row.ts'
import { type AmrEntry, signAccessToken } from './tokens.ts'
import { loadUserJson, type UserJson } from './user-json.ts'
import { type UserRow, userRow } from './users.ts'

type TokenResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: UserJson
}

/** What endpoints pass around; `sessionId` goes to a header, not the body. */
export type SignedIn = { sessionId: string; response: TokenResponse }

/** Opens a session for `user`, authenticated by `method` (an amr value: password, otp, recovery, …). */
export async function openSession(
  tx: Tx,
  door: Door,
  user: UserRow,
  method: string,
  client: Client,
  now: Date,
): Promise<SignedIn> {
  const id = randomUUID()
  // All are sent in this order without waiting in between: the first at once, as the others refer to it.
  const [sessions, , users, refreshToken] = await Promise.all([
    tx`
      insert into auth.sessions (id, user_id, user_agent, ip, created_at, updated_at)
      values (${id}, ${user.id}, ${client.userAgent}, ${client.ip}, ${now}, ${now})
      returning *`.execute(),
    addAmr(tx, id, method, now),
    tx`update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${user.id} returning *`,
    issueRefreshToken(tx, door, { id, user_id: user.id }, null, now),
  ])
  const session = parseSoleRow(sessionRow, sessions)
  const [answer] = await Promise.all([
    signedIn(tx, door, session, parseSoleRow(userRow, users), refreshToken, now),
    endOldest(tx, session, door.limits.sessions),
  ])
  return answer
}

/** Records that the session was (again) authenticated by `method`. */
export async function addAmr(tx: Tx, sessionId: string, method: string, now: Date): Promise<void> {
  await tx`
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values (${sessionId}, ${method}, ${now}, ${now})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
}

/** A token response for a session that exists: always a new access token, with the given refresh token. */
export async function signedIn(
  tx: Tx,
  door: Door,
  session: SessionRow,
  user: UserRow,
  refreshToken: string,
  now: Date,
): Promise<SignedIn> {
  const [amr, userJson] = await Promise.all([amrOf(tx, session.id), loadUserJson(tx, user)])
  const access = await signAccessToken(
    door,
    {
      sub: user.id,
      aud: AUDIENCE,
      email: user.email ?? '',
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      role: user.role,
      aal: session.aal,
      amr,
      session_id: session.id,
      is_anonymous: false,
    },
    now,
  )
  return {
    sessionId: session.id,
    response: {
      access_token: access.token,
      token_type: 'bearer',
      expires_in: access.expiresIn,
      expires_at: access.expiresAt,
      refresh_token: refreshToken,
      user: userJson,
    },
  }
}

/** Newest first. */
async function amrOf(tx: Tx, sessionId: string): Promise<AmrEntry[]> {
  const rows = parseRows(
    v.object({ authentication_method: v.string(), updated_at: v.date() }),
    await tx`
      select authentication_method, updated_at from auth.mfa_amr_claims
      where session_id = ${sessionId}
      order by updated_at desc, authentication_method`,
  )
  return rows.map((row) => ({
    method: row.authentication_method,
    timestamp: Math.floor(row.updated_at.getTime() / 1000),
  }))
}

/** `address` with the session in its fragment, where clients look for it; `more` tells them what kind it is. */
export function withSession(
  address: string,
  { response }: SignedIn,
  more: Record<string, string> = {},
): string {
  const session = {
    access_token: response.access_token,
    expires_at: String(response.expires_at),
    expires_in: String(response.expires_in),
    refresh_token: response.refresh_token,
    sb: '',
    token_type: response.token_type,
  }
  return withFragment(address, new URLSearchParams({ ...session, ...more }))
}

export function answerSignedIn(c: Context, { sessionId, response }: SignedIn): Response {
  c.header('sb-auth-user-id', response.user.id)
  c.header('sb-auth-session-id', sessionId)
  // RFC 6749 section 5.1: no cache may keep an answer that contains tokens.
  c.header('Cache-Control', 'no-store')
  return c.json(response)
}
