import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { insertUser, type Json, mergeOwnMetadata } from '../users.ts'

/**
 * POST /signup without an address: an account that only its session can open, until an address is added to it. Throws
 * `anonymousDisabled`, `signupDisabled`, `metadataTooLarge`.
 */
export async function signUpAnonymously(c: Context, door: Door, data: Json): Promise<Response> {
  if (!door.settings.anonymous) throw new AuthError('anonymousDisabled')
  if (!door.settings.signUp) throw new AuthError('signupDisabled')
  const userMetadata = mergeOwnMetadata({}, data)
  const client = clientOf(c, door)
  const now = door.clock()
  const signedIn = await door.sql.begin(async (tx) => {
    const account = { id: randomUUID(), email: null, passwordHash: null, userMetadata, isAnonymous: true }
    const user = await insertUser(tx, account, now)
    if (!user) throw new Error('An account without an address met another.')
    await audit(tx, 'user_signedup', user, client, now, { provider: 'anonymous' })
    return openSession(tx, door, user, 'anonymous', client, now)
  })
  return answerSignedIn(c, signedIn)
}
