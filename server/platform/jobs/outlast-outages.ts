/** A job that ends while the database is away is written down as ended once it is back, however long that takes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EnhancedWithPgClient, WorkerEvents } from 'graphile-worker'
import { createBackOff } from '../db/back-off.ts'
import { isUnavailable } from '../db/unavailable.ts'

/** What the queue's driver says without a code when a connection is cut under a statement, or was before it. */
const CUT = /^(Connection terminated|Client (has encountered a connection error|was closed))/
const LONGEST_WAIT_MS = 2000

/**
 * Call before the queue is run with `events`. It does not wait for what it writes down about ended jobs, so that an error there
 * ends the process, with whatever else runs in it; by itself it repeats few of those that mean an outage, and those a hundred times.
 * To write down twice that a job has ended is the same as once.
 */
export function outlastOutages(events: WorkerEvents): void {
  events.on('pool:create', ({ workerPool }) => {
    const ask = workerPool._withPgClient as EnhancedWithPgClient
    ask.withRetries = async (work) => {
      for (const backOff = createBackOff(100, LONGEST_WAIT_MS); ; ) {
        try {
          return await ask(work)
        } catch (fault) {
          if (!isUnavailable(fault) && !CUT.test((fault as Error).message)) throw fault
          // A process that ends meanwhile is not kept: its jobs are free again soon.
          await sleep(backOff.next(), undefined, { ref: false })
        }
      }
    }
  })
}
