import { randomUUID } from 'node:crypto'
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
import { checkNewPassword, SERVICE } from '../passwords.ts'
import { permittedRedirect, requestedRedirect } from '../redirects.ts'
import { loadUserJson } from '../user-json.ts'
import { checkAllMetadata, insertUser, type UserRow, userByEmail, userRow } from '../users.ts'

const Body = v.object({
  type: text,
  email: text,
  password: text,
  new_email: text,
  data: metadata,
  redirect_to: text,
})
type LinkRequest = v.InferOutput<typeof Body> & { passwordHash: string | null; newEmail: string }

type Kind = { link: LinkType; token: TokenType }

const KINDS: Record<string, Kind> = {
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
    passwordHash: body.type === 'signup' ? await door.passwords.hash(body.password, SERVICE) : null,
  }
  checkAllMetadata({}, body.data)
  const redirectTo = permittedRedirect(door, body.redirect_to) ?? requestedRedirect(c, door)
  const now = door.clock()
  const answer = await door.sql.begin(async (tx) => {
    const { user, link, token } = await subjectOf(tx, kind, request, now)
    const address = token === 'email_change_token_new' ? request.newEmail : email
    const wanted = { userId: user.id, type: token, address, pkce: false }
    const { linkToken, code } = await issueOneTimeToken(tx, door, wanted, now)
    return {
      ...(await loadUserJson(tx, user)),
      action_link: actionLink(door, linkToken, link, redirectTo),
      email_otp: code,
      hashed_token: linkToken,
      verification_type: link === kind.link ? body.type : link,
      redirect_to: redirectTo,
    }
  })
  return c.json(answer)
}

type Subject = Kind & { user: UserRow }

/**
 * The account the link is for; created first for sign-ups, invitations, and magic links to unknown addresses, which
 * become sign-ups. Throws `emailTaken`, `linkUserUnknown`.
 */
async function subjectOf(tx: Tx, kind: Kind, request: LinkRequest, now: Date): Promise<Subject> {
  const { email, data, passwordHash } = request
  if (kind.link === 'invite') return { ...kind, user: await inviteUser(tx, email, data, now) }
  const known = await userByEmail(tx, email)
  if (kind.link === 'email_change' && known) {
    return { ...kind, user: await beginChange(tx, known, request.newEmail, now) }
  }
  if (kind.link === 'signup' && known) {
    if (known.email_confirmed_at) throw new AuthError('emailTaken')
    return { ...kind, user: await markSent(tx, known, 'confirmation_sent_at', now) }
  }
  if (known) return { ...kind, user: await markSent(tx, known, 'recovery_sent_at', now) }
  if (kind.link !== 'signup' && kind.link !== 'magiclink') throw new AuthError('linkUserUnknown')
  const account = { id: randomUUID(), email, passwordHash, userMetadata: data }
  const created = await insertUser(tx, account, now)
  if (!created) throw new AuthError('emailTaken')
  const user = await markSent(tx, created, 'confirmation_sent_at', now)
  return { link: 'signup', token: 'confirmation_token', user }
}

async function markSent(
  tx: Tx,
  { id }: UserRow,
  column: 'confirmation_sent_at' | 'recovery_sent_at',
  now: Date,
): Promise<UserRow> {
  const sent = parseSoleRow(
    userRow,
    await tx`
      update auth.users set ${tx(column)} = ${now}, updated_at = ${now} where id = ${id} returning *`,
  )
  return sent
}

async function beginChange(tx: Tx, user: UserRow, newEmail: string, now: Date): Promise<UserRow> {
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
