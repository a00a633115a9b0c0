/** What the process itself shows: how long its event loop stands still, and how much memory it keeps. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** `ms` of work without a pause, until `at` (ms since 1970). */
export type Stall = { ms: number; at: number }

const TICK_MS = 5
const STALL_MS = 50

/**
 * `onStall` hears when more than 50 ms of this thread's time went by between two ticks. Its own time, not the clock's:
 * what else runs on the machine does not count. Returns what ends it.
 */
export function watchLoop(onStall: (stall: Stall) => void): () => void {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = spent()
  const timer = setInterval(() => {
    const now = spent()
    const ms = Math.round(now - last)
    last = now
    if (ms > STALL_MS) onStall({ ms, at: Date.now() })
  }, TICK_MS)
  return () => clearInterval(timer)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are still reachable. */
export function memoryKept(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
