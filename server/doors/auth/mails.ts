/** The mails of this door: each creates a one-time token and hands link and code to the product's outbox. */
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import type { Client } from './addresses.ts'
import { issueOneTimeToken, type TokenType } from './one-time-tokens.ts'
import type { AuthMail, Door, LinkType } from './options.ts'
import { beginMailFlow, type Challenge } from './pkce.ts'
import { limitMailGap, limitMailQuota, type MailQuota } from './rate-limits.ts'
import { type UserRow, userByEmail, userRow } from './users.ts'

/** The token type behind each link type, and the amr of the session it leads to under PKCE. */
export const LINKS: Record<LinkType, { tokens: TokenType[]; method: string }> = {
  signup: { tokens: ['confirmation_token'], method: 'email/signup' },
  invite: { tokens: ['confirmation_token'], method: 'invite' },
  recovery: { tokens: ['recovery_token'], method: 'recovery' },
  magiclink: { tokens: ['recovery_token'], method: 'magiclink' },
  email_change: { tokens: ['email_change_token_new', 'email_change_token_current'], method: 'email_change' },
}

/** The token type behind a session's amr under PKCE; undefined for a provider's. */
export const tokenBehind = (method: string): TokenType | undefined =>
  Object.values(LINKS).find((link) => link.method === method)?.tokens[0]

type LinkMail = {
  kind: AuthMail['kind']
  type: LinkType
  token: TokenType
  to: string
  /** The new address, where the mail is about a change of address. */
  newEmail?: string
  redirectTo: string
  /** Present when the link is to end in a code exchange instead of tokens in the address. */
  challenge: Challenge | null
  /** Who asked for it; null for the operator. */
  client: Client | null
}

/** The link that signs in is asked for as a sign-up is, so that neither is left when the other is not. */
const QUOTA = {
  signup: 'sign-ups',
  magiclink: 'sign-ups',
  invite: 'accounts',
  recovery: 'accounts',
  email_change: 'accounts',
} as const satisfies Record<LinkType, MailQuota>

/** Mails `user` a link and a code. Throws `tooManyMails`. */
export async function sendLink(tx: Tx, door: Door, user: UserRow, mail: LinkMail, now: Date): Promise<void> {
  await limitMailQuota(tx, door.limits, QUOTA[mail.type], mail.client, now)
  const wanted = { userId: user.id, type: mail.token, address: mail.to, pkce: mail.challenge !== null }
  const { kind, type, to, redirectTo, newEmail = null } = mail
  const { linkToken: tokenHash, code } = await issueOneTimeToken(tx, door, wanted, now)
  const link = actionLink(door, tokenHash, type, redirectTo)
  const linkToken = { tokenHash, type, redirectTo }
  await door.enqueueMail(tx, { kind, to, newEmail, link, linkToken, code, user: recipient(user) })
}

/** The address in the mail: opening it uses up the token and redirects to `redirectTo`. */
export function actionLink(door: Door, linkToken: string, type: LinkType, redirectTo: string): string {
  // As GoTrue does, which applications compare: an address of nothing but ordinary characters stays readable.
  const target = /^[\w:/.~@!,;-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
  return `${door.apiUrl}/verify?${new URLSearchParams({ token: linkToken, type })}&redirect_to=${target}`
}

export type AccountMail = 'confirmation' | 'recovery' | 'magiclink'
export type MailOptions = Pick<LinkMail, 'redirectTo' | 'challenge' | 'client'>

/** A mail that proves an address, recovers an account or signs in; throws `mailTooSoon` within the gap. */
export async function sendAccountMail(
  tx: Tx,
  door: Door,
  user: UserRow & { email: string },
  kind: AccountMail,
  options: MailOptions,
  now: Date,
): Promise<UserRow> {
  await limitMailGap(tx, door.limits, user.email, now)
  return writeAccountMail(tx, door, user, kind, options, now)
}

/** As above, whenever the last one was. Throws `tooManyMails`. */
export async function writeAccountMail(
  tx: Tx,
  door: Door,
  user: UserRow & { email: string },
  kind: AccountMail,
  options: MailOptions,
  now: Date,
): Promise<UserRow> {
  const type = kind === 'confirmation' ? 'signup' : kind
  const token: TokenType = kind === 'confirmation' ? 'confirmation_token' : 'recovery_token'
  if (options.challenge) await beginMailFlow(tx, user, LINKS[type].method, options.challenge, now)
  await sendLink(tx, door, user, { ...options, kind, type, token, to: user.email }, now)
  const column = kind === 'confirmation' ? 'confirmation_sent_at' : 'recovery_sent_at'
  const sent = parseSoleRow(
    userRow,
    await tx`
      update auth.users set ${tx(column)} = ${now}, updated_at = ${now} where id = ${user.id} returning *`,
  )
  return sent
}

/**
 * Asks both the old and the new address to confirm a change (only the new one where the account has no old one). The e-mail
 * itself stays until both have answered. Whoever has an account at the new one is not mailed: anybody can ask for this. Throws
 * `mailTooSoon`.
 */
export async function sendEmailChange(
  tx: Tx,
  door: Door,
  user: UserRow,
  newEmail: string,
  options: MailOptions,
  now: Date,
): Promise<UserRow> {
  await limitMailGap(tx, door.limits, `email_change:${user.id}`, now)
  if (options.challenge) await beginMailFlow(tx, user, LINKS.email_change.method, options.challenge, now)
  const mail = { type: 'email_change' as const, newEmail, ...options }
  if (user.email) {
    await sendLink(
      tx,
      door,
      user,
      { kind: 'email_change_current', token: 'email_change_token_current', to: user.email, ...mail },
      now,
    )
  }
  const isTaken = (await userByEmail(tx, newEmail))?.email_confirmed_at
  await sendLink(
    tx,
    isTaken ? { ...door, enqueueMail: async () => undefined } : door,
    user,
    { kind: 'email_change', token: 'email_change_token_new', to: newEmail, ...mail },
    now,
  )
  const changed = parseSoleRow(
    userRow,
    await tx`
      update auth.users
      set email_change = ${newEmail}, email_change_sent_at = ${now}, email_change_confirm_status = 0,
        updated_at = ${now}
      where id = ${user.id}
      returning *`,
  )
  return changed
}

export function recipient(user: UserRow): AuthMail['user'] {
  return { id: user.id, metadata: user.raw_user_meta_data }
}
