/** Mails that report a change to an account, sent to the address it had before. */
import type { Tx } from '#server/platform/db/sql.ts'
import { recipient } from './mails.ts'
import type { AuthNotice, Door } from './options.ts'
import type { UserRow } from './users.ts'

/** Notifies `user` by mail, in the transaction of the change; accounts without an address are skipped. */
export async function notify(
  tx: Tx,
  door: Door,
  kind: AuthNotice['kind'],
  user: UserRow,
  data: AuthNotice['data'] = {},
): Promise<void> {
  if (user.email) await door.enqueueNotice(tx, { kind, to: user.email, data, user: recipient(user) })
}
