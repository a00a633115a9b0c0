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
import { rehearseSignUp } from '../rehearsal.ts'
import { loadUserJson, type UserJson } from '../user-json.ts'
import type { Json } from '../users.ts'
import { proofOf } from '../whose-account.ts'

const Body = v.object({ email: text, phone: text, password: text, data: metadata, ...challengeFields })

/**
 * POST /signup. Answers with the new User, without a session: the address must be confirmed first. For an address that is
 * already confirmed it answers with an invented User.
 */
export async function signup(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.email && !body.phone) throw new AuthError('anonymousDisabled')
  if (!body.password) throw new AuthError('passwordMissing')
  checkNewPassword(body.password, door, [body.email, body.phone])
  if (body.email && body.phone) throw new AuthError('signupBothAddresses')
  if (body.phone) throw new AuthError('signupByPhone')
  const challenge = readChallenge(body)
  const place = { network: door.clientAddress(c), isKnown: false }
  const registration = {
    email: readEmail(body.email),
    passwordHash: await door.passwords.hash(body.password, place),
    signUpProof: proofOf(c, door),
    data: body.data,
    challenge,
    redirectTo: requestedRedirect(c, door),
    client: clientOf(c, door),
  }
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const registered = await register(tx, door, registration, now)
    if (!registered) return rehearseSignUp(tx, door, registration, now)
    const user = await loadUserJson(tx, registered.user)
    return registered.isNew ? user : asIfNew(user, body.data, now)
  })
  return c.json(answer)
}

/**
 * A pending account as its first sign-up would have seen it: what somebody else stated about themselves, and when, is
 * not for whoever signs up with their address again.
 */
function asIfNew({ id, email, identities }: UserJson, data: Json, now: Date) {
  const stated = { ...data, sub: id, email, email_verified: false, phone_verified: false }
  const times = { last_sign_in_at: now, created_at: now, updated_at: now }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: stated,
    identities: identities
      .filter(({ provider }) => provider === 'email')
      .map((identity) => ({ ...identity, ...times, identity_data: stated })),
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
