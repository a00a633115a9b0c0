/**
 * Proving once more whose account it is: what is asked for before what a stolen session must not do. What outlasts a change of
 * password (a factor, recovery codes, an account of another provider) asks for more than a session that proved lately: for a proof
 * that was given for it. The answer to a proof carries a secret, which one such change takes; whoever has only an access token has
 * none of these, whatever its owner does.
 */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Client } from './addresses.ts'
import type { AuthCaller } from './caller.ts'
import { AuthError } from './errors.ts'
import { type TokenType, takeByCode } from './one-time-tokens.ts'
import type { Door, Query } from './options.ts'
import { placeOf } from './passwords.ts'
import { limitAttempts } from './rate-limits.ts'
import { digest } from './secrets.ts'
import { openSession, type SignedIn } from './sessions.ts'
import type { UserRow } from './users.ts'

/** Throws `proofNeeded` where the installation asks for a proof and this session has given none lately. */
export async function requireProof(door: Door, { user, session }: AuthCaller): Promise<void> {
  if (await door.proofIsDue?.(user.id, session.id, door.clock())) throw new AuthError('proofNeeded')
}

const HEADER = 'X-Proof'
/** As long as `private.proof_is_due` takes a session's word. */
const PROOF_SECONDS = 900

/** Who came by a mail, and the amr of their session. */
export type ByMail = { user: UserRow; method: string; mayChoosePassword: boolean }

/**
 * Whether a mail with a token of this type leads to a new password: a recovery or a sign-in, and for an account without one
 * also what confirms its address. Any other session, also the one in which a sign-up ends, would make of its stolen access token
 * the account.
 */
export function leadsToPassword(token: TokenType | undefined, user: UserRow): boolean {
  return token === 'recovery_token' || (token === 'confirmation_token' && user.encrypted_password === null)
}

/** Opens their session; with `mayChoosePassword` it may set one without the present one, once, within a quarter of an hour. */
export async function openMailedSession(
  tx: Tx,
  door: Door,
  { user, method, mayChoosePassword }: ByMail,
  client: Client,
  now: Date,
): Promise<SignedIn> {
  const signedIn = await openSession(tx, door, user, method, client, now)
  const until = new Date(now.getTime() + PROOF_SECONDS * 1000)
  if (mayChoosePassword)
    await tx`update auth.sessions set new_password_until = ${until} where id = ${signedIn.sessionId}`
  return signedIn
}

/** Puts the secret of a proof into the answer, in place of the session's former one. */
export async function giveProof(c: Context, tx: Query, sessionId: string, now: Date): Promise<void> {
  const secret = randomBytes(32).toString('hex')
  await tx`
    update auth.sessions set proof_hash = ${digest(secret)}, proved_at = ${now} where id = ${sessionId}`
  c.header(HEADER, secret)
}

/**
 * Uses up the proof that the request carries. Throws `proofNeeded` where the installation asks for proofs and it carries none that
 * was given to this session within a quarter of an hour. In the transaction of the change: one that is refused takes nothing.
 */
export async function takeProof(
  c: Context,
  tx: Query,
  door: Door,
  { session }: AuthCaller,
  now: Date,
): Promise<void> {
  if (!door.proofIsDue) return
  const since = new Date(now.getTime() - PROOF_SECONDS * 1000)
  const [taken] = await tx`
    update auth.sessions set proof_hash = null, proved_at = null
    where id = ${session.id} and proof_hash = ${digest(c.req.header(HEADER) ?? '')} and proved_at > ${since}
    returning 1`
  if (!taken) throw new AuthError('proofNeeded')
}

/**
 * Counted, so that a stolen session cannot be used to guess the password. Throws `currentPasswordWrong` and
 * `tooManyRequests`.
 */
export async function checkCurrent(door: Door, user: UserRow, current: string): Promise<void> {
  await limitAttempts(door, `current-password:${user.id}`, async () => {
    const right = await door.passwords.verify(user.encrypted_password, current, placeOf(user))
    if (!right) throw new AuthError('currentPasswordWrong')
  })
}

/** Uses up the code that GET /reauthenticate mailed. Throws `nonceInvalid` and `tooManyRequests`. */
export async function takeNonce(door: Door, user: UserRow, nonce: string): Promise<void> {
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
