/** The work of a mail without the mail, so that the time of an answer does not tell who has an account. */
import { randomUUID } from 'node:crypto'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type AccountMail, type MailOptions, writeAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import { limitMailGap } from './rate-limits.ts'
import { type Registration, register } from './registration.ts'
import { loadUserJson, type UserJson } from './user-json.ts'
import { userRow } from './users.ts'

/** Ends the savepoint, and nothing else. */
const UNDONE = new Error('A rehearsal is always undone.')

/**
 * Does for an unknown `address` what a mail to a known one takes, and undoes everything but the gap between two mails.
 * An account that nobody sees stands in for the known one, and costs what handing over the mail would. Throws
 * `mailTooSoon` and `tooManyMails` as the mail would.
 */
export async function rehearseMail(
  tx: Tx,
  door: Door,
  address: string,
  kind: AccountMail,
  { challenge, client }: Pick<MailOptions, 'challenge' | 'client'>,
  now: Date,
): Promise<void> {
  const silent: Door = { ...door, enqueueMail: async () => undefined }
  const options = { redirectTo: door.siteUrl, challenge, client }
  await limitMailGap(tx, door.limits, address, now)
  await undone(tx, async (inner) => {
    const email = `${randomUUID()}@invalid`
    const user = parseSoleRow(
      userRow,
      await inner`insert into auth.users (email) values (${email}) returning *`,
    )
    await writeAccountMail(inner, silent, { ...user, email }, kind, options, now)
  })
}

/**
 * As above, for a sign-up with an address that has an account: signs somebody up whom nobody sees, and resolves with what
 * the real one would have been answered. Throws `mailTooSoon`, `tooManyMails`, `metadataTooLarge`.
 */
export async function rehearseSignUp(tx: Tx, door: Door, given: Registration, now: Date): Promise<UserJson> {
  const silent: Door = { ...door, enqueueMail: async () => undefined }
  const { email: address } = given
  await limitMailGap(tx, door.limits, address, now)
  const email = `${randomUUID()}@invalid`
  const answer = await undone(tx, async (inner) => {
    const registered = await register(inner, silent, { ...given, email }, now)
    if (!registered) throw new Error('An address that was made up this moment was taken.')
    return loadUserJson(inner, registered.user)
  })
  return JSON.parse(JSON.stringify(answer).replaceAll(email, JSON.stringify(address).slice(1, -1)))
}

/** What `work` resolves with, of which nothing stays. */
async function undone<Value>(tx: Tx, work: (inner: Tx) => Promise<Value>): Promise<Value> {
  let value: { of: Value } | undefined
  await tx
    .savepoint(async (inner) => {
      value = { of: await work(inner as unknown as Tx) }
      throw UNDONE
    })
    .catch((fault: unknown) => {
      if (fault !== UNDONE) throw fault
    })
  if (!value) throw UNDONE
  return value.of
}
