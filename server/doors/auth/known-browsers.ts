/**
 * The browsers in which an account has been opened before. A browser is known by a key that it made for itself and sends
 * as `X-Browser-Key` when it signs up, confirms an address or signs in; only the digest is stored.
 */
import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Query } from './options.ts'
import { digest } from './secrets.ts'

const HEADER = 'x-browser-key'
/** Of one account. */
const MOST = 10

/** The digest of the key that this request carries; null where it carries none. */
export function browserOf(c: Context): string | null {
  const key = c.req.header(HEADER)
  return key ? digest(key) : null
}

/** Whether the account of this address has been opened in that browser. */
export async function isKnownBrowser(sql: Query, email: string, browser: string): Promise<boolean> {
  const found = await sql`
    select from auth.known_browsers
    join auth.users on users.id = user_id
    where users.email = ${email} and key_hash = ${browser}`
  return found.length > 0
}

/** Keeps the newest few. */
export async function rememberBrowser(
  tx: Tx,
  userId: string,
  browser: string | null,
  now: Date,
): Promise<void> {
  if (browser === null) return
  await tx`
    insert into auth.known_browsers (user_id, key_hash, seen_at) values (${userId}, ${browser}, ${now})
    on conflict (user_id, key_hash) do update set seen_at = excluded.seen_at`
  await tx`
    delete from auth.known_browsers where user_id = ${userId} and key_hash in (
      select key_hash from auth.known_browsers where user_id = ${userId}
      order by seen_at desc offset ${MOST}
    )`
}
