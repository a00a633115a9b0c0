/** Counts what each says within a second. */
import { REALTIME_BUDGET } from './budget.ts'

/** False once somebody has said more than they may in this second. Forgets everybody when it is over. */
export function createPace(): (who: string, count?: number) => boolean {
  const said = new Map<string, number>()
  let second = 0
  return (who, count = 1) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) said.clear()
    second = now
    const total = (said.get(who) ?? 0) + count
    said.set(who, total)
    return total <= REALTIME_BUDGET.saidPerSecond.limit
  }
}
