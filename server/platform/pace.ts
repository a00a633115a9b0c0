/** Limits how often work that is requested more often is done. */

export type Pace = { request: () => void; stop: () => void }

/**
 * Runs `work` at once when requested while idle, otherwise at most once in `everyMs` (from start to start), never
 * twice at a time; every request is followed by a run that began after it. Failed work is retried `retryMs` later.
 */
export function createPace(
  work: () => Promise<void>,
  { everyMs, retryMs, onFault }: { everyMs: number; retryMs: number; onFault: (fault: unknown) => void },
): Pace {
  let wanted = false
  let running = false
  let stopped = false
  let earliest = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function plan(): void {
    if (!wanted || running || timer || stopped) return
    const wait = earliest - performance.now()
    if (wait <= 0) void run()
    else timer = setTimeout(run, wait)
  }

  async function run(): Promise<void> {
    timer = null
    wanted = false
    running = true
    earliest = performance.now() + everyMs
    try {
      await work()
    } catch (fault) {
      onFault(fault)
      wanted = true
      earliest = performance.now() + retryMs
    }
    running = false
    plan()
  }

  return {
    request() {
      wanted = true
      plan()
    },
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
