import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { challengeFields, metadata, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { checkNewPassword } from '../passwords.ts'
import { readChallenge } from '../pkce.ts'
import { requestedRedirect } from '../redirects.ts'
import { register } from '../registration.ts'
import { proofOf } from '../sign-up-proof.ts'
import { loadUserJson } from '../user-json.ts'
import type { Json } from '../users.ts'

const Body = v.object({ email: text, phone: text, password: text, data: metadata, ...challengeFields })

/**
 * POST /signup. Answers with the new User, without a session: the address must be confirmed first. For an address
 * that is already confirmed it answers with an invented User of the same shape.
 */
export async function signup(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.email && !body.phone) throw new AuthError('anonymousDisabled')
  if (body.email && body.phone) throw new AuthError('signupBothAddresses')
  if (!body.password) throw new AuthError('passwordMissing')
  checkNewPassword(body.password, door)
  const challenge = readChallenge(body)
  if (body.phone) throw new AuthError('signupByPhone')
  const email = readEmail(body.email)
  const passwordHash = await door.passwords.hash(body.password)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const registration = {
      email,
      passwordHash,
      signUpProof: proofOf(c, door),
      data: body.data,
      challenge,
      redirectTo: requestedRedirect(c, door),
      client: clientOf(c, door),
    }
    const user = await register(tx, door, registration, now)
    return user ? loadUserJson(tx, user) : inventedUser(email, body.data, now)
  })
  return c.json(answer)
}

/** GoTrue's answer for a taken address. Applications recognise it by its empty `identities`. */
function inventedUser(email: string, data: Json, now: Date) {
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
