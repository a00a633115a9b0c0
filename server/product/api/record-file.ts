/** Files of people and money that somebody of the back office saves are in the audit trail: which, of whom, how narrowed. */
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Call } from './call.ts'

/** An attachment is part of what it is attached to. */
export const isRecorded = ({ answer }: Call): boolean =>
  answer.kind === 'file' && answer.type !== 'application/octet-stream'

/** `GET /admin/artists/{uid}/payouts.csv` is filed as `artists-payouts`. */
export const fileName = (call: string): string =>
  call
    .replace(/^GET \/admin\/|\.\w+$/g, '')
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .join('-')

export async function recordFile(
  sql: Sql,
  by: Administrator,
  call: string,
  { params, query }: { params: Record<string, string | number>; query: Record<string, unknown> },
): Promise<void> {
  const asked = Object.entries(query).filter(
    ([name, value]) => value != null && value !== '' && name !== 'sort',
  )
  const after = { ...(params.uid && { of: params.uid }), ...Object.fromEntries(asked) }
  await sql.begin((tx) => audit(tx, by, { action: 'file.save', subject: fileName(call), after }))
}
