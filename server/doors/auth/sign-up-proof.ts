/**
 * Whose a sign-up was: the confirmation of its address comes from the same browser, or brings its password, or the sign-up
 * does not count (docs/decisions/069-whose-a-sign-up-was.md).
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import { browserOf } from './known-browsers.ts'
import type { Door } from './options.ts'
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

/** Thrown in the transaction that would have dropped the sign-up, and so leaves the mailed token unused. */
export class UnprovenSignUp extends AuthError {
  readonly user: UserRow

  constructor(user: UserRow) {
    super('signUpPasswordNeeded')
    this.user = user
  }
}

/**
 * Resolves with the stored hash that `password` opened. Guesses are counted: the mailbox alone must not find out what
 * somebody else chose. Throws `signUpPasswordWrong`, `tooManyRequests`.
 */
export async function openSignUp(door: Door, user: UserRow, password: string): Promise<string> {
  const { encrypted_password: hash } = user
  return limitAttempts(door, `sign-up:${user.id}`, async () => {
    const isRight = await door.passwords.verify(hash, password, placeOf(user))
    if (!hash || !isRight) throw new AuthError('signUpPasswordWrong')
    return hash
  })
}

/** Drops whatever somebody brought who signed up with an address that they have not proven to own. */
export async function discardSignUp(tx: Tx, door: Door, user: UserRow, now: Date): Promise<void> {
  const claims = firstMetadata(user.id, user.email, {})
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
