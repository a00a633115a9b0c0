/** Watchers who are dropped and come back at once, some at a time. */
import { setTimeout as sleep } from 'node:timers/promises'

/** `at`: when the last one had its snapshot, monotonic ms, the same in every process of this machine. */
export type Returned = { at: number; drops: number }

export type Returns = {
  /** To be called when the connection of that watcher has ended. */
  dropped: (watcher: number) => void
  hasSnapshot: (watcher: number) => void
  /** Resolves once nobody is away and the last drop and the last snapshot were `stillMs` ago. Counts drops anew. */
  whole: (stillMs: number) => Promise<Returned>
  /** From here on nobody comes back. */
  stop: () => void
}

const LOOK_EVERY_MS = 20
/** Before the next attempt of a watcher who was refused. */
const REFUSED_MS = 20
const now = () => Number(process.hrtime.bigint()) / 1e6

/** `dial` resolves when the watcher is connected again, `atOnce` may be dialling at the same time. */
export function createReturns(dial: (watcher: number) => Promise<void>, atOnce: number): Returns {
  const away = new Set<number>()
  const queue: number[] = []
  let dialling = 0
  let drops = 0
  let last = 0
  let stopped = false

  async function bringBack(watcher: number): Promise<void> {
    dialling++
    try {
      await dial(watcher)
    } catch {
      // Refused, as by a server that is starting: the watcher stays away and asks again.
      await sleep(REFUSED_MS)
      queue.push(watcher)
    }
    dialling--
    next()
  }

  function next(): void {
    while (dialling < atOnce && queue.length > 0 && !stopped) void bringBack(queue.shift() as number)
  }

  return {
    dropped(watcher) {
      if (stopped) return
      away.add(watcher)
      drops++
      last = now()
      queue.push(watcher)
      next()
    },
    hasSnapshot(watcher) {
      if (away.delete(watcher)) last = now()
    },
    async whole(stillMs) {
      while (drops === 0 || away.size > 0 || now() - last < stillMs) await sleep(LOOK_EVERY_MS)
      const returned = { at: last, drops }
      drops = 0
      return returned
    },
    stop() {
      stopped = true
    },
  }
}
