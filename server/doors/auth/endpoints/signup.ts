import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, metadata, readBody, text } from '../body.ts'
import { type Contact, confirmedAt, isAutoconfirmed, readContact } from '../contacts.ts'
import { AuthError } from '../errors.ts'
import type { Door } from '../options.ts'
import { checkNewPassword } from '../passwords.ts'
import { readChallenge } from '../pkce.ts'
import { requestedRedirect } from '../redirects.ts'
import { checkSignUp, type Registered, register } from '../registration.ts'
import { rehearseSignUp } from '../rehearsal.ts'
import { answerSignedIn, openSession, type SignedIn } from '../sessions.ts'
import { proofOf } from '../sign-up-proof.ts'
import { checkChannel } from '../sms.ts'
import { loadUserJson, type UserJson } from '../user-json.ts'
import type { Json } from '../users.ts'
import { signUpAnonymously } from './signup-anonymous.ts'

const Body = v.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  ...challengeFields,
})

/**
 * POST /signup. Answers with the new User, without a session: the address must be confirmed first, unless the door
 * asks for no proof. For an address that is already confirmed it answers with an invented User.
 */
export async function signup(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.email && !body.phone) return signUpAnonymously(c, door, body.data)
  if (!door.settings.signUp) throw new AuthError('signupDisabled')
  if (!body.password) throw new AuthError('passwordMissing')
  checkNewPassword(body.password, door, [body.email, body.phone])
  if (body.email && body.phone) throw new AuthError('signupBothAddresses')
  if (body.phone) checkChannel(door, body.channel)
  if (body.phone && body.code_challenge) throw new AuthError('signupPhonePkce')
  const challenge = readChallenge(body)
  checkSignUp(door, { provider: body.phone ? 'phone' : 'email', address: '' })
  const contact = readContact(body)
  const registration = {
    contact,
    passwordHash: await door.passwords.hash(body.password, {
      network: door.clientAddress(c),
      isKnown: false,
    }),
    signUpProof: proofOf(c, door),
    data: body.data,
    challenge,
    redirectTo: requestedRedirect(c, door),
    client: clientOf(c, door),
  }
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const registered = await register(tx, door, registration, now)
    if (registered) return answerTo(c, tx, door, contact, registered, body.data, now)
    return hidesTaken(door, contact)
      ? rehearseSignUp(tx, door, registration, now)
      : inventedUser(door, contact, body.data, now)
  })
  return 'response' in answer ? answerSignedIn(c, answer) : c.json(answer)
}

async function answerTo(
  c: Context,
  tx: Tx,
  door: Door,
  contact: Contact,
  { user, isNew }: Registered,
  data: Json,
  now: Date,
): Promise<UserJson | ReturnType<typeof asIfNew> | SignedIn> {
  if (confirmedAt(user, contact)) {
    const client = clientOf(c, door)
    await audit(tx, 'login', user, client, now, { provider: contact.provider })
    return openSession(tx, door, user, 'password', client, now)
  }
  const answer = await loadUserJson(tx, user)
  return isNew || !door.settings.hideAccounts ? answer : asIfNew(answer, contact, data, now)
}

/**
 * A pending account as its first sign-up would have seen it: what somebody else stated about themselves, and when, is
 * not for whoever signs up with their address again.
 */
function asIfNew({ id, email, identities }: UserJson, contact: Contact, data: Json, now: Date) {
  const claims = { sub: id, ...(email && { email }), email_verified: false, phone_verified: false }
  const stated = { ...data, ...claims }
  const times = { last_sign_in_at: now, created_at: now, updated_at: now }
  return {
    ...newUser(id, contact, now),
    role: 'authenticated',
    user_metadata: stated,
    identities: identities
      .filter(({ provider }) => provider === contact.provider)
      .map((identity) => ({ ...identity, ...times, identity_data: stated })),
  }
}

/** Whether a sign-up with a taken address is answered as any other. A sign-up that opens no session tells in any case. */
function hidesTaken(door: Door, contact: Contact): boolean {
  return door.settings.hideAccounts && contact.provider === 'email' && !isAutoconfirmed(door, contact)
}

/**
 * GoTrue's answer for a taken address. Applications recognise it by its empty `identities`. Throws `userExists` where
 * no proof is asked: a sign-up that opens no session tells the same.
 */
function inventedUser(door: Door, contact: Contact, data: Json, now: Date) {
  if (isAutoconfirmed(door, contact)) throw new AuthError('userExists')
  return { ...newUser(randomUUID(), contact, now), user_metadata: data }
}

/** What every answer to a sign-up without a session says. */
function newUser(id: string, { provider, address }: Contact, now: Date) {
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: provider === 'email' ? address : '',
    phone: provider === 'phone' ? address : '',
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: {} as Json,
    identities: [] as UserJson['identities'],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
