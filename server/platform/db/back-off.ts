/** Delays before retries: short at first, since most outages are restarts, then longer. */
export type BackOff = {
  /** The current delay in milliseconds; the next one is twice as long. */
  next: () => number
  /** Success: the next failure counts as the first again. */
  reset: () => void
}

const FIRST_MS = 50
const LAST_MS = 1000

/** From `firstMs`, doubling up to `lastMs`. */
export function createBackOff(firstMs = FIRST_MS, lastMs = LAST_MS): BackOff {
  let wait = firstMs
  return {
    next() {
      const now = wait
      wait = Math.min(2 * wait, lastMs)
      return now
    },
    reset() {
      wait = firstMs
    },
  }
}
