/** A caller's queue: their share of the server, their requests in progress, and those that wait. */

export type Share = {
  /** Requests in progress at once. */
  slots: number
  /** The same once the caller's time is spent. */
  slotsWhenSpent: number
  /** The same while nobody else wants the server. */
  slotsWhenAlone: number
  /**
   * Milliseconds of the server's time that a caller may use. A request is charged its duration, divided by how many were in
   * progress beside it.
   */
  time: number
  /** How many of them come back in a second. */
  timePerSecond: number
}
/** How many times their whole time a caller may owe. */
const MOST_OWED = 10

/** `time` is what was left at `at`; `leaving` are requests that are done and still hold their slot. */
export type CallerQueue = {
  name: string
  share: Share
  inWork: number
  waiting: Set<() => void>
  leaving: number
  time: number
  at: number
}

export const newQueue = (name: string, share: Share): CallerQueue => ({
  name,
  share,
  inWork: 0,
  waiting: new Set(),
  leaving: 0,
  time: share.time,
  at: performance.now(),
})

/** What is left, with what has come back meanwhile. */
export function timeLeft(queue: CallerQueue): number {
  const { share } = queue
  const now = performance.now()
  queue.time = Math.min(share.time, queue.time + ((now - queue.at) / 1000) * share.timePerSecond)
  queue.at = now
  return queue.time
}

export function charge(queue: CallerQueue, milliseconds: number): void {
  queue.time = Math.max(timeLeft(queue) - milliseconds, -MOST_OWED * queue.share.time)
}
