import type { Context } from 'hono'
import * as v from 'valibot'
import { type Client, clientOf } from '../addresses.ts'
import { audit, auditFailedLogin } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Place } from '../fair-queue.ts'
import { browserOf, rememberBrowser } from '../known-browsers.ts'
import type { Door } from '../options.ts'
import { isImported, placeOf } from '../passwords.ts'
import { limitPasswords } from '../rate-limits.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { isBanned, type UserRow, userByEmail } from '../users.ts'

const Body = v.object({ email: text, phone: text, password: text })

/** POST /token?grant_type=password. Opens a session for an address and its password. */
export async function tokenByPassword(c: Context, door: Door): Promise<Response> {
  const { email: given, phone, password } = await readBody(c, Body)
  if (given && phone) throw new AuthError('loginBothAddresses')
  if (phone) throw new AuthError('loginByPhone')
  if (!given) throw new AuthError('loginNoAddress')
  const email = given.toLowerCase()
  const browser = browserOf(c)
  const from = { browser, address: door.clientAddress(c) }
  const user = await limitPasswords(door, email, from, (isKnown) =>
    authenticate(door, email, password, { network: from.address, isKnown }, clientOf(c, door)),
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
      audit(tx, 'login', user, client, now, { provider: 'email' }),
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
  email: string,
  password: string,
  place: Place,
  client: Client,
): Promise<UserRow> {
  const user = await userByEmail(door.sql, email)
  const right = await door.passwords.verify(user?.encrypted_password ?? null, password, place)
  if (!user || !right) {
    await auditFailedLogin(door, { account: user ?? null, typed: email }, client, door.clock())
    throw new AuthError('badCredentials')
  }
  if (isBanned(user, door.clock())) throw new AuthError('loginBanned')
  if (!user.email_confirmed_at) throw new AuthError('emailNotConfirmed')
  return user
}
