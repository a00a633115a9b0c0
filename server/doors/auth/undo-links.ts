/** Links in notices by which whoever reads the account's mail takes back a change that was not theirs: stored as digests. */
import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { parseRow } from '#server/platform/db/rows.ts'
import type { Tx } from '#server/platform/db/sql.ts'
import { AuthError } from './errors.ts'
import type { Query } from './options.ts'
import { digest } from './secrets.ts'
import type { UserRow } from './users.ts'

/** Long enough for a weekend away from one's mail. */
export const UNDO_SECONDS = 72 * 3600

/** What a link takes back. */
export type Undoable = { kind: 'factor'; id: string } | { kind: 'identity'; id: string; provider: string }

const undoLink = v.object({
  user_id: v.string(),
  kind: v.picklist(['factor', 'identity']),
  subject_id: v.string(),
  provider: v.nullable(v.string()),
  created_at: v.date(),
})
export type UndoLink = v.InferOutput<typeof undoLink>

/** Resolves with its token, which is nowhere else than in the mail to `user.email`. */
export async function issueUndoLink(
  tx: Tx,
  user: UserRow & { email: string },
  change: Undoable,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const provider = change.kind === 'identity' ? change.provider : null
  await tx`
    insert into auth.undo_links (token_hash, user_id, email, kind, subject_id, provider, created_at)
    values (${digest(token)}, ${user.id}, ${user.email}, ${change.kind}, ${change.id}, ${provider}, ${now})`
  return token
}

/**
 * What the link takes back; nothing is used up. Throws `linkInvalid` when it is unknown, used or too old, or the account's address
 * is another by now: then its reader need not be the owner any more.
 */
export async function readUndoLink(sql: Query, token: string, now: Date): Promise<UndoLink> {
  const row = parseRow(
    undoLink,
    await sql`
      select undo_links.* from auth.undo_links
      join auth.users on users.id = user_id and users.email = undo_links.email
      where token_hash = ${digest(token)} and undo_links.created_at > ${oldest(now)}`,
  )
  if (!row) throw new AuthError('linkInvalid')
  return row
}

/** As above, and uses it up: of two who press at once one is refused. */
export async function takeUndoLink(tx: Tx, token: string, now: Date): Promise<UndoLink> {
  const link = await readUndoLink(tx, token, now)
  const { count } = await tx`delete from auth.undo_links where token_hash = ${digest(token)}`
  if (count === 0) throw new AuthError('linkInvalid')
  return link
}

export async function pruneUndoLinks(sql: Query, now: Date): Promise<void> {
  await sql`delete from auth.undo_links where created_at <= ${oldest(now)}`
}

const oldest = (now: Date) => new Date(now.getTime() - UNDO_SECONDS * 1000)
