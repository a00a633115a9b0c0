/** Registering an address or a number, for sign-up and for sign-in by code. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Client } from './addresses.ts'
import { audit } from './audit.ts'
import { type Contact, confirmedAt, isAutoconfirmed, userByContact } from './contacts.ts'
import { AuthError } from './errors.ts'
import { sendAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { sendCode } from './sms.ts'
import { confirmEmail, confirmPhone, firstMetadata, insertUser, type Json, type UserRow } from './users.ts'

export type Registration = {
  contact: Contact
  passwordHash: string | null
  /** From `proofOf`. */
  signUpProof: string | null
  data: Json
  challenge: Challenge | null
  redirectTo: string
  client: Client
}

/** `user` is confirmed where the door asks for no proof of the address. */
export type Registered = { user: UserRow; isNew: boolean }

/** Throws when accounts of this kind cannot be made here: `signupDisabled`, `signupByEmail`, `signupByPhone`. */
export function checkSignUp(door: Door, { provider }: Contact): void {
  const { settings } = door
  if (!settings.signUp) throw new AuthError('signupDisabled')
  if (provider === 'email' && !settings.email) throw new AuthError('signupByEmail')
  if (provider === 'phone' && !settings.phone) throw new AuthError('signupByPhone')
}

/**
 * Registers `contact`, and sends what confirms it unless the door needs no proof. An unconfirmed one is sent it again,
 * and nothing else about it changes: the caller has not proven to own it. Resolves with null, and sends nothing, for a
 * confirmed one, and for any that exists where no proof is asked. Throws `mailTooSoon`, `tooManyMails`, `smsTooSoon`,
 * `smsFailed`, `metadataTooLarge`.
 */
export async function register(
  tx: Tx,
  door: Door,
  given: Registration,
  now: Date,
): Promise<Registered | null> {
  const { contact, client } = given
  const created = await create(tx, given, now)
  const user = created ?? (await userByContact(tx, contact))
  if (!user) throw new Error('A user was deleted while its address was being registered.')
  const needsProof = !isAutoconfirmed(door, contact)
  if (confirmedAt(user, contact) || !(created || needsProof)) {
    await audit(tx, 'user_repeated_signup', user, client, now)
    return null
  }
  if (!needsProof) {
    const confirmed = await (contact.provider === 'phone' ? confirmPhone : confirmEmail)(tx, user.id, now)
    await audit(tx, 'user_signedup', confirmed, client, now, { provider: contact.provider })
    return { user: confirmed, isNew: true }
  }
  await audit(tx, 'user_confirmation_requested', user, client, now)
  const sent =
    contact.provider === 'phone'
      ? await sendCode(tx, door, user, 'confirmation', contact.address, now)
      : await sendAccountMail(tx, door, { ...user, email: contact.address }, 'confirmation', given, now)
  return { user: sent, isNew: created !== undefined }
}

/** The new account; undefined when the address or number is taken. */
function create(tx: Tx, given: Registration, now: Date): Promise<UserRow | undefined> {
  const { contact, passwordHash, signUpProof, data } = given
  const id = randomUUID()
  const email = contact.provider === 'email' ? contact.address : null
  const phone = contact.provider === 'phone' ? contact.address : null
  const userMetadata = firstMetadata(id, email, data)
  return insertUser(
    tx,
    { id, email, phone, passwordHash, signUpProof, userMetadata, identityData: data },
    now,
  )
}
