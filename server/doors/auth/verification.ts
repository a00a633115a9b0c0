/** The effect of a mailed token that has been verified. */
import type { Context } from 'hono'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, clientOf } from './addresses.ts'
import { audit } from './audit.ts'
import { AuthError } from './errors.ts'
import { keepIdentity } from './identities.ts'
import { rememberBrowser } from './known-browsers.ts'
import { notify } from './notices.ts'
import { forgetTokens, type OneTimeToken } from './one-time-tokens.ts'
import type { Door } from './options.ts'
import { type ByMail, leadsToPassword } from './proofs.ts'
import { forgetMailGap } from './rate-limits.ts'
import { confirmEmail, isBanned, jsonOf, lockUser, type UserRow, userByEmail, userRow } from './users.ts'
import { discardSignUp, isFromOwnBrowser, isProven, PasswordNeeded } from './whose-account.ts'

/** What the client shows after the first of two confirmations. */
export const FIRST_OF_TWO =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** `method` is the amr of the session to open: `recovery` where the account has lost an unproven password. */
export type Fulfilled = ByMail & { method: 'otp' | 'recovery' }

/** What the request brings to show whose account it is (whose-account.ts). */
type Claim = {
  /** Whether `PasswordNeeded` is thrown where nothing shows it, and the token stays. */
  asks: boolean
  /** The stored hash that the password has opened (`openAccount`). */
  opened: string | null
}
const NO_CLAIM: Claim = { asks: false, opened: null }

/**
 * Carries out the purpose of a token that was just used up. Resolves with null when an e-mail change still waits for
 * the other address. Throws `banned`, `emailTaken`, `PasswordNeeded`.
 */
export async function fulfil(
  c: Context,
  tx: Tx,
  door: Door,
  token: OneTimeToken,
  now: Date,
  claim = NO_CLAIM,
): Promise<Fulfilled | null> {
  const client = clientOf(c, door)
  const user = await lockUser(tx, token.user_id)
  if (!user) throw new AuthError('codeInvalid')
  if (isBanned(user, now)) throw new AuthError('banned')
  const isOpened = user.encrypted_password !== null && user.encrypted_password === claim.opened
  if (token.token_type === 'email_change_token_new' || token.token_type === 'email_change_token_current') {
    // The old address is known as the account's; of the new one nobody knows yet whose it is.
    const isKnown = token.token_type === 'email_change_token_current' || isOpened
    if (!isKnown && !(await isFromOwnBrowser(c, tx, user))) throw new PasswordNeeded(user)
    const changed = await fulfilEmailChange(tx, door, user, client, now)
    return changed && { user: changed, method: 'otp', mayChoosePassword: false }
  }
  // Mailed to an address that is not the account's any more, just before it changed.
  if (token.relates_to !== user.email) throw new AuthError('codeInvalid')
  const firstTime = !user.email_confirmed_at
  const isOwn = !firstTime || isProven(c, door, user) || isOpened
  if (!isOwn && claim.asks && user.encrypted_password) throw new PasswordNeeded(user)
  if (!isOwn) await discardSignUp(tx, door, user, now)
  else if (firstTime) await rememberBrowser(tx, user.id, user.sign_up_proof, now)
  await forgetMailGap(tx, token.relates_to)
  const confirmed = await confirmEmail(tx, user.id, now)
  if (firstTime)
    await audit(tx, user.invited_at ? 'invite_accepted' : 'user_signedup', confirmed, client, now)
  await audit(tx, 'login', confirmed, client, now)
  const mayChoosePassword = leadsToPassword(token.token_type, confirmed)
  return { user: confirmed, method: isOwn ? 'otp' : 'recovery', mayChoosePassword }
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
  return changeEmail(tx, door, user, client, now)
}

/**
 * Makes the waiting address the account's: whoever reads the mails of the address before is out, so all that was mailed
 * opens nothing any more, and of the sessions the one that asked for the change stays. Throws `emailTaken`.
 */
async function changeEmail(tx: Tx, door: Door, user: UserRow, client: Client, now: Date): Promise<UserRow> {
  const email = user.email_change
  if (await userByEmail(tx, email)) throw new AuthError('emailTaken')
  await keepIdentity(tx, user.id, { email, email_verified: true }, now)
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email = ${email}, email_confirmed_at = ${now}, email_change = '', email_change_confirm_status = 0, email_change_session = null,
        raw_user_meta_data = raw_user_meta_data
          || ${jsonOf(tx, { email, email_verified: true })},
        updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  await forgetTokens(tx, user.id)
  await tx`delete from auth.sessions where user_id = ${user.id} and id is distinct from ${user.email_change_session}`
  await audit(tx, 'user_modified', changed, client, now)
  // To the old address: an owner who is losing the account must hear of it.
  await notify(tx, door, 'email_changed', user, { email })
  await notify(tx, door, 'email_now_used', changed, { email })
  return changed
}
