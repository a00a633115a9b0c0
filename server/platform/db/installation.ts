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
 * Why the database is not this installation's: one line for its secret, or its server's, and one for the platform's wallet.
 * `isBegun`: some version of the product has been here.
 */
export async function strangenessOf(
  sql: Sql,
  wallet: string,
  secret: string,
  isBegun: boolean,
): Promise<string[]> {
  const mark = markOf(secret)
  const ofRole = await readRoleMark(sql)
  const [row] = isBegun
    ? // Of a database from before there were marks, the wallet alone.
      await sql<{ of: Owner }[]>`select to_jsonb(platform) as of from private.platform`
    : []
  return [
    ...(ofRole !== null && ofRole !== mark ? [SERVER_OF_ANOTHER] : []),
    ...(row ? faultsOf(row.of, wallet, mark) : []),
  ]
}

type Owner = { wallet: string; secret_mark?: string | null }

function faultsOf({ wallet: stored, secret_mark: theirs }: Owner, wallet: string, mark: string): string[] {
  return [
    ...(theirs && theirs !== mark ? [OF_ANOTHER_SECRET] : []),
    // Addresses are the same in capitals, which are their check sum.
    ...(stored.toLowerCase() === wallet.toLowerCase()
      ? []
      : [
          `PLATFORM_WALLET is not ${stored}, which this database has been used with. Set that one; docs/operating.md, ` +
            '"Keys", says how the platform moves to another.',
        ]),
  ]
}

const SERVER_OF_ANOTHER =
  'JWT_SECRET is not that of the installation which uses this database server: starting would lock its visitors out. ' +
  `Set the same secret, or use another server. If that installation is gone: comment on role ${STRANGERS_ROLE} is null`
const OF_ANOTHER_SECRET =
  'JWT_SECRET is not the one this database belongs to. Set the one it was used with (npm start keeps it in ' +
  'secrets.json); docs/operating.md, "Keys", says how to change it, and what to do when it is lost.'

/**
 * Makes the database ours, unless somebody else was faster (`strangenessOf`): throws StartRefused, and changes nothing.
 */
export async function claimDatabase(sql: Sql, wallet: string, secret: string): Promise<void> {
  const mark = markOf(secret)
  const [row] = await sql<[Owner]>`
    insert into private.platform as ours (wallet, secret_mark) values (${wallet}, ${mark})
    on conflict (is_the_one) do update set secret_mark = coalesce(ours.secret_mark, excluded.secret_mark)
    returning wallet, secret_mark`
  const faults = faultsOf(row, wallet, mark)
  if (faults.length > 0) throw new StartRefused(faults.join('\n'))
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
