/** SQLSTATE classes of a database that is away, restarting or overloaded, and of lost lock races. */
const STATE = /^(08|53|57P|40|55P03|57014)/
const DRIVER = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** True when the database was not there to answer: nothing is wrong with what it was asked, and asking again is safe. */
export function isUnavailable(fault: unknown): boolean {
  const { code } = fault as { code?: unknown }
  return typeof code === 'string' && (STATE.test(code) || DRIVER.has(code))
}
