/** What somebody of the back office reads of people is in the audit trail: the files they save, and whom they looked up. */
import { type Actor, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Call } from './call.ts'

type Request = { params: Record<string, string | number>; query: Record<string, unknown> }

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

/** Of a call that was answered; most are in no trail. */
export async function recordReading(
  sql: Sql,
  by: Actor,
  name: string,
  call: Call,
  request: Request,
): Promise<void> {
  if (isSavedList(call)) await recordFile(sql, by, name, request)
  if (call.reading) await recordOpening(sql, by, call.reading, String(Object.values(request.params)[0]))
  const { person } = request.query
  if (typeof person === 'string') await recordPerson(sql, by, person)
}

/** A list that is narrowed to one person is a part of their page; anybody can ask for an id that nobody has. */
async function recordPerson(sql: Sql, by: Actor, person: string): Promise<void> {
  const [known] = await sql<{ uid: string }[]>`select uid from users where uid = ${person}`
  if (known) await recordOpening(sql, by, 'user.read', known.uid)
}

/** A list that was saved: which, of whom, how narrowed. */
async function recordFile(sql: Sql, by: Actor, name: string, { params, query }: Request): Promise<void> {
  const asked = Object.entries(query).filter(
    ([key, value]) => value != null && value !== '' && key !== 'sort',
  )
  const after = { ...(params.uid && { of: params.uid }), ...Object.fromEntries(asked) }
  await sql.begin((tx) => audit(tx, by, { action: 'file.save', subject: fileName(name), after }))
}

/** What was opened: once a day for whoever opens it, however often they do. */
async function recordOpening(
  sql: Sql,
  by: Actor,
  action: NonNullable<Call['reading']>,
  subject: string,
): Promise<void> {
  const isKnown = async (at: Sql | Tx) => {
    const known = await at`
      select from private.admin_actions
      where subject = ${subject} and admin_id = ${by.uid} and action = ${action} and created_at > now() - interval '1 day'
      limit 1`
    return known.length > 0
  }
  if (await isKnown(sql)) return
  await sql.begin(async (tx) => {
    // A page asks for its parts at once.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${action} ${subject} ${by.uid}`}, 0))`
    if (!(await isKnown(tx))) await audit(tx, by, { action, subject })
  })
}
