/** What somebody of the back office reads of people is in the audit trail: the files they save, and whom they looked up. */
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Call } from './call.ts'

type Params = Record<string, string | number>

/** A list that is saved; an attachment is part of what it is attached to. */
export const isSavedList = ({ answer }: Call): boolean =>
  answer.kind === 'file' && answer.type !== 'application/octet-stream'

/** `GET /admin/artists/{uid}/payouts.csv` is filed as `artists-payouts`. */
export const fileName = (call: string): string =>
  call
    .replace(/^GET \/admin\/|\.\w+$/g, '')
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .join('-')

/** A list that was saved: which, of whom, how narrowed. */
export async function recordFile(
  sql: Sql,
  by: Administrator,
  call: string,
  { params, query }: { params: Params; query: Record<string, unknown> },
): Promise<void> {
  const asked = Object.entries(query).filter(
    ([name, value]) => value != null && value !== '' && name !== 'sort',
  )
  const after = { ...(params.uid && { of: params.uid }), ...Object.fromEntries(asked) }
  await sql.begin((tx) => audit(tx, by, { action: 'file.save', subject: fileName(call), after }))
}

/** What was opened, by the first of its path's parameters: once a day for whoever opens it, however often they do. */
export async function recordReading(
  sql: Sql,
  by: Administrator,
  action: NonNullable<Call['reading']>,
  params: Params,
): Promise<void> {
  const subject = String(Object.values(params)[0])
  await sql.begin(async (tx) => {
    const [known] = await tx`
      select from private.admin_actions
      where subject = ${subject} and admin_id = ${by.uid} and action = ${action} and created_at > now() - interval '1 day'
      limit 1`
    if (!known) await audit(tx, by, { action, subject })
  })
}
