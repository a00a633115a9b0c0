/** Mails that report a change to an account, sent to the address it had before. */
import type { Tx } from '#server/platform/db/sql.ts'
import { recipient } from './mails.ts'
import type { AuthNotice, Door } from './options.ts'
import { issueUndoLink, type Undoable } from './undo-links.ts'
import type { UserRow } from './users.ts'

/** As `notify`, for a change that outlasts a new password: the mail carries a link that takes it back. */
export async function notifyUndoable(
  tx: Tx,
  door: Door,
  kind: AuthNotice['kind'],
  user: UserRow,
  change: Undoable,
  now: Date,
): Promise<void> {
  const { email } = user
  if (!email) return
  const data: Record<string, string> = change.kind === 'identity' ? { provider: change.provider } : {}
  const undoToken = await issueUndoLink(tx, { ...user, email }, change, now)
  await door.enqueueNotice(tx, { kind, to: email, data, undoToken, user: recipient(user) })
}

/** Notifies `user` by mail, in the transaction of the change; accounts without an address are skipped. */
export async function notify(
  tx: Tx,
  door: Pick<Door, 'enqueueNotice'>,
  kind: AuthNotice['kind'],
  user: UserRow,
  data: AuthNotice['data'] = {},
): Promise<void> {
  if (user.email)
    await door.enqueueNotice(tx, { kind, to: user.email, data, undoToken: null, user: recipient(user) })
}
