/**
 * Ends access to the second: sleeps until the next token's end (at most a second, so that ends brought forward
 * by another process are seen) and ends whatever is due, also everything that fell due while nobody ran.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { endDueTokens, untilNextEnd } from '../commands/end-tokens.ts'
import type { ServerContext } from '../context.ts'

const LONGEST_SLEEP_MS = 1000
const AFTER_FAULT_MS = 1000

export type Engine = { stop: () => Promise<void> }

export function startExpiryEngine(ctx: Pick<ServerContext, 'sql' | 'log'>): Engine {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        while ((await endDueTokens(ctx.sql)) > 0);
        const wait = (await untilNextEnd(ctx.sql)) ?? LONGEST_SLEEP_MS
        await pause(Math.min(Math.max(wait, 1), LONGEST_SLEEP_MS))
      } catch (fault) {
        ctx.log.error({ err: fault }, 'ending tokens failed; trying again')
        await pause(AFTER_FAULT_MS)
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
