import type { Context } from 'hono'
import * as v from 'valibot'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { readEmail } from '../addresses.ts'
import { metadata, readBody, text } from '../body.ts'
import { AuthError } from '../errors.ts'
import { inviteUser } from '../invitations.ts'
import { actionLink } from '../mails.ts'
import { issueOneTimeToken, type TokenType } from '../one-time-tokens.ts'
import type { Door, LinkType } from '../options.ts'
import { checkNewPassword } from '../passwords.ts'
import { requestedRedirect } from '../redirects.ts'
import { loadUserJson } from '../user-json.ts'
import { insertUser, type UserRow, userByEmail, userRow } from '../users.ts'

const Body = v.object({ type: text, email: text, password: text, new_email: text, data: metadata })
type LinkRequest = v.InferOutput<typeof Body> & { passwordHash: string | null; newEmail: string }

const KINDS: Record<string, { link: LinkType; token: TokenType }> = {
  signup: { link: 'signup', token: 'confirmation_token' },
  invite: { link: 'invite', token: 'confirmation_token' },
  magiclink: { link: 'magiclink', token: 'recovery_token' },
  recovery: { link: 'recovery', token: 'recovery_token' },
  email_change_current: { link: 'email_change', token: 'email_change_token_current' },
  email_change_new: { link: 'email_change', token: 'email_change_token_new' },
}

/** POST /admin/generate_link. Returns what a mail would have carried, for callers that send their own mails. */
export async function adminGenerateLink(c: Context, door: Door): Promise<Response> {
  const body = await readBody(c, Body)
  const kind = Object.hasOwn(KINDS, body.type) ? KINDS[body.type] : undefined
  if (!kind) throw new AuthError('linkType', { type: body.type })
  const email = readEmail(body.email)
  if (body.type === 'signup') {
    if (!body.password) throw new AuthError('passwordMissing')
    checkNewPassword(body.password, door)
  }
  if (kind.link === 'email_change' && !body.new_email) throw new AuthError('linkNeedsNewEmail')
  const request: LinkRequest = {
    ...body,
    email,
    newEmail: body.new_email ? readEmail(body.new_email) : '',
    passwordHash: body.type === 'signup' ? await door.passwords.hash(body.password) : null,
  }
  const redirectTo = requestedRedirect(c, door)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const user = await subjectOf(tx, kind.link, request, now)
    const address = kind.token === 'email_change_token_new' ? request.newEmail : email
    const wanted = { userId: user.id, type: kind.token, address, pkce: false }
    const { linkToken, code } = await issueOneTimeToken(tx, door, wanted, now)
    return {
      ...(await loadUserJson(tx, user)),
      action_link: actionLink(door, linkToken, kind.link, redirectTo),
      email_otp: code,
      hashed_token: linkToken,
      verification_type: body.type,
      redirect_to: redirectTo,
    }
  })
  return c.json(answer)
}

/** The account the link is for; created first for sign-up, invitation and magic links. */
async function subjectOf(tx: Tx, link: LinkType, request: LinkRequest, now: Date): Promise<UserRow> {
  const { email, data, passwordHash, newEmail } = request
  if (link === 'invite') return inviteUser(tx, email, data, now)
  const known = await userByEmail(tx, email)
  if (link === 'signup' && known?.email_confirmed_at) throw new AuthError('emailTaken')
  const user =
    known ??
    (link === 'signup' || link === 'magiclink'
      ? await insertUser(tx, { email, passwordHash, userMetadata: data }, now)
      : undefined)
  if (!user) throw new AuthError('adminUserUnknown')
  if (link !== 'email_change') return user
  if (await userByEmail(tx, newEmail)) throw new AuthError('emailTaken')
  // The second of the two links must not restart the change.
  const status = user.email_change === newEmail ? user.email_change_confirm_status : 0
  const changing = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email_change = ${newEmail}, email_change_confirm_status = ${status}, email_change_sent_at = ${now},
        updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  return changing
}
