/**
 * A commit is in the write-ahead log a moment before snapshots can see it. Nobody may be told to read too early, so
 * changes wait here until their transaction is visible, and leave in commit order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../platform/db/sql.ts'
import type { Change } from './change.ts'

const ASK_AGAIN_MS = 2
/** Normally under a millisecond; a commit that waits for a lost replica can take for ever. */
const PATIENCE_MS = 5000

export type VisibleChanges = {
  push: (change: Change) => void
  /** Resolves when everything pushed so far has left. */
  settled: () => Promise<void>
}

/**
 * Checks once for all changes that arrived during the last check. `onLost` reports that waiting changes were given
 * up.
 */
export function createVisibleChanges(
  sql: Sql,
  { onChange, onLost }: { onChange: (change: Change) => void; onLost: (fault: unknown) => void },
): VisibleChanges {
  const queue: Change[] = []
  let running: Promise<void> | null = null

  async function passOn(): Promise<void> {
    let blockedSince = Date.now()
    while (queue.length > 0) {
      const visible = await selectVisible(sql, [...new Set(queue.map(({ transaction }) => transaction))])
      const blocked = queue.findIndex(({ transaction }) => !visible.has(transaction))
      const passing = queue.splice(0, blocked === -1 ? queue.length : blocked)
      for (const change of passing) onChange(change)
      if (passing.length > 0) blockedSince = Date.now()
      else if (Date.now() - blockedSince > PATIENCE_MS) throw new Error('a commit does not become visible')
      else await sleep(ASK_AGAIN_MS)
    }
  }

  return {
    push(change) {
      queue.push(change)
      running ??= passOn()
        .catch((fault) => {
          queue.length = 0
          onLost(fault)
        })
        .finally(() => {
          running = null
        })
    },
    async settled() {
      await running
    },
  }
}

/**
 * The transactions that every later snapshot sees. The log has 32 bits of an id, a snapshot has 64: the nearest id
 * with those bits is meant.
 */
async function selectVisible(sql: Sql, transactions: number[]): Promise<Set<number>> {
  const rows = await sql<{ transaction: number }[]>`
    select transaction
    from (select pg_current_snapshot() as snapshot) s,
      lateral (select pg_snapshot_xmax(snapshot)::text::bigint as next) n,
      unnest(${transactions}::bigint[]) as transaction,
      lateral (select ((transaction - next + 2147483648) & 4294967295) - 2147483648 as distance) d
    where pg_visible_in_snapshot((next + distance)::text::xid8, snapshot)`
  return new Set(rows.map(({ transaction }) => transaction))
}
