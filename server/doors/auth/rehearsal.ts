/** The work of a mail without the mail, so that the time of an answer does not tell who has an account. */
import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/platform/db/sql.ts'
import { sendAccountMail } from './mails.ts'
import type { Door } from './options.ts'
import type { Challenge } from './pkce.ts'
import { limitMailGap } from './rate-limits.ts'
import { insertUser } from './users.ts'

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
  kind: 'recovery' | 'magiclink',
  challenge: Challenge | null,
  now: Date,
): Promise<void> {
  const silent: Door = { ...door, enqueueMail: async () => undefined }
  const options = { redirectTo: door.siteUrl, challenge }
  await limitMailGap(tx, door.limits, 'recovery_token', address, now)
  await tx
    .savepoint(async (inner) => {
      const stranger = {
        id: randomUUID(),
        email: `${randomUUID()}@invalid`,
        passwordHash: null,
        userMetadata: {},
      }
      const user = await insertUser(inner, stranger, now)
      if (user) await sendAccountMail(inner, silent, { ...user, email: stranger.email }, kind, options, now)
      throw UNDONE
    })
    .catch((fault: unknown) => {
      if (fault !== UNDONE) throw fault
    })
}
