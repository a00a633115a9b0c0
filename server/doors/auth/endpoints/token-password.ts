import type { Context } from 'hono'
import * as v from 'valibot'
import { type Client, clientOf } from '../addresses.ts'
import { audit, auditFailedLogin } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { type Contact, confirmedAt, userByContact } from '../contacts.ts'
import { AuthError } from '../errors.ts'
import type { Place } from '../fair-queue.ts'
import { browserOf, rememberBrowser } from '../known-browsers.ts'
import type { Door } from '../options.ts'
import { isImported, placeOf } from '../passwords.ts'
import { limitPasswords } from '../rate-limits.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { isBanned, type UserRow } from '../users.ts'

const Body = v.object({ email: text, phone: text, password: text })

/** POST /token?grant_type=password. Opens a session for an address or a number, and its password. */
export async function tokenByPassword(c: Context, door: Door): Promise<Response> {
  const { email: given, phone, password } = await readBody(c, Body)
  if (given && phone) throw new AuthError('loginBothAddresses')
  if (phone && !door.settings.phone) throw new AuthError('loginByPhone')
  if (given && !door.settings.email) throw new AuthError('loginByEmail')
  if (!given && !phone) throw new AuthError('loginNoAddress')
  const login: Contact = phone
    ? { provider: 'phone', address: phone.replace(/^\+/, '').replaceAll(' ', '') }
    : { provider: 'email', address: given.toLowerCase() }
  const browser = browserOf(c)
  const from = { browser, address: door.clientAddress(c) }
  const user = await limitPasswords(door, login, from, (isKnown) =>
    authenticate(door, login, password, { network: from.address, isKnown }, clientOf(c, door)),
  )
  const imported = isImported(user.encrypted_password) ? user.encrypted_password : null
  const renewed = imported && (await door.passwords.hash(password, placeOf(user)))
  const now = door.clock()
  const client = clientOf(c, door)
  const signedIn = await door.sql.begin(async (tx) => {
    const [signedIn] = await Promise.all([
      openSession(tx, door, user, 'password', client, now),
      rememberBrowser(tx, user.id, browser, now),
      renewed &&
        tx`update auth.users set encrypted_password = ${renewed} where id = ${user.id} and encrypted_password = ${imported}`,
      audit(tx, 'login', user, client, now, { provider: login.provider }),
    ])
    return signedIn
  })
  return answerSignedIn(c, signedIn)
}

/**
 * Only someone who knows the password learns that the account is banned or its address unconfirmed. (GoTrue tells
 * everybody that an account is banned.)
 */
async function authenticate(
  door: Door,
  login: Contact,
  password: string,
  place: Place,
  client: Client,
): Promise<UserRow> {
  const user = await userByContact(door.sql, login)
  const right = await door.passwords.verify(user?.encrypted_password ?? null, password, place)
  if (!user || !right) {
    await auditFailedLogin(door, { account: user ?? null, typed: login.address }, client, door.clock())
    throw new AuthError('badCredentials')
  }
  if (isBanned(user, door.clock())) throw new AuthError('loginBanned')
  if (!confirmedAt(user, login)) {
    throw new AuthError(login.provider === 'phone' ? 'phoneNotConfirmed' : 'emailNotConfirmed')
  }
  return user
}
