/**
 * Settles to the second: sleeps until the next window ends or project closes (at most a second, so that ends brought
 * forward by another process are seen) and settles whatever is due, also everything that fell due while nobody ran.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerContext } from '../../context.ts'
import { createBackOff } from '../../platform/db/back-off.ts'
import { notifyEndingSoon, notifyOutbid } from '../notifications/public.ts'
import { settleDue, untilDue } from './settle.ts'

const LONGEST_SLEEP_MS = 1000

export type Engine = { stop: () => Promise<void> }
type EngineContext = Pick<ServerContext, 'sql' | 'log'>

export function startSettlementEngine(ctx: EngineContext): Engine {
  const { sql } = ctx
  return startEngine(ctx, 'settling', async () =>
    (await settleDue(sql)) > 0 ? 0 : ((await untilDue(sql)) ?? LONGEST_SLEEP_MS),
  )
}

/**
 * Sends the notifications that nobody's action triggers, separately from settling, so that it never makes a winner
 * wait.
 */
export function startNotificationEngine(ctx: EngineContext): Engine {
  return startEngine(ctx, 'notifying', async () =>
    (await notifyOutbid(ctx.sql)) + (await notifyEndingSoon(ctx.sql)) > 0 ? 0 : LONGEST_SLEEP_MS,
  )
}

/** Runs `round` until it is stopped, pausing for as many milliseconds as it returns, and at least for one. */
function startEngine(ctx: EngineContext, doing: string, round: () => Promise<number>): Engine {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  const backOff = createBackOff()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const ms = await round()
        backOff.reset()
        await pause(Math.min(Math.max(ms, 1), LONGEST_SLEEP_MS))
      } catch (fault) {
        ctx.log.error({ err: fault }, `${doing} failed; trying again`)
        await pause(backOff.next())
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
