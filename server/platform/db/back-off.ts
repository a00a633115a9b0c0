/** Waiting before something that failed is tried again: soon at first, for most outages are a restart, then less often. */
export type BackOff = {
  /** How long to wait now, in milliseconds; the next wait is twice as long. */
  next: () => number
  /** It worked: the next failure is a first one again. */
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
