/**
 * Refresh tokens: each is used once and answered with a successor. A replay of an old one means that two parties hold
 * the same token, so the whole session is closed. Two legitimate replays are told apart: a client that lost our last
 * answer, and two tabs that refresh at the same moment.
 */
import * as v from 'valibot'
import { parseRow, parseSoleRow, rowId } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Door } from './options.ts'
import { digest, keyedDigest } from './secrets.ts'

const refreshRow = v.object({
  id: rowId,
  token: v.string(),
  parent: v.nullable(v.string()),
  revoked: v.boolean(),
  session_id: v.string(),
  updated_at: v.date(),
})
type RefreshRow = v.InferOutput<typeof refreshRow>

/** What some GoTrue may have issued: no shorter, and of the characters that its tokens are made of. */
export function isRefreshToken(value: string): boolean {
  return /^[\w-]{12,128}$/.test(value)
}

/**
 * The token of row `id`: computed, not stored, so that the tables hold nothing that opens a session and yet the
 * active token can be issued again to a client that lost it. 256 bits.
 */
function tokenOf(door: Door, sessionId: string, id: number): string {
  return keyedDigest(door.jwtSecret, 'refresh tokens', `${sessionId}:${id}`).toString('hex')
}

/** Adds a token to the session, after `parent` (a digest) if given, and resolves with it. */
export async function issueRefreshToken(
  tx: Tx,
  door: Door,
  session: { id: string; user_id: string },
  parent: string | null,
  now: Date,
): Promise<string> {
  const next = parseSoleRow(
    v.object({ id: rowId }),
    await tx`
      select nextval(pg_get_serial_sequence('auth.refresh_tokens', 'id')) as id`,
  )
  const token = tokenOf(door, session.id, next.id)
  await tx`
    insert into auth.refresh_tokens (id, token, user_id, parent, session_id, created_at, updated_at)
    values (${next.id}, ${digest(token)}, ${session.user_id}, ${parent}, ${session.id}, ${now}, ${now})`
  return token
}

/** The newest token of the session that has not been used. */
export async function activeRefreshToken(tx: Tx, sessionId: string): Promise<RefreshRow | undefined> {
  const row = parseRow(
    refreshRow,
    await tx`
      select * from auth.refresh_tokens
      where session_id = ${sessionId} and not revoked
      order by id desc
      limit 1`,
  )
  return row
}

/**
 * Exchanges the token with digest `presented` for the one to use next; undefined when it must not be honoured, in
 * which case all of the session's tokens are revoked and the session is over. The caller holds the session's row lock, and commits.
 */
export async function rotate(
  tx: Tx,
  door: Door,
  session: { id: string; user_id: string },
  presented: string,
  now: Date,
): Promise<string | undefined> {
  const row = parseSoleRow(refreshRow, await tx`select * from auth.refresh_tokens where token = ${presented}`)
  if (!row.revoked) {
    await tx`update auth.refresh_tokens set revoked = true, updated_at = ${now} where id = ${row.id}`
    return issueRefreshToken(tx, door, session, row.token, now)
  }
  // A closed session has no active token, and stays closed even within the reuse interval.
  const active = await activeRefreshToken(tx, session.id)
  if (active) {
    if (active.parent === row.token) return tokenOf(door, session.id, active.id)
    const reusableUntil = row.updated_at.getTime() + door.limits.refreshReuseSeconds * 1000
    if (now.getTime() <= reusableUntil) return issueRefreshToken(tx, door, session, row.token, now)
  }
  await tx`
    update auth.refresh_tokens set revoked = true, updated_at = ${now}
    where session_id = ${session.id} and not revoked`
  // Every door looks at it before it lets an access token of the session in.
  await tx`
    update auth.sessions set not_after = least(not_after, ${now}), updated_at = ${now} where id = ${session.id}`
  return undefined
}
