/**
 * Which installation a database belongs to: the one whose secret signs its sessions, seals its second factors and gives
 * strangers' connections their password.
 */
import { createHmac } from 'node:crypto'
import { StartRefused } from '../start-refused.ts'
import type { Sql, Tx } from './sql.ts'
import { STRANGERS_ROLE } from './strangers-login.ts'
import { isOvertaken } from './transact.ts'

/** Tells two secrets apart and gives neither away. */
function markOf(secret: string): string {
  return createHmac('sha256', secret).update('which installation a database is of').digest('base64url')
}

/**
 * Makes the database ours, unless it belongs to another secret, or the server's role for strangers does: throws StartRefused, and
 * changes nothing. `wallet` is what a new database is given.
 */
export async function claimDatabase(sql: Sql, wallet: string, secret: string): Promise<void> {
  const mark = markOf(secret)
  const ofRole = await readRoleMark(sql)
  if (ofRole !== null && ofRole !== mark)
    throw new StartRefused(
      `JWT_SECRET is not that of the installation which uses this database server: starting would lock its visitors out. ` +
        `Set the same secret, or use another server. If that installation is gone: comment on role ${STRANGERS_ROLE} is null`,
    )
  const [row] = await sql<[{ mark: string }]>`
    insert into private.platform as ours (wallet, secret_mark) values (${wallet}, ${mark})
    on conflict (is_the_one) do update set secret_mark = coalesce(ours.secret_mark, excluded.secret_mark)
    returning secret_mark as mark`
  if (row.mark !== mark)
    throw new StartRefused(
      'JWT_SECRET is not the one this database belongs to. Set the one it was used with (npm start keeps it in ' +
        'secrets.json); docs/operating.md, "Keys", says how to change it, and what to do when it is lost.',
    )
}

/** Notes on the role, which all databases of the server share, whose password it has. */
export async function markRole(sql: Sql, secret: string): Promise<void> {
  const mark = markOf(secret)
  if ((await readRoleMark(sql)) === mark) return
  try {
    await sql.unsafe(`comment on role ${STRANGERS_ROLE} is '${PREFIX}${mark}'`)
  } catch (fault) {
    // Another server of ours did it at the same moment; or a superuser made the role, and it is not ours to note on.
    const { code } = fault as { code?: string }
    if (!isOvertaken(fault) && code !== INSUFFICIENT_PRIVILEGE) throw fault
  }
}

/** False when the database is known to belong to another secret. */
export async function belongsTo(sql: Sql, secret: string): Promise<boolean> {
  const [row] = await sql<{ mark: string | null }[]>`select secret_mark as mark from private.platform`
  return !row?.mark || row.mark === markOf(secret)
}

/** Gives the database to another secret. */
export async function moveDatabase(tx: Tx, secret: string): Promise<void> {
  await tx`update private.platform set secret_mark = ${markOf(secret)}`
}

const PREFIX = 'Tune: '
const INSUFFICIENT_PRIVILEGE = '42501'

async function readRoleMark(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ note: string | null }[]>`
    select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = ${STRANGERS_ROLE}`
  return row?.note?.startsWith(PREFIX) ? row.note.slice(PREFIX.length) : null
}
