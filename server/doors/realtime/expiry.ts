/** A timer that goes off when the first of several tokens ends. */

/** Timers hold at most 24 days. */
const LONGEST_TIMER_MS = 24 * 3600 * 1000

/** `ends` are Unix seconds. After `onEnd` it waits for the next one; `wait` must be called when the ends change. */
export function createExpiry(
  ends: () => number[],
  onEnd: () => void,
): { wait: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined

  function wait(): void {
    clearTimeout(timer)
    const known = ends()
    if (known.length === 0) return
    const left = Math.min(...known) * 1000 - Date.now()
    timer = setTimeout(
      () => {
        onEnd()
        wait()
      },
      Math.min(Math.max(left, 0), LONGEST_TIMER_MS),
    )
  }

  return { wait, stop: () => clearTimeout(timer) }
}
