/** A signed-in person's new address or number: it waits for its confirmation, unless the door asks for none. */
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type Client, readEmail, readPhone } from './addresses.ts'
import { AuthError } from './errors.ts'
import { sendEmailChange } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { checkChannel, sendCode } from './sms.ts'
import { type UserRow, userByEmail, userByPhone, userRow } from './users.ts'
import { changeEmail, changePhone } from './verification.ts'

/**
 * What the body changes; '' where nothing. Throws `badEmail`, `badPhone`, `badChannel`, `phoneUnsupported`, and `emailTaken` or
 * `phoneTaken` where the door tells: where it hides accounts, whoever owns the address is asked, and refused then.
 */
export async function readContacts(
  door: Door,
  user: UserRow,
  body: { email: string; phone: string; channel: string },
): Promise<{ newEmail: string; newPhone: string }> {
  const email = body.email ? readEmail(body.email) : ''
  const phone = body.phone ? readPhone(body.phone) : ''
  const newEmail = email === user.email ? '' : email
  const newPhone = phone === user.phone ? '' : phone
  if (newPhone && !door.settings.phone) throw new AuthError('phoneUnsupported')
  if (newPhone) checkChannel(door, body.channel)
  if (!door.settings.hideAccounts) {
    if (newEmail && (await userByEmail(door.sql, newEmail))) throw new AuthError('emailTaken')
    if (newPhone && (await userByPhone(door.sql, newPhone))) throw new AuthError('phoneTaken')
  }
  return { newEmail, newPhone }
}

/** An anonymous account's first address needs no confirmation where a sign-up needs none. */
export async function startEmailChange(
  tx: Tx,
  door: Door,
  user: UserRow,
  newEmail: string,
  options: { redirectTo: string; challenge: Challenge | null },
  client: Client,
  now: Date,
): Promise<UserRow> {
  if (user.is_anonymous && door.settings.emailAutoconfirm) {
    return changeEmail(tx, door, { ...user, email_change: newEmail }, client, now)
  }
  return sendEmailChange(tx, door, user, newEmail, { ...options, client }, now)
}

export async function startPhoneChange(
  tx: Tx,
  door: Door,
  user: UserRow,
  newPhone: string,
  client: Client,
  now: Date,
): Promise<UserRow> {
  if (door.settings.phoneAutoconfirm) return changePhone(tx, user, newPhone, client, now)
  await sendCode(tx, door, user, 'phone_change', newPhone, now)
  const waiting = parseSoleRow(
    userRow,
    await tx`
      update auth.users set phone_change = ${newPhone} where id = ${user.id} returning *`,
  )
  return waiting
}
