/** Counting requests in Postgres, so that every server process shares one count. */
import { AuthError } from './errors.ts'
import type { AuthLimits, Door, Query } from './options.ts'
import { digest } from './secrets.ts'

const FIVE_MINUTES = 300
const HOUR = 3600

type Window = {
  key: string
  /** How many the window allows. */
  limit: number
  seconds: number
}

/** Counts one more under `key`, kept as a digest: it may be as long as whatever a stranger typed. Resolves with the seconds until the window ends when the limit is passed, else 0. */
async function count(sql: Query, window: Window, now: Date): Promise<number> {
  const resetsAt = new Date(now.getTime() + window.seconds * 1000)
  const [row] = await sql<[{ used: number; resets_at: Date }]>`
    insert into auth.rate_limits as held (key, used, resets_at)
    values (${digest(window.key)}, 1, ${resetsAt})
    on conflict (key) do update
    set used = case when held.resets_at <= ${now} then 1 else held.used + 1 end,
      resets_at = case when held.resets_at <= ${now} then excluded.resets_at else held.resets_at end
    returning used, resets_at`
  if (row.used <= window.limit) return 0
  return Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000))
}

export type AddressLimit = 'tokenRequests' | 'mailRequests' | 'verifyRequests'

/** Throws `tooManyRequests` once a client address has used up the limit of that name. */
export async function limitAddress(door: Door, limit: AddressLimit, address: string): Promise<void> {
  const window = { key: `${limit}:${address}`, limit: door.limits[limit], seconds: FIVE_MINUTES }
  if (await count(door.sql, window, door.clock())) throw new AuthError('tooManyRequests')
}

/**
 * Runs one attempt at a password, code or second factor of the account `subject`. The attempt is counted
 * before it runs, so parallel guesses cannot slip past, and forgotten again when `attempt` resolves.
 * Throws `tooManyRequests` once there were too many failures.
 */
export async function limitAttempts<T>(door: Door, subject: string, attempt: () => Promise<T>): Promise<T> {
  const key = `attempts:${subject}`
  const window = { key, limit: door.limits.failedAttempts, seconds: FIVE_MINUTES }
  if (await count(door.sql, window, door.clock())) throw new AuthError('tooManyRequests')
  const result = await attempt()
  await door.sql`delete from auth.rate_limits where key = ${digest(key)}`
  return result
}

/**
 * Throws `mailTooSoon` when a mail of this kind went to `address` a moment ago. Called for unknown addresses
 * too, so that the refusal does not tell who has an account. Undone when the transaction fails.
 */
export async function limitMailGap(
  tx: Query,
  limits: AuthLimits,
  kind: string,
  address: string,
  now: Date,
): Promise<void> {
  const window = { key: `mail:${kind}:${address}`, limit: 1, seconds: limits.mailGapSeconds }
  const seconds = await count(tx, window, now)
  if (seconds) throw new AuthError('mailTooSoon', { seconds })
}

/** Throws `tooManyMails` when the whole installation has sent its share of the hour. */
export async function limitMailQuota(tx: Query, limits: AuthLimits, now: Date): Promise<void> {
  const window = { key: 'mails', limit: limits.mailsPerHour, seconds: HOUR }
  if (await count(tx, window, now)) throw new AuthError('tooManyMails')
}
