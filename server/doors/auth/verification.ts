/** The effect of a mailed token that has been verified. */
import type { Context } from 'hono'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf } from './addresses.ts'
import { audit } from './audit.ts'
import { AuthError } from './errors.ts'
import { notify } from './notices.ts'
import type { OneTimeToken } from './one-time-tokens.ts'
import type { Door } from './options.ts'
import { discardSignUp, isProven } from './sign-up-proof.ts'
import { confirmEmail, isBanned, jsonOf, lockUser, type UserRow, userByEmail, userRow } from './users.ts'

/** What the client shows after the first of two confirmations. */
export const FIRST_OF_TWO =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** `method` is the amr of the session to open: `recovery` where the account has lost an unproven password. */
export type Fulfilled = { user: UserRow; method: 'otp' | 'recovery' }

/**
 * Carries out the purpose of a token that was just used up. Resolves with null when an e-mail change still waits for
 * the other address. Throws `banned`, `emailTaken`.
 */
export async function fulfil(
  c: Context,
  tx: Tx,
  door: Door,
  token: OneTimeToken,
  now: Date,
): Promise<Fulfilled | null> {
  const client = clientOf(c, door)
  const user = await lockUser(tx, token.user_id)
  if (!user) throw new AuthError('codeInvalid')
  if (isBanned(user, now)) throw new AuthError('banned')
  if (token.token_type === 'email_change_token_new' || token.token_type === 'email_change_token_current') {
    const changed = await fulfilEmailChange(tx, door, user, client, now)
    return changed && { user: changed, method: 'otp' }
  }
  const firstTime = !user.email_confirmed_at
  const isOwn = !firstTime || isProven(c, door, user)
  if (!isOwn) await discardSignUp(tx, door, user, now)
  const confirmed = await confirmEmail(tx, user.id, now)
  if (firstTime)
    await audit(tx, user.invited_at ? 'invite_accepted' : 'user_signedup', confirmed, client, now)
  await audit(tx, 'login', confirmed, client, now)
  return { user: confirmed, method: isOwn ? 'otp' : 'recovery' }
}

/** The row lock serialises the two confirmations. */
async function fulfilEmailChange(
  tx: Tx,
  door: Door,
  user: UserRow,
  client: Client,
  now: Date,
): Promise<UserRow | null> {
  if (user.email && user.email_change_confirm_status === 0) {
    await tx`
      update auth.users set email_change_confirm_status = 1, updated_at = ${now} where id = ${user.id}`
    return null
  }
  if (await userByEmail(tx, user.email_change)) throw new AuthError('emailTaken')
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email = email_change, email_confirmed_at = ${now}, email_change = '', email_change_confirm_status = 0,
        raw_user_meta_data = raw_user_meta_data
          || jsonb_build_object('email', email_change, 'email_verified', true),
        updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  await tx`
    update auth.identities
    set identity_data = identity_data || ${jsonOf(tx, { email: changed.email, email_verified: true })},
      updated_at = ${now}
    where user_id = ${user.id} and provider = 'email'`
  await audit(tx, 'user_modified', changed, client, now)
  // To the old address: an owner who is losing the account must hear of it.
  await notify(tx, door, 'email_changed', user, { email: user.email_change })
  return changed
}
