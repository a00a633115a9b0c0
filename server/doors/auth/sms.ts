/** Codes for phone numbers. Nothing is sent: the installation names test numbers and the code of each. */
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import { issueOneTimeToken } from './one-time-tokens.ts'
import type { Door } from './options.ts'
import { limitSmsGap } from './rate-limits.ts'
import { type UserRow, userRow } from './users.ts'

const KINDS = {
  confirmation: { type: 'confirmation_token', column: 'confirmation_sent_at' },
  phone_change: { type: 'phone_change_token', column: 'phone_change_sent_at' },
  reauthentication: { type: 'reauthentication_token', column: 'reauthentication_sent_at' },
} as const

/** What GoTrue calls the message to a test number. */
export const TEST_MESSAGE = 'test-otp'

/** Throws `badChannel` unless messages may go by `channel`; '' is the usual one. */
export function checkChannel({ settings }: Door, channel: string): void {
  const byTwilio = channel === 'whatsapp' && settings.smsProvider.startsWith('twilio')
  if (channel && channel !== 'sms' && !byTwilio) throw new AuthError('badChannel')
}

/** Makes the code of `number` valid. Throws `smsTooSoon` within the gap, `smsFailed` for other than test numbers. */
export async function sendCode(
  tx: Tx,
  door: Door,
  user: UserRow,
  kind: keyof typeof KINDS,
  number: string,
  now: Date,
): Promise<UserRow> {
  const { type, column } = KINDS[kind]
  await limitSmsGap(tx, door.limits, type, number, now)
  const { testCodes } = door.settings
  const code = Object.hasOwn(testCodes, number) ? testCodes[number] : undefined
  if (!code) throw new AuthError('smsFailed', { kind })
  await issueOneTimeToken(tx, door, { userId: user.id, type, address: number, pkce: false, code }, now)
  const sent = parseSoleRow(
    userRow,
    await tx`
      update auth.users set ${tx(column)} = ${now}, updated_at = ${now} where id = ${user.id} returning *`,
  )
  return sent
}
