/** What the process itself shows: how late its event loop is, and how much memory it keeps. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const TICK_MS = 10

/** `onStall` hears by how many milliseconds a tick was late, once per tick that was later than `most`. */
export function watchLoop(
  most: number,
  onStall: (ms: number) => void,
): { start: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      let last = performance.now()
      timer = setInterval(() => {
        const now = performance.now()
        const late = now - last - TICK_MS
        last = now
        if (late > most) onStall(late)
      }, TICK_MS)
    },
    stop: () => clearInterval(timer),
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are still reachable. */
export function memoryKept(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
