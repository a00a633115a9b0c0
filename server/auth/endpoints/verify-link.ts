import type { Context } from 'hono'
import type { Tx } from '#server/db/sql.ts'
import { type Client, clientOf } from '../addresses.ts'
import { AuthError, asAuthError } from '../errors.ts'
import { LINKS, type LinkType } from '../mails.ts'
import { isPkceToken, takeByLink } from '../one-time-tokens.ts'
import type { Door } from '../options.ts'
import { issueAuthCode } from '../pkce.ts'
import { requestedRedirect, withFragment, withQuery } from '../redirects.ts'
import { openSession } from '../sessions.ts'
import { FIRST_OF_TWO, fulfil } from '../verification.ts'

/** RFC 6749 section 4.1.2.1 names, by the HTTP status the refusal would have had. */
const OAUTH_NAMES: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/**
 * GET /verify: the link in a mail. Always redirects (303): with a session in the fragment, with a code in the
 * query under PKCE, or with an error. Throws only when the link lacks its type or token.
 */
export async function verifyLink(c: Context, door: Door): Promise<Response> {
  const type = c.req.query('type') ?? ''
  const token = c.req.query('token') ?? ''
  if (!type) throw new AuthError('verifyNeedsType')
  if (!token) throw new AuthError('verifyNeedsToken')
  const redirect = requestedRedirect(c, door)
  try {
    const client = clientOf(c, door)
    return c.redirect(await door.sql.begin((tx) => follow(tx, door, type, token, redirect, client)), 303)
  } catch (fault) {
    const error = asAuthError(fault, door.log)
    const details = {
      error: OAUTH_NAMES[error.status] ?? 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    }
    const target = isPkceToken(token) ? withQuery(redirect, new URLSearchParams(details)) : redirect
    return c.redirect(withFragment(target, new URLSearchParams({ ...details, sb: '' })), 303)
  }
}

/** Uses up the token and resolves with the address to go to. */
async function follow(
  tx: Tx,
  door: Door,
  type: string,
  token: string,
  redirect: string,
  client: Client,
): Promise<string> {
  if (!isLinkType(type)) throw new AuthError('verifyEmailType')
  const now = door.clock()
  const user = await fulfil(tx, door, await takeByLink(tx, door, LINKS[type].tokens, token, now), client, now)
  if (!user) return withFragment(redirect, new URLSearchParams({ message: FIRST_OF_TWO, sb: '' }))
  if (isPkceToken(token)) {
    const code = await issueAuthCode(tx, user.id, LINKS[type].method, now)
    return withQuery(redirect, new URLSearchParams({ code }))
  }
  const { response } = await openSession(tx, door, user, 'otp', client, now)
  const session = new URLSearchParams({
    access_token: response.access_token,
    expires_at: String(response.expires_at),
    expires_in: String(response.expires_in),
    refresh_token: response.refresh_token,
    sb: '',
    token_type: response.token_type,
    type,
  })
  return withFragment(redirect, session)
}

function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(LINKS, type)
}
