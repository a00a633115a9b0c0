/** A join that is answered only once its changes are followed (`postgres_changes_options.wait`). */
import { REALTIME_BUDGET } from './budget.ts'
import type { JoinRequest } from './channel.ts'

/** How long the join is held, in milliseconds; null when it does not wait. */
export function waitOf({ config }: JoinRequest): number | null {
  const asked = config?.postgres_changes_options
  return asked?.wait && config?.postgres_changes?.length
    ? Math.min(asked.timeout, REALTIME_BUDGET.joinWait.limit)
    : null
}

/**
 * Resolves with null once `subscribing` has, or with the reason for which the join is refused: its own fault, or that it
 * took longer than `ms`.
 */
export async function awaitSubscription(
  subscribing: Promise<string | null>,
  ms: number,
): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    const reason = `PostgresChangesSubscribeTimeout: Timed out after ${ms}ms waiting for the postgres_changes subscription`
    timer = setTimeout(resolve, ms, reason)
  })
  const subscribed = subscribing.then((fault) => fault && `RealtimeDisabledForConfiguration: ${fault}`)
  try {
    return await Promise.race([subscribed, late])
  } finally {
    clearTimeout(timer)
  }
}
