/** What has been written to the database, as its own log tells it: whatever was committed, to any table. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'

/** Where refused attempts are counted and recorded, as they should be. */
const RECORDS_OF_REFUSALS = ['auth.rate_limits', 'auth.audit_log_entries', 'private.outside_faults']

/** `at` is a place in the log. */
export type Write = { table: string; at: bigint }
export type Writes = {
  /** The log's end. */
  end: () => Promise<bigint>
  /** What was written since it was last asked. */
  since: () => Promise<Write[]>
  /** Resolves once no statement is under way: what was accepted may write a little after its answer. */
  settled: () => Promise<void>
  stop: () => void
}

const PAUSE_MS = 20
const MOST_PAUSES = 500

const placeOf = (lsn: string): bigint => {
  const [high = '', low = ''] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Follows the log of `sql`'s database on a connection of its own. */
export async function followWrites(sql: Sql): Promise<Writes> {
  const own = await sql.reserve()
  // One server may have several such worlds.
  const slot = `bad_input_${crypto.randomUUID().replaceAll('-', '')}`
  await own`select pg_create_logical_replication_slot(${slot}, 'test_decoding', temporary => true)`
  return {
    async end() {
      const [row] = await own<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
      return placeOf(row?.lsn ?? '')
    },
    async since() {
      // The log is told as far as it has reached the disk.
      await own`select pg_logical_emit_message(false, '', '', flush => true)`
      const rows = await own<{ table: string; lsn: string }[]>`
        select substring(data from '^table ([^:]+):') as table, lsn::text
        from pg_logical_slot_get_changes(${slot}, null, null) where data like 'table %'`
      return rows
        .filter(({ table }) => !RECORDS_OF_REFUSALS.includes(table))
        .map(({ table, lsn }) => ({ table, at: placeOf(lsn) }))
    },
    async settled() {
      for (let pause = 0; pause < MOST_PAUSES; pause++) {
        await sleep(PAUSE_MS)
        const busy = await own`
          select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
            and state <> 'idle'`
        if (busy.length === 0) return
      }
    },
    stop: () => own.release(),
  }
}

/** Each table once. */
export const tablesOf = (writes: readonly Write[]): string =>
  [...new Set(writes.map(({ table }) => table))].toSorted().join(', ')
