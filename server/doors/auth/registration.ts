/** Registering an address, for sign-up and for sign-in by code. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Client } from './addresses.ts'
import { audit } from './audit.ts'
import { sendAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { firstMetadata, insertUser, type Json, type UserRow, userByEmail } from './users.ts'

export type Registration = {
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
 * Registers `email`, and mails what confirms it. An unconfirmed one is mailed it again, and nothing else about it changes: the
 * caller has not proven to own it. Resolves with null, and sends nothing, for a confirmed one. Throws `mailTooSoon`,
 * `tooManyMails`, `metadataTooLarge`.
 */
export async function register(
  tx: Tx,
  door: Door,
  given: Registration,
  now: Date,
): Promise<{ user: UserRow; isNew: boolean } | null> {
  const { email, passwordHash, signUpProof, data, client } = given
  const id = randomUUID()
  const account = { id, email, passwordHash, signUpProof, identityData: data }
  const created = await insertUser(tx, { ...account, userMetadata: firstMetadata(id, email, data) }, now)
  const user = created ?? (await userByEmail(tx, email))
  if (!user) throw new Error('A user was deleted while its address was being registered.')
  if (user.email_confirmed_at) {
    await audit(tx, 'user_repeated_signup', user, client, now)
    return null
  }
  await audit(tx, 'user_confirmation_requested', user, client, now)
  const sent = await sendAccountMail(tx, door, { ...user, email }, 'confirmation', given, now)
  return { user: sent, isNew: created !== undefined }
}
