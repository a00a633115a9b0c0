import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/db/sql.ts'
import { type Client, clientOf, readEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, readBody, text } from '../body.ts'
import type { Caller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { sendEmailChange } from '../mails.ts'
import { forgetTokens, takeByCode } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { checkNewPassword } from '../passwords.ts'
import { readChallenge } from '../pkce.ts'
import { limitAttempts } from '../rate-limits.ts'
import { requestedRedirect } from '../redirects.ts'
import { loadUserJson } from '../user-json.ts'
import { type Json, jsonOf, lockUser, mergeMetadata, type UserRow, userByEmail } from '../users.ts'

const Body = v.object({
  email: text,
  phone: text,
  password: text,
  nonce: text,
  data: v.nullish(v.record(v.string(), v.unknown())),
  ...challengeFields,
})

/**
 * PUT /user. Changes the signed-in user's metadata, password or e-mail. A new password ends all other sessions;
 * a new e-mail takes effect once it is confirmed.
 */
export async function updateUser(c: Context, door: Door, caller: Caller): Promise<Response> {
  const body = await readBody(c, Body)
  const challenge = readChallenge(body)
  if (body.phone && body.phone !== caller.user.phone) throw new AuthError('phoneUnsupported')
  const email = body.email ? readEmail(body.email) : ''
  const newEmail = email === caller.user.email ? '' : email
  if (body.password || newEmail) await requireStrongSession(door, caller)
  if (newEmail && (await userByEmail(door.sql, newEmail))) throw new AuthError('emailTaken')
  const passwordHash = body.password ? await newPassword(door, caller, body.password, body.nonce) : null
  const redirectTo = requestedRedirect(c, door)
  const client = clientOf(c, door)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    let user = await lockUser(tx, caller.user.id)
    if (!user) throw new AuthError('callerGone')
    if (body.data) user = await setMetadata(tx, user, body.data, now)
    if (passwordHash) user = await setPassword(tx, user, caller.session.id, passwordHash, client, now)
    if (newEmail) user = await sendEmailChange(tx, door, user, newEmail, { redirectTo, challenge }, now)
    await audit(tx, 'user_modified', user, client, now)
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}

/** Whoever has a second factor must have used it in this session. Throws `needsAal2ToUpdate`. */
async function requireStrongSession(door: Door, { user, session }: Caller): Promise<void> {
  if (session.aal !== 'aal1') return
  const [factor] = await door.sql`
    select from auth.mfa_factors where user_id = ${user.id} and status = 'verified' limit 1`
  if (factor) throw new AuthError('needsAal2ToUpdate')
}

/** Checks a new password and resolves with its hash. A session that is not fresh must bring a mailed nonce. */
async function newPassword(door: Door, caller: Caller, password: string, nonce: string): Promise<string> {
  checkNewPassword(password, door)
  const { user, session } = caller
  const freshUntil = session.created_at.getTime() + door.limits.reauthenticateAfterSeconds * 1000
  if (door.clock().getTime() > freshUntil) {
    if (!nonce) throw new AuthError('reauthenticationNeeded')
    await takeNonce(door, user, nonce)
  }
  if (await door.passwords.verify(user.encrypted_password, password)) throw new AuthError('passwordSame')
  return door.passwords.hash(password)
}

async function takeNonce(door: Door, user: UserRow, nonce: string): Promise<void> {
  const address = user.email ?? ''
  try {
    await limitAttempts(door, `nonce:${user.id}`, () =>
      door.sql.begin((tx) => takeByCode(tx, door, ['reauthentication_token'], address, nonce, door.clock())),
    )
  } catch (fault) {
    if (fault instanceof AuthError && fault.refusal === 'codeInvalid') throw new AuthError('nonceInvalid')
    throw fault
  }
}

async function setMetadata(tx: Tx, user: UserRow, changes: Json, now: Date): Promise<UserRow> {
  const metadata = mergeMetadata(user.raw_user_meta_data, changes)
  const [changed] = await tx<[UserRow]>`
    update auth.users set raw_user_meta_data = ${jsonOf(tx, metadata)}, updated_at = ${now}
    where id = ${user.id}
    returning *`
  return changed
}

/** Sets the password, ends all other sessions and forgets mailed links: whoever knew the old one is out. */
async function setPassword(
  tx: Tx,
  user: UserRow,
  sessionId: string,
  passwordHash: string,
  client: Client,
  now: Date,
): Promise<UserRow> {
  const [changed] = await tx<[UserRow]>`
    update auth.users set encrypted_password = ${passwordHash}, updated_at = ${now}
    where id = ${user.id}
    returning *`
  await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`
  await forgetTokens(tx, user.id)
  await audit(tx, 'user_updated_password', changed, client, now)
  return changed
}
