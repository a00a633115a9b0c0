/**
 * Whose an account is, where a mailbox alone does not tell (docs/decisions/069-whose-a-sign-up-was.md). A sign-up counts if its
 * address is confirmed from the same browser, or with its password. A new address is the account's if whoever opens its mail knows
 * the account by the same signs: otherwise anybody could hang theirs on a mailbox whose owner presses what arrives.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import { browserOf, isKnownBrowser } from './known-browsers.ts'
import type { Door, Query } from './options.ts'
import { placeOf } from './passwords.ts'
import { limitAttempts } from './rate-limits.ts'
import { digest } from './secrets.ts'
import { firstMetadata, jsonOf, type UserRow } from './users.ts'

/** The digest of the key that this request carries. Nobody has the key of one without. Null where the door asks for none. */
export function proofOf(c: Context, door: Door): string | null {
  return door.discardSignUp ? (browserOf(c) ?? digest(randomUUID())) : null
}

/** Whether the request comes from the browser that signed `user` up, or nobody did. */
export function isProven(c: Context, door: Door, user: UserRow): boolean {
  return user.sign_up_proof === null || user.sign_up_proof === proofOf(c, door)
}

/** Whether the request comes from a browser in which the account has been opened. */
export async function isFromOwnBrowser(c: Context, sql: Query, user: UserRow): Promise<boolean> {
  const browser = browserOf(c)
  return browser !== null && user.email !== null && isKnownBrowser(sql, user.email, browser)
}

/** Thrown in the transaction that would have used the mailed token up, and so leaves it as it was. */
export class PasswordNeeded extends AuthError {
  readonly user: UserRow

  constructor(user: UserRow) {
    super('accountPasswordNeeded')
    this.user = user
  }
}

/**
 * Resolves with the stored hash that `password` opened. Guesses are counted: the mailbox alone must not find out what
 * somebody else chose. Throws `accountPasswordWrong`, `tooManyRequests`.
 */
export async function openAccount(door: Door, user: UserRow, password: string): Promise<string> {
  const { encrypted_password: hash } = user
  return limitAttempts(door, `own-password:${user.id}`, async () => {
    const isRight = await door.passwords.verify(hash, password, placeOf(user))
    if (!hash || !isRight) throw new AuthError('accountPasswordWrong')
    return hash
  })
}

/** Drops whatever somebody brought who signed up with an address that they have not proven to own, but the language of its mails. */
export async function discardSignUp(tx: Tx, door: Door, user: UserRow, now: Date): Promise<void> {
  const { language } = user.raw_user_meta_data
  const kept = language === 'pt' || language === 'en' ? { language } : {}
  const claims = firstMetadata(user.id, user.email, kept)
  await tx`delete from auth.sessions where user_id = ${user.id}`
  await tx`
    update auth.users
    set encrypted_password = null, sign_up_proof = null, dropped_sign_up_proof = sign_up_proof, raw_user_meta_data = ${jsonOf(tx, claims)},
      updated_at = ${now}
    where id = ${user.id}`
  await tx`
    update auth.identities set identity_data = ${jsonOf(tx, claims)}, updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`
  await door.discardSignUp?.(tx, user.id)
}
