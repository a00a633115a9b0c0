/** How long one waits for any answer, and for a good one, while faults are given. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Waited = { slowestMs: number; withoutMs: number }

const EVERY_MS = 50

/** `ask` resolves with whether it was answered well. */
export function watchAnswers(ask: () => Promise<boolean>) {
  let waited: Waited = { slowestMs: 0, withoutMs: 0 }
  let lastGood = performance.now()
  let isOver = false

  const asking = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) {
      const from = performance.now()
      const isGood = await ask()
      const now = performance.now()
      waited.slowestMs = Math.max(waited.slowestMs, now - from)
      waited.withoutMs = Math.max(waited.withoutMs, now - lastGood)
      if (isGood) lastGood = now
    }
  })()
  return {
    begin() {
      waited = { slowestMs: 0, withoutMs: 0 }
    },
    end: (): Waited => waited,
    async stop() {
      isOver = true
      await asking
    },
  }
}
