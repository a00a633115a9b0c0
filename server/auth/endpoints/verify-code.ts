import type { Context } from 'hono'
import * as v from 'valibot'
import { clientOf, readEmail } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { LINKS } from '../mails.ts'
import { type TokenType, takeByCode, takeByLink } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { limitAttempts } from '../rate-limits.ts'
import { answerSignedIn, openSession } from '../sessions.ts'
import { FIRST_OF_TWO, fulfil } from '../verification.ts'

const Body = v.object({ type: text, token: text, token_hash: text, email: text, phone: text })

/** `email` stands for whichever of the two sign-in mails was sent. */
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
  const client = clientOf(c, door)

  const open = (take: 'code' | 'link', address: string, token: string) =>
    door.sql.begin(async (tx) => {
      const now = door.clock()
      const types = typesOf(body.type)
      const used =
        take === 'code'
          ? await takeByCode(tx, door, types, address, token, now)
          : await takeByLink(tx, door, types, token, now)
      const user = await fulfil(tx, used, client, now)
      return user && openSession(tx, door, user, 'otp', client, now)
    })

  const signedIn = body.token_hash ? await byHash() : await byCode()
  if (!signedIn) return c.json({ code: '200', msg: FIRST_OF_TWO })
  return answerSignedIn(c, signedIn)

  async function byHash() {
    if (body.token || body.email || body.phone) throw new AuthError('verifyHashOnly')
    return open('link', '', body.token_hash)
  }

  async function byCode() {
    if (!body.email === !body.phone) throw new AuthError('verifyOneAddress')
    if (body.phone) throw new AuthError('phoneUnsupported')
    const email = readEmail(body.email)
    return limitAttempts(door, `code:${email}`, () => open('code', email, body.token))
  }
}

function typesOf(type: string): TokenType[] {
  if (type === 'sms' || type === 'phone_change') throw new AuthError('phoneUnsupported')
  const types = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (!types) throw new AuthError('verifyEmailType')
  return types
}
