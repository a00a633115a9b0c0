/** Registering an address, for sign-up and for sign-in by mailed code. */
import type { Tx } from '#server/platform/db/sql.ts'
import type { Client } from './addresses.ts'
import { audit } from './audit.ts'
import { sendAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { insertUser, type Json, type UserRow, userByEmail } from './users.ts'

type Registration = {
  email: string
  passwordHash: string | null
  /** From `proofOf`. */
  signUpProof: string | null
  data: Json
  challenge: Challenge | null
  redirectTo: string
  client: Client
}

/**
 * Registers `email` and mails its confirmation. An unconfirmed address gets the mail again, and nothing else about it
 * changes: the caller has not proven to own it. Resolves with null, and mails nothing, for a confirmed one. Throws
 * `mailTooSoon`, `tooManyMails`.
 */
export async function register(tx: Tx, door: Door, given: Registration, now: Date): Promise<UserRow | null> {
  const { email, passwordHash, signUpProof, data } = given
  const created = await insertUser(tx, { email, passwordHash, signUpProof, userMetadata: data }, now)
  const user = created ?? (await userByEmail(tx, email))
  if (!user) throw new Error('A user was deleted while its address was being registered.')
  if (user.email_confirmed_at) {
    await audit(tx, 'user_repeated_signup', user, given.client, now)
    return null
  }
  await audit(tx, 'user_confirmation_requested', user, given.client, now)
  return sendAccountMail(tx, door, { ...user, email }, 'confirmation', given, now)
}
