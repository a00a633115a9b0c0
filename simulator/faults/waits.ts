/** One more who only wants to know their balance, all the time: how long they wait for any answer, and for a good one. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Waited = { slowestMs: number; withoutMs: number }

const EVERY_MS = 50
const PATIENCE_MS = 30_000

/** `headers` are asked for each time: whoever signs in anew has others. */
export function watchAnswers(url: string, headers: () => Record<string, string>) {
  let waited: Waited = { slowestMs: 0, withoutMs: 0 }
  let lastGood = performance.now()
  let isOver = false

  async function ask(): Promise<void> {
    const from = performance.now()
    const answer = await fetch(`${url}/api/v1/balance`, {
      headers: headers(),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    const now = performance.now()
    waited.slowestMs = Math.max(waited.slowestMs, now - from)
    waited.withoutMs = Math.max(waited.withoutMs, now - lastGood)
    if (answer?.ok) lastGood = now
  }

  const asking = (async () => {
    for (; !isOver; await sleep(EVERY_MS)) await ask()
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
