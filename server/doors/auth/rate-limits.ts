/** The limits of this door: of requests, of failed attempts, of mails. */
import { siteOf } from '#server/platform/http/client-address.ts'
import {
  addUse,
  countUse,
  forgetUses,
  type Limit,
  SITE_FACTOR,
  secondsUntil,
  takeUse,
} from '#server/platform/rate-limit.ts'
import type { Client } from './addresses.ts'
import { BUDGET } from './budget.ts'
import { AuthError } from './errors.ts'
import { isKnownBrowser } from './known-browsers.ts'
import { isWithinShares, networkOf, subscriberOf } from './mail-share.ts'
import type { AuthLimits, Door, Query } from './options.ts'

export type AddressLimit = 'tokenRequests' | 'mailRequests' | 'verifyRequests'

/** Throws `tooManyRequests` once a client address, or the IPv6 site that it is of, has used up the limit of that name. */
export async function limitAddress(door: Door, limit: AddressLimit, address: string): Promise<void> {
  const { seconds: window } = BUDGET[limit]
  const count = (who: string, most: number) =>
    countUse(door.sql, `${limit}:${who}`, { most, seconds: window }, door.clock())
  const site = siteOf(address)
  const seconds = Math.max(
    await count(address, door.limits[limit]),
    site === null ? 0 : await count(`site ${site}`, door.limits[limit] * SITE_FACTOR),
  )
  if (seconds) throw new AuthError('tooManyRequests', { seconds })
}

/** Throws `tooManyRequests` once a session has been renewed too often. Undone when the transaction fails. */
export async function limitRenewals(
  tx: Query,
  limits: AuthLimits,
  session: string,
  now: Date,
): Promise<void> {
  const window = { most: limits.renewals, seconds: BUDGET.renewals.seconds }
  const seconds = await countUse(tx, `renewals:${session}`, window, now)
  if (seconds) throw new AuthError('tooManyRequests', { seconds })
}

/**
 * Runs one attempt to sign in with a password. Strangers cannot lock the owner out of a browser in which the account has
 * been opened before: it has a count of its own. For all others each client address has one, and so has the account, whose
 * tries come back one by one, so that it is never closed for long; a mailed link or code makes a browser known at once.
 */
export async function limitPasswords<T>(
  door: Door,
  email: string,
  { browser, address }: { browser: string | null; address: string },
  attempt: (isKnown: boolean) => Promise<T>,
): Promise<T> {
  const all = BUDGET.passwordsOfStrangers
  const isKnown = browser !== null && (await isKnownBrowser(door.sql, email, browser))
  const subject = `password:${email}`
  return limitAttempts(
    door,
    `${subject}:${isKnown ? browser : address}`,
    async () => {
      const window = { most: all.limit, seconds: all.seconds }
      const seconds = isKnown ? 0 : await takeUse(door.sql, subject, window, door.clock())
      if (seconds) throw new AuthError('tooManyRequests', { seconds })
      return attempt(isKnown)
    },
    { most: door.limits.failedPasswords, seconds: BUDGET.passwordsByAddress.seconds },
  )
}

/**
 * Runs one attempt at a password, code or second factor of the account `subject`. The attempt is counted before it
 * runs, so that parallel guesses cannot slip past, and the count is taken back when `attempt` resolves. Throws
 * `tooManyRequests` after too many failures within `window`.
 */
export async function limitAttempts<T>(
  door: Door,
  subject: string,
  attempt: () => Promise<T>,
  window: Omit<Limit, 'counted'> = {
    most: door.limits.failedAttempts,
    seconds: BUDGET.failedAttempts.seconds,
  },
): Promise<T> {
  const key = `attempts:${subject}`
  const seconds = await countUse(door.sql, key, window, door.clock())
  if (seconds) throw new AuthError('tooManyRequests', { seconds })
  const result = await attempt()
  await forgetUses(door.sql, key)
  return result
}

/**
 * Throws `mailTooSoon` when such a mail was sent a moment ago. `subject` is the address of mails that strangers may ask for,
 * whatever kind they are, and whether or not it has an account: neither a refusal nor two of them reveal which addresses
 * do. Undone when the transaction fails.
 */
export async function limitMailGap(tx: Query, limits: AuthLimits, subject: string, now: Date): Promise<void> {
  const window = { most: 1, seconds: limits.mailGapSeconds }
  const seconds = await countUse(tx, `mail:${subject}`, window, now)
  if (seconds) throw new AuthError('mailTooSoon', { seconds })
}

/** Whoever has used a mail up has read it, and may ask for another at once. */
export function forgetMailGap(tx: Query, address: string): Promise<void> {
  return forgetUses(tx, `mail:${address}`)
}

/**
 * Sign-ups and links that sign in, which anybody may ask for with any address, have a count of their own, and leave recoveries and
 * proofs to those who have an account.
 */
export const MAIL_QUOTAS = ['sign-ups', 'accounts'] as const
export type MailQuota = (typeof MAIL_QUOTAS)[number]

/**
 * Throws `tooManyMails` when the installation has reached its hourly limit, or the client's network its share of what is left.
 * `client` is null where the operator has it sent. Undone when the transaction fails.
 */
export async function limitMailQuota(
  tx: Query,
  limits: AuthLimits,
  whose: MailQuota,
  client: Client | null,
  now: Date,
): Promise<void> {
  const { seconds } = BUDGET.mailsPerHour
  const { mailsPerHour: most, mailShare } = limits
  const all = await addUse(tx, countOfMails(whose), seconds, now)
  const refusal = () => new AuthError('tooManyMails', { seconds: secondsUntil(all.resetsAt, now) })
  if (all.used > most) throw refusal()
  if (client === null) return
  // Counts of the same hour: what a network has left only shrinks until that ends.
  const usesOf = async (place: string) =>
    (await addUse(tx, `${countOfMails(whose)}:${all.resetsAt.getTime()}:${place}`, seconds, now)).used - 1
  const ip = client.ip ?? 'unknown'
  const network = await usesOf(networkOf(ip))
  const subscriber = await usesOf(`${subscriberOf(ip)}/`)
  if (!isWithinShares({ most, used: all.used - 1, network, subscriber }, mailShare)) throw refusal()
}

export const countOfMails = (whose: MailQuota) => `mails:${whose}`
