/** Mails that say what has changed about an account, to the address it had before. */
import type { Tx } from '#server/platform/db/sql.ts'
import { recipient } from './mails.ts'
import type { AuthNotice, Door } from './options.ts'
import type { UserRow } from './users.ts'

/** Tells `user` by mail, in the transaction of the change; whoever has no address is not told. */
export async function notify(
  tx: Tx,
  door: Door,
  kind: AuthNotice['kind'],
  user: UserRow,
  data: AuthNotice['data'] = {},
): Promise<void> {
  if (user.email) await door.enqueueNotice(tx, { kind, to: user.email, data, user: recipient(user) })
}
