import type { Context } from 'hono'
import * as v from 'valibot'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf, readEmail } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { LINKS } from '../mails.ts'
import { type OneTimeToken, type TokenType, takeByCode, takeByLink } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { limitAttempts } from '../rate-limits.ts'
import { answerSignedIn, openSession, type SignedIn } from '../sessions.ts'
import { FIRST_OF_TWO, fulfil } from '../verification.ts'

const Body = v.object({ type: text, token: text, token_hash: text, email: text, phone: text })
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

/** POST /verify. Exchanges the six digits of a mail, or the token of its link, for a session. */
export async function verifyCode(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  if (!body.type) throw new AuthError('verifyNeedsType')
  if (!body.token && !body.token_hash) throw new AuthError('verifyNeedsToken')
  const signedIn = await (body.token_hash ? byLinkToken(c, door, body) : byCode(c, door, body))
  return signedIn ? answerSignedIn(c, signedIn) : c.json({ code: '200', msg: FIRST_OF_TWO })
}

async function byLinkToken(c: Context, door: Door, body: Body): Promise<SignedIn | null> {
  if (body.token || body.email || body.phone) throw new AuthError('verifyHashOnly')
  return signInWith(c, door, (tx, now) => takeByLink(tx, door, typesOf(body.type), body.token_hash, now))
}

async function byCode(c: Context, door: Door, body: Body): Promise<SignedIn | null> {
  if (!body.email === !body.phone) throw new AuthError('verifyOneAddress')
  if (body.phone) throw new AuthError('phoneUnsupported')
  const email = readEmail(body.email)
  return limitAttempts(door, `code:${email}`, () =>
    signInWith(c, door, (tx, now) => takeByCode(tx, door, typesOf(body.type), email, body.token, now)),
  )
}

/** Uses up the token that `take` finds; null when an e-mail change still waits for its other half. */
function signInWith(
  c: Context,
  door: Door,
  take: (tx: Tx, now: Date) => Promise<OneTimeToken>,
): Promise<SignedIn | null> {
  return door.sql.begin(async (tx) => {
    const now = door.clock()
    const done = await fulfil(c, tx, door, await take(tx, now), now)
    return done && openSession(tx, door, done.user, done.method, clientOf(c, door), now)
  })
}

function typesOf(type: string): TokenType[] {
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phoneUnsupported')
  const types = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (!types) throw new AuthError('verifyEmailType')
  return types
}
