/** A caller's line before the server: their share of it, their requests in work, and those that wait. */

export type Share = {
  /** Requests in work at once. */
  places: number
  /** The same once the caller's time is spent. */
  placesWhenSpent: number
  /** The same while nobody else wants the server. */
  placesWhenAlone: number
  /**
   * Milliseconds of the server's time that a caller may take before theirs is spent: of what a request takes, its share
   * among all that are in work.
   */
  time: number
  /** How many of them come back in a second. */
  timePerSecond: number
}
/** How many times their whole time a caller may owe. */
const MOST_OWED = 10

/** `time` is what was left at `at`; `leaving` are requests that are done and still hold their place. */
export type Line = {
  name: string
  share: Share
  inWork: number
  waiting: Set<() => void>
  leaving: number
  time: number
  at: number
}

export const newLine = (name: string, share: Share): Line => ({
  name,
  share,
  inWork: 0,
  waiting: new Set(),
  leaving: 0,
  time: share.time,
  at: performance.now(),
})

/** What is left, with what has come back meanwhile. */
export function timeOf(line: Line): number {
  const { share } = line
  const now = performance.now()
  line.time = Math.min(share.time, line.time + ((now - line.at) / 1000) * share.timePerSecond)
  line.at = now
  return line.time
}

export function charge(line: Line, milliseconds: number): void {
  line.time = Math.max(timeOf(line) - milliseconds, -MOST_OWED * line.share.time)
}
