import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { limitAttempts } from '../rate-limits.ts'
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
  const user = await limitAttempts(door, `password:${email}`, () => authenticate(door, email, password))
  const now = door.clock()
  const client = clientOf(c, door)
  const signedIn = await door.sql.begin(async (tx) => {
    await audit(tx, 'login', user, client, now, { provider: 'email' })
    return openSession(tx, door, user, 'password', client, now)
  })
  return answerSignedIn(c, signedIn)
}

/**
 * Only someone who knows the password learns that the account is banned or its address unconfirmed. (GoTrue tells
 * everybody that an account is banned.)
 */
async function authenticate(door: Door, email: string, password: string): Promise<UserRow> {
  const user = await userByEmail(door.sql, email)
  const right = await door.passwords.verify(user?.encrypted_password ?? null, password)
  if (!user || !right) throw new AuthError('badCredentials')
  if (isBanned(user, door.clock())) throw new AuthError('loginBanned')
  if (!user.email_confirmed_at) throw new AuthError('emailNotConfirmed')
  return user
}
