/**
 * The server's clock, as far as a browser can know it. Access windows end by the server's time; a phone whose
 * clock is wrong must not show another.
 */

/** Bounds, in milliseconds, of the difference between the server's clock and this device's. */
export type Skew = { low: number; high: number }

/**
 * Narrows the bounds with one answer: its Date header gives the second in which the server answered, between
 * `sentAt` and `receivedAt` on this device. If the bounds contradict the new answer, this device's clock has
 * been changed, and only the new answer counts.
 */
export function narrowSkew(known: Skew | null, date: number, sentAt: number, receivedAt: number): Skew {
  const seen = { low: date - receivedAt, high: date + 1000 - sentAt }
  if (!known) return seen
  const both = { low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high) }
  return both.low <= both.high ? both : seen
}

let skew: Skew | null = null

/** Updates the bounds from an answer's Date header; a missing or unreadable one is ignored. */
export function observeServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const date = Date.parse(header ?? '')
  if (!Number.isNaN(date)) skew = narrowSkew(skew, date, sentAt, receivedAt)
}

/** The server's time now, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + (skew ? Math.round((skew.low + skew.high) / 2) : 0)
}
