import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff } from './back-off.ts'
import type { Sql } from './sql.ts'

/** SQLSTATE classes of a database that is away, restarting or overloaded, and of lost lock races. */
const STATE = /^(08|53|57P|40|55P03|57014)/
const DRIVER = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
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

/** Resolves once the database answers; throws its error when waiting would not help. */
export async function untilAvailable(sql: Sql): Promise<void> {
  const until = performance.now() + START_PATIENCE_MS
  for (const backOff = createBackOff(); ; ) {
    try {
      await sql`select 1`
      return
    } catch (fault) {
      if (!isUnavailable(fault) || performance.now() > until) throw fault
      await sleep(backOff.next())
    }
  }
}
