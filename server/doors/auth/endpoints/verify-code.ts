import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf, readEmail } from '../addresses.ts'
import { flag, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { browserOf, rememberBrowser } from '../known-browsers.ts'
import { LINKS } from '../mails.ts'
import { type OneTimeToken, type TokenType, takeByCode, takeByLink } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { openMailedSession } from '../proofs.ts'
import { limitAttempts } from '../rate-limits.ts'
import { answerSignedIn, type SignedIn } from '../sessions.ts'
import { FIRST_OF_TWO, fulfil } from '../verification.ts'
import { openAccount, PasswordNeeded } from '../whose-account.ts'

const Body = v.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  // Ours: the password of the account, and whether it is asked for where nothing else shows whose it is.
  password: text,
  ask_password: flag,
})
type Body = v.InferOutput<typeof Body>

/** `email` stands for either of the two sign-in mails. */
const TYPES: Record<string, TokenType[]> = {
  signup: LINKS.signup.tokens,
  invite: LINKS.invite.tokens,
  recovery: LINKS.recovery.tokens,
  magiclink: LINKS.magiclink.tokens,
  email_change: LINKS.email_change.tokens,
  email: ['confirmation_token', 'recovery_token'],
}

/**
 * POST /verify. Exchanges the digits of a mail, or the token of a link, for a session. Throws
 * `accountPasswordNeeded` or `accountPasswordWrong`, and uses nothing up, where `ask_password` or a password is sent and
 * nothing shows whose account it is; without them a sign-up is dropped then.
 */
export async function verifyCode(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.type) throw new AuthError('verifyNeedsType')
  if (!body.token && !body.token_hash) throw new AuthError('verifyNeedsToken')
  const signedIn = await (body.token_hash ? byLinkToken(c, door, body) : byCode(c, door, body))
  return signedIn ? answerSignedIn(c, signedIn) : c.json({ code: '200', msg: FIRST_OF_TWO })
}

async function byLinkToken(c: Context, door: Door, body: Body): Promise<SignedIn | null> {
  if (body.token || body.email || body.phone) throw new AuthError('verifyHashOnly')
  return signInWith(c, door, body, (tx, now) =>
    takeByLink(tx, door, typesIn(body.type), body.token_hash, now),
  )
}

async function byCode(c: Context, door: Door, body: Body): Promise<SignedIn | null> {
  if (!body.email === !body.phone) throw new AuthError('verifyOneAddress')
  // No number is ever sent one.
  if (body.phone) throw new AuthError('codeInvalid')
  const address = readEmail(body.email)
  const types = typesIn(body.type)
  const code = body.token.replaceAll('-', '')
  return limitAttempts(door, `code:${address}`, () =>
    signInWith(c, door, body, (tx, now) => takeByCode(tx, door, types, address, code, now)),
  )
}

/** Uses up the token that `take` finds; null when an e-mail change still waits for its other half. */
async function signInWith(
  c: Context,
  door: Door,
  { password, ask_password: asks }: Body,
  take: (tx: Tx, now: Date) => Promise<OneTimeToken>,
): Promise<SignedIn | null> {
  const attempt = (opened: string | null) =>
    door.sql.begin(async (tx) => {
      const now = door.clock()
      const claim = { asks: asks || password !== '', opened }
      const done = await fulfil(c, tx, door, await take(tx, now), now, claim)
      if (done) await rememberBrowser(tx, done.user.id, browserOf(c), now)
      return done && openMailedSession(tx, door, done, clientOf(c, door), now)
    })
  try {
    return await attempt(null)
  } catch (fault) {
    if (!(fault instanceof PasswordNeeded) || !password) throw fault
    // Between the two transactions: a password is verified in turn, which may take a while.
    return attempt(await openAccount(door, fault.user, password))
  }
}

function typesIn(type: string): TokenType[] {
  const types = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (!types) throw new AuthError('verifyEmailType')
  return types
}
