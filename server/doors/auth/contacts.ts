/** What an account is reached by: an e-mail address or a phone number. */
import { readEmail, readPhone } from './addresses.ts'
import type { Door, Query } from './options.ts'
import { type UserRow, userByEmail, userByPhone } from './users.ts'

export type Contact = { provider: 'email' | 'phone'; address: string }

/** The contact in a body that has one of the two. Throws `badEmail`, `badPhone`. */
export function readContact({ email, phone }: { email: string; phone: string }): Contact {
  if (phone) return { provider: 'phone', address: readPhone(phone) }
  return { provider: 'email', address: readEmail(email) }
}

export function userByContact(sql: Query, { provider, address }: Contact): Promise<UserRow | undefined> {
  return provider === 'phone' ? userByPhone(sql, address) : userByEmail(sql, address)
}

/** When the account's contact of that kind was confirmed; null when it was not. */
export function confirmedAt(user: UserRow, { provider }: Contact): Date | null {
  return provider === 'phone' ? user.phone_confirmed_at : user.email_confirmed_at
}

/** Whether a new account of that kind counts as confirmed without proof. */
export function isAutoconfirmed(door: Door, { provider }: Contact): boolean {
  return provider === 'phone' ? door.settings.phoneAutoconfirm : door.settings.emailAutoconfirm
}
