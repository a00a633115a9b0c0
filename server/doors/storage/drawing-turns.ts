/** Lets a few pictures be drawn at once; the others wait, and beyond that they are refused. */
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'

export function createTurns() {
  const waiting: (() => void)[] = []
  let busy = 0

  /** Throws SlowDown when too many wait already. */
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (busy >= STORAGE_BUDGET.drawings.limit) {
      if (waiting.length >= STORAGE_BUDGET.drawingsWaiting.limit) throw new StorageError('SlowDown')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy++
    try {
      return await work()
    } finally {
      // Whoever waits takes over this turn.
      const next = waiting.shift()
      if (next) next()
      else busy--
    }
  }
}
