/**
 * Work in the background gives way: while the database answers late, because people keep it busy, each piece of such work is followed by
 * a rest. On two cores the worker otherwise takes as much of both as bids do (bench/bids-throughput).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../db/sql.ts'

/** Runs a piece of work once the rest after those before it is over. */
export type GiveWay = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Gives way to nobody. */
export const atOnce: GiveWay = (work) => work()

/** An answer to nothing takes so many times as long as it did at rest, and so long at least. */
const LATE = 4
const LATE_MS = 1.5
/** What was quick once is forgotten, over hours of load: the database may have moved further away. */
const FORGETTING = 1.00001
/** However long a piece took, by itself or with others at the same time. */
const LONGEST_REST_MS = 2000

type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }
const CLOCK: Clock = { now: () => performance.now(), sleep }

/** `restMs`: after a piece that took so many milliseconds. Pieces that run at the same time share the rest, one after the other. */
export function createGiveWay(sql: Sql, restMs: (tookMs: number) => number, clock = CLOCK): GiveWay {
  let quickest = Number.POSITIVE_INFINITY
  let restUntil = 0

  async function isBusy(): Promise<boolean> {
    const from = clock.now()
    await sql`select 1`
    const ms = clock.now() - from
    quickest = Math.min(quickest * FORGETTING, ms)
    return ms > Math.max(LATE_MS, quickest * LATE)
  }

  return async (work) => {
    const rest = restUntil - clock.now()
    if (rest > 0) await clock.sleep(rest)
    const from = clock.now()
    try {
      return await work()
    } finally {
      const took = clock.now() - from
      // Away, it keeps nobody busy.
      if (await isBusy().catch(() => false)) {
        const now = clock.now()
        restUntil = Math.min(Math.max(restUntil, now) + restMs(took), now + LONGEST_REST_MS)
      }
    }
  }
}
