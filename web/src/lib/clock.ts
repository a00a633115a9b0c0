/**
 * The server's clock, as far as a browser can know it. Access windows end when the server says so; a phone
 * whose clock is wrong must not show another time.
 */

/** Bounds, in milliseconds, of what must be added to this device's clock to get the server's. */
export type Skew = { low: number; high: number }

/**
 * Narrows the bounds with one answer: its Date header names the second in which the server answered, some
 * time between `sentAt` and `receivedAt` on this device. Bounds that contradict the new answer mean that
 * this device's clock was set meanwhile; then only the new answer counts.
 */
export function narrowSkew(known: Skew | null, date: number, sentAt: number, receivedAt: number): Skew {
  const seen = { low: date - receivedAt, high: date + 1000 - sentAt }
  if (!known) return seen
  const both = { low: Math.max(known.low, seen.low), high: Math.min(known.high, seen.high) }
  return both.low <= both.high ? both : seen
}

let skew: Skew | null = null

/** Learns from an answer's Date header; an answer without a readable one teaches nothing. */
export function observeServerDate(header: string | null, sentAt: number, receivedAt: number): void {
  const date = Date.parse(header ?? '')
  if (!Number.isNaN(date)) skew = narrowSkew(skew, date, sentAt, receivedAt)
}

/** The server's time now, in milliseconds since 1970. */
export function serverNow(): number {
  return Date.now() + (skew ? Math.round((skew.low + skew.high) / 2) : 0)
}
