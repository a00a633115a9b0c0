/** When a busy service may be called again. */

/** Seconds from `now`, or a date (RFC 9110, section 10.2.3); null for anything else, and for the past. */
export function readRetryAfter(header: string | null, now: number): Date | null {
  if (header === null) return null
  const after = /^\d{1,9}$/.test(header) ? now + Number(header) * 1000 : Date.parse(header)
  return after > now ? new Date(after) : null
}
