/** Time left until an instant, as the countdowns of the product show it. */

export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

/**
 * Whole seconds from `now` until `end` (both milliseconds since 1970), never negative. Rounded up, so that zero is
 * shown only once the end has come. `most`: how long it lasts in all; a clock that moves once a second may be late by one.
 */
export function secondsLeft(end: number, now: number, most = Number.POSITIVE_INFINITY): number {
  return Math.min(most, Math.max(0, Math.ceil((end - now) / 1000)))
}

/** Splits whole seconds into days, hours, minutes and seconds. */
export function timeLeft(seconds: number): TimeLeft {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** `4523` → `1h 15m 23s`: a token's remaining access. Hours go on counting past a day. */
export function formatAccessLeft(seconds: number): string {
  const { minutes, seconds: rest } = timeLeft(seconds)
  return `${Math.floor(seconds / 3600)}h ${minutes}m ${rest}s`
}

/** `90061` → `1d 1h 1m 1s`: when a fan's auctions may change. */
export function formatDaysLeft(seconds: number): string {
  const { days, hours, minutes, seconds: rest } = timeLeft(seconds)
  return `${days}d ${hours}h ${minutes}m ${rest}s`
}

/** `4523` → `01:15:23`: the next unit of an auction. Hours go on counting past a day. */
export function formatClock(seconds: number): string {
  const { minutes, seconds: rest } = timeLeft(seconds)
  return [Math.floor(seconds / 3600), minutes, rest].map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * The share of a window that is still ahead, from 1 (just begun) to 0 (over). All three are milliseconds since 1970;
 * a window without length is over.
 */
export function shareLeft(start: number, end: number, now: number): number {
  if (end <= start) return 0
  return Math.min(1, Math.max(0, (end - now) / (end - start)))
}

/**
 * Parses `nextExpire`, which travels as `yyyy-MM-dd HH:mm:ss` in UTC (specification, section 3), into milliseconds
 * since 1970. Null for null and for text in another form.
 */
export function parseNextExpire(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const instant = Date.parse(`${text.replace(' ', 'T')}Z`)
  return Number.isNaN(instant) ? null : instant
}
