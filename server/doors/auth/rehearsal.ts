/** The work of a mail without the mail, so that the time of an answer does not tell who has an account. */
import { randomUUID } from 'node:crypto'
import { parseSoleRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { type AccountMail, tokenOf, writeAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { limitMailGap } from './rate-limits.ts'
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
  challenge: Challenge | null,
  now: Date,
): Promise<void> {
  const silent: Door = { ...door, enqueueMail: async () => undefined }
  const options = { redirectTo: door.siteUrl, challenge }
  await limitMailGap(tx, door.limits, tokenOf(kind), address, now)
  await tx
    .savepoint(async (inner) => {
      const email = `${randomUUID()}@invalid`
      const user = parseSoleRow(
        userRow,
        await inner`insert into auth.users (email) values (${email}) returning *`,
      )
      await writeAccountMail(inner, silent, { ...user, email }, kind, options, now)
      throw UNDONE
    })
    .catch((fault: unknown) => {
      if (fault !== UNDONE) throw fault
    })
}
