/** Asks the row policies of `realtime.messages` what somebody may do on a private topic. */
import { randomUUID } from 'node:crypto'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { Claims } from './claims.ts'

type Extension = 'broadcast' | 'presence'
/** Whether to listen (`read`) and to send (`write`). */
export type Permissions = Record<Extension, { read: boolean; write: boolean }>

/** On a public topic everybody may do everything that the door offers. */
export const PUBLIC: Permissions = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

const UNDONE = new Error('these rows were only tried')

/** `topic` without the wire's prefix. `sql` has no role of its own: it takes the caller's. Leaves no rows behind. */
export async function permissionsOn(sql: Sql, claims: Claims, topic: string): Promise<Permissions> {
  let found: Permissions | null = null
  try {
    await sql.begin(async (tx) => {
      const rows = { broadcast: randomUUID(), presence: randomUUID() }
      await tx`select set_config('role', 'service_role', true)`
      for (const extension of ['broadcast', 'presence'] as const)
        await addRow(tx, topic, extension, rows[extension])
      await tx`select
        set_config('role', ${claims.role}, true),
        set_config('realtime.topic', ${topic}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      found = {
        broadcast: { read: await maySee(tx, rows.broadcast), write: await mayAdd(tx, topic, 'broadcast') },
        presence: { read: await maySee(tx, rows.presence), write: await mayAdd(tx, topic, 'presence') },
      }
      throw UNDONE
    })
  } catch (fault) {
    if (fault !== UNDONE) throw fault
  }
  if (!found) throw new Error('the policies were not asked')
  return found
}

async function addRow(tx: Tx, topic: string, extension: Extension, id: string): Promise<void> {
  await tx`insert into realtime.messages (id, topic, extension) values (${id}, ${topic}, ${extension})`
}

async function maySee(tx: Tx, id: string): Promise<boolean> {
  return (await tx`select from realtime.messages where id = ${id}`).length > 0
}

async function mayAdd(tx: Tx, topic: string, extension: Extension): Promise<boolean> {
  try {
    await tx.savepoint((inner) => addRow(inner, topic, extension, randomUUID()))
    return true
  } catch (fault) {
    if ((fault as { code?: string }).code === '42501') return false
    throw fault
  }
}
