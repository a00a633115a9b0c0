import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, metadata, readBody, text } from '../body.ts'
import { type Contact, confirmedAt, isAutoconfirmed, readContact, userByContact } from '../contacts.ts'
import { AuthError } from '../errors.ts'
import { sendAccountMail } from '../mails.ts'
import type { Door } from '../options.ts'
import { type Challenge, readChallenge } from '../pkce.ts'
import { requestedRedirect } from '../redirects.ts'
import { checkSignUp, register } from '../registration.ts'
import { rehearseMail } from '../rehearsal.ts'
import { proofOf } from '../sign-up-proof.ts'
import { checkChannel, sendCode, TEST_MESSAGE } from '../sms.ts'
import { firstMetadata, type UserRow } from '../users.ts'

const Body = v.object({
  email: text,
  phone: text,
  data: metadata,
  create_user: v.nullish(v.boolean(), true),
  channel: text,
  ...challengeFields,
})
type Body = v.InferOutput<typeof Body>

type Request = { contact: Contact; body: Body; challenge: Challenge | null }

/**
 * POST /otp and POST /magiclink. Sends a link or a code that signs in. An unknown or unconfirmed address is
 * registered instead, unless `create_user` is false; its confirmation signs in as well.
 */
export async function otp(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (body.email && body.phone) throw new AuthError('otpBothAddresses')
  if (!body.email && !body.phone) throw new AuthError('otpNeedsAddress')
  if (body.email && body.channel) throw new AuthError('otpChannel')
  if (body.phone && !door.settings.phone) throw new AuthError('phoneUnsupported')
  if (body.phone) checkChannel(door, body.channel)
  if (body.email && !door.settings.email) throw new AuthError('loginByEmail')
  const challenge = readChallenge(body)
  const contact = readContact(body)
  // Also for a registered address: the answer must not reveal which ones are.
  firstMetadata(randomUUID(), contact.address, body.data)
  const message = await door.sql.begin((tx) => answerIn(c, tx, door, { contact, body, challenge }))
  return c.json(message ? { message_id: message } : {})
}

/** Resolves with the id of the text message, where one stands for it. */
async function answerIn(c: Context, tx: Tx, door: Door, request: Request): Promise<string | null> {
  const { contact, body, challenge } = request
  const now = door.clock()
  const user = await userByContact(tx, contact)
  if (!user && !(body.create_user && (door.settings.signUp || !door.settings.hideAccounts))) {
    if (!door.settings.hideAccounts) throw new AuthError('otpDisabled')
    if (contact.provider === 'phone') throw new AuthError('smsFailed', { kind: 'confirmation' })
    await rehearseMail(tx, door, contact.address, 'magiclink', { challenge, client: clientOf(c, door) }, now)
    return null
  }
  if (user && (confirmedAt(user, contact) || isAutoconfirmed(door, contact))) {
    return sendSignIn(c, tx, door, request, user, now)
  }
  if (!user) checkSignUp(door, contact)
  const registration = {
    contact,
    passwordHash: null,
    signUpProof: proofOf(c, door),
    data: body.data,
    challenge,
    redirectTo: requestedRedirect(c, door),
    client: clientOf(c, door),
  }
  const registered = await register(tx, door, registration, now)
  if (!registered || !isAutoconfirmed(door, contact)) return null
  return sendSignIn(c, tx, door, request, registered.user, now)
}

async function sendSignIn(
  c: Context,
  tx: Tx,
  door: Door,
  { contact, challenge }: Request,
  user: UserRow,
  now: Date,
): Promise<string | null> {
  const client = clientOf(c, door)
  await audit(tx, 'user_recovery_requested', user, client, now)
  if (contact.provider === 'phone') {
    await sendCode(tx, door, user, 'confirmation', contact.address, now)
    return TEST_MESSAGE
  }
  const redirectTo = requestedRedirect(c, door)
  await sendAccountMail(
    tx,
    door,
    { ...user, email: contact.address },
    'magiclink',
    { redirectTo, challenge, client },
    now,
  )
  return null
}
