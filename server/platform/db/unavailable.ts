import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'
import { createBackOff } from './back-off.ts'
import type { Sql } from './sql.ts'

/**
 * SQLSTATE classes of a database that is away, restarting or overloaded, of lost lock races, and of one that is not yet, or no
 * longer, the primary (25006): nothing of ours that only reads tries to write.
 */
const STATE = /^(08|53|57P|40|55P03|57014|25006)/
const DRIVER = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'DATABASE_SILENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/** True when the database was not available: nothing is wrong with the query, and repeating it is safe. */
export function isUnavailable(fault: unknown): boolean {
  const { code } = fault as { code?: unknown }
  return typeof code === 'string' && (STATE.test(code) || DRIVER.has(code))
}

/** How long a starting process waits for a database that is starting as well, after a power cut for instance. */
const START_PATIENCE_MS = 30_000
/** How often it says meanwhile what it is waiting for. */
const SAY_EVERY_MS = 2000

/**
 * Resolves once the database answers. `tellAway` hears at once that it does not, and again while that lasts. Throws StartRefused
 * when waiting would not help, or has not.
 */
export async function untilAvailable(sql: Sql, tellAway: (why: string) => void): Promise<void> {
  const until = performance.now() + START_PATIENCE_MS
  let why: string | null = null
  // An address that leads nowhere refuses nobody: the driver alone would be silent for half a minute.
  const telling = setInterval(() => tellAway(why ?? 'it is silent'), SAY_EVERY_MS)
  try {
    for (const backOff = createBackOff(); ; ) {
      try {
        await sql`select 1`
        return
      } catch (fault) {
        const { code, message } = fault as Error & { code?: unknown }
        if (typeof code !== 'string') throw fault
        if (!isUnavailable(fault) || performance.now() > until)
          throw new StartRefused(`DATABASE_URL: the database cannot be used (${message})`)
        if (why === null) tellAway(message)
        why = message
        await sleep(backOff.next())
      }
    }
  } finally {
    clearInterval(telling)
  }
}
