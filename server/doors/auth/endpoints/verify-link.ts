import type { Context } from 'hono'
import type { Tx } from '#server/platform/db/sql.ts'
import { clientOf } from '../addresses.ts'
import { AuthError, asAuthError, detailsOf } from '../errors.ts'
import { LINKS } from '../mails.ts'
import { isPkceToken, takeByLink } from '../one-time-tokens.ts'
import type { Door, LinkType } from '../options.ts'
import { issueAuthCode } from '../pkce.ts'
import { openMailedSession } from '../proofs.ts'
import { requestedRedirect, withFragment, withQuery } from '../redirects.ts'
import { withSession } from '../sessions.ts'
import { FIRST_OF_TWO, fulfil } from '../verification.ts'

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
    return c.redirect(await door.sql.begin((tx) => follow(c, tx, door, type, token, redirect)), 303)
  } catch (fault) {
    const details = detailsOf(asAuthError(fault, door.log))
    const target = isPkceToken(token) ? withQuery(redirect, new URLSearchParams(details)) : redirect
    return c.redirect(withFragment(target, new URLSearchParams({ ...details, sb: '' })), 303)
  }
}

/** Uses up the token and resolves with the address to redirect to. */
async function follow(
  c: Context,
  tx: Tx,
  door: Door,
  type: string,
  token: string,
  redirect: string,
): Promise<string> {
  if (!isLinkType(type)) throw new AuthError('verifyEmailType')
  const now = door.clock()
  const done = await fulfil(c, tx, door, await takeByLink(tx, door, LINKS[type].tokens, token, now), now)
  if (!done) return withFragment(redirect, new URLSearchParams({ message: FIRST_OF_TWO, sb: '' }))
  if (isPkceToken(token)) {
    const code = await issueAuthCode(tx, done.user.id, LINKS[type].method, now)
    return withQuery(redirect, new URLSearchParams({ code }))
  }
  const session = await openMailedSession(tx, door, done, clientOf(c, door), now)
  return withSession(redirect, session, { type: done.method === 'recovery' ? 'recovery' : type })
}

function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(LINKS, type)
}
