import type { Context } from 'hono'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf, readEmail } from '../addresses.ts'
import { audit } from '../audit.ts'
import { challengeFields, json, readBody, text } from '../body.ts'
import type { AuthCaller } from '../caller.ts'
import { AuthError } from '../errors.ts'
import { hasVerifiedFactor } from '../factors.ts'
import { sendEmailChange } from '../mails.ts'
import { notify } from '../notices.ts'
import { forgetTokens } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { checkNewPassword, placeOf } from '../passwords.ts'
import { readChallenge } from '../pkce.ts'
import { checkCurrent, requireProof, takeNonce } from '../proofs.ts'
import { requestedRedirect } from '../redirects.ts'
import { loadUserJson } from '../user-json.ts'
import { type Json, jsonOf, lockUser, mergeOwnMetadata, type UserRow, userRow } from '../users.ts'

const Body = v.object({
  email: text,
  phone: text,
  password: text,
  current_password: text,
  nonce: text,
  data: v.nullish(json),
  app_metadata: v.nullish(v.unknown()),
  ...challengeFields,
})

/**
 * PUT /user. Changes the signed-in user's metadata, password or e-mail. A new password ends all other sessions;
 * a new e-mail takes effect once it is confirmed.
 */
export async function updateUser(c: Context, door: Door, caller: AuthCaller): Promise<Response> {
  const body = await readBody(c, Body)
  if (body.app_metadata != null) throw new AuthError('appMetadataNotAdmin')
  const challenge = readChallenge(body)
  if (body.phone) throw new AuthError('phoneUnsupported')
  const email = body.email ? readEmail(body.email) : ''
  const newEmail = email === caller.user.email ? '' : email
  if (body.password || newEmail) await requireStrongSession(door, caller)
  if (newEmail) await requireProof(door, caller)
  const passwordHash = body.password ? await newPassword(door, caller, body) : null
  const redirectTo = requestedRedirect(c, door)
  const client = clientOf(c, door)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    let user = await lockUser(tx, caller.user.id)
    if (!user) throw new AuthError('callerGone')
    if (body.data) user = await setMetadata(tx, user, body.data, now)
    if (passwordHash) user = await setPassword(tx, door, user, caller.session.id, passwordHash, client, now)
    if (newEmail) {
      user = await sendEmailChange(tx, door, user, newEmail, { redirectTo, challenge, client }, now)
      await tx`update auth.users set email_change_session = ${caller.session.id} where id = ${user.id}`
    }
    await audit(tx, 'user_modified', user, client, now)
    return loadUserJson(tx, user)
  })
  return c.json(answer)
}

/** A user with a second factor must have used it in this session. Throws `needsAal2ToUpdate`. */
async function requireStrongSession(door: Door, { user, session }: AuthCaller): Promise<void> {
  if (session.aal !== 'aal1') return
  if (await hasVerifiedFactor(door.sql, user.id)) throw new AuthError('needsAal2ToUpdate')
}

/**
 * Checks a new password and resolves with its hash. The caller must prove to be the owner rather than someone at an
 * unattended screen: with the current password where that is required, and with a mailed nonce when the session is
 * not fresh.
 */
async function newPassword(
  door: Door,
  caller: AuthCaller,
  {
    password,
    nonce,
    current_password: current,
  }: { password: string; nonce: string; current_password: string },
): Promise<string> {
  const { user, session } = caller
  checkNewPassword(password, door, [user.email])
  const freshUntil = session.created_at.getTime() + door.limits.reauthenticateAfterSeconds * 1000
  const fresh = door.clock().getTime() <= freshUntil
  if (nonce) await takeNonce(door, user, nonce)
  else if (current) await checkCurrent(door, user, current)
  else if (!fresh) throw new AuthError('reauthenticationNeeded')
  else if (door.requireCurrentPassword && !(await mayChoosePassword(door, session.id))) {
    throw new AuthError(user.encrypted_password ? 'currentPasswordNeeded' : 'reauthenticationNeeded')
  }
  if (await door.passwords.verify(user.encrypted_password, password, placeOf(user)))
    throw new AuthError('passwordSame')
  return door.passwords.hash(password, placeOf(user))
}

/** Whether a mail for a new password has opened the session just now, and none was set since (`openMailedSession`). */
async function mayChoosePassword(door: Door, sessionId: string): Promise<boolean> {
  const [session] = await door.sql`
    select from auth.sessions where id = ${sessionId} and new_password_until > ${door.clock()}`
  return session !== undefined
}

async function setMetadata(tx: Tx, user: UserRow, changes: Json, now: Date): Promise<UserRow> {
  const metadata = mergeOwnMetadata(user.raw_user_meta_data, changes)
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users set raw_user_meta_data = ${jsonOf(tx, metadata)}, updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  return changed
}

/**
 * Sets the password, ends all other sessions and invalidates mailed links: anyone who knew the old password is out.
 */
async function setPassword(
  tx: Tx,
  door: Door,
  user: UserRow,
  sessionId: string,
  passwordHash: string,
  client: Client,
  now: Date,
): Promise<UserRow> {
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users set encrypted_password = ${passwordHash}, updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  await tx`delete from auth.sessions where user_id = ${user.id} and id <> ${sessionId}`
  await tx`update auth.sessions set new_password_until = null where id = ${sessionId}`
  await forgetTokens(tx, user.id)
  await audit(tx, 'user_updated_password', changed, client, now)
  await notify(tx, door, 'password_changed', user)
  return changed
}
