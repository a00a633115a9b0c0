/** The slot through which one process at a time reads the log for all: it keeps its place while nobody reads. */
import type { Sql } from '../../platform/db/sql.ts'

const PREFIX = 'tune_changes_'
/** Postgres' errors: somebody made it first, somebody reads from it. */
const DUPLICATE = '42710'
const IN_USE = '55006'

/** Each database of a cluster has its own; a restored or promoted server keeps the name. */
export async function slotName(sql: Sql): Promise<string> {
  const [database] = await sql<[{ oid: string }]>`
    select oid::text from pg_database where datname = current_database()`
  return `${PREFIX}${database.oid}`
}

/**
 * Makes the slot if there is none, or none that can still be read from. True if it did: what was committed before is in no
 * slot. Standbys that keep failover slots take it along (Postgres manual, "Replication Slot Synchronization").
 */
export async function ensureSlot(sql: Sql, name: string): Promise<boolean> {
  const [found] = await sql<{ lost: boolean }[]>`
    select coalesce(wal_status = 'lost', false) as lost from pg_replication_slots where slot_name = ${name}`
  if (found && !found.lost) return false
  try {
    if (found) await sql`select pg_drop_replication_slot(${name})`
    await sql`select pg_create_logical_replication_slot(${name}, 'pgoutput', false, false, true)`
    return true
  } catch (fault) {
    if ([DUPLICATE, IN_USE].includes(codeOf(fault))) return false
    throw fault
  }
}

/** Drops the slot unless somebody reads from it: what nobody will read must not be kept. */
export async function dropIdleSlot(sql: Sql, name: string): Promise<void> {
  try {
    await sql`
      select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name} and not active`
  } catch (fault) {
    if (codeOf(fault) !== IN_USE) throw fault
  }
}

export function isSlotInUse(fault: unknown): boolean {
  return codeOf(fault) === IN_USE
}

function codeOf(fault: unknown): string {
  return (fault as { code?: string }).code ?? ''
}
