/** How often somebody may do something in a minute, counted by this process alone: no round trip. */

const MINUTE_MS = 60_000

/** Answers whether `who` may do it once more in the present minute. */
export function createUseLimit(perMinute: number): (who: string) => boolean {
  let minute = 0
  let uses = new Map<string, number>()
  return (who) => {
    const now = Math.floor(Date.now() / MINUTE_MS)
    if (now !== minute) {
      minute = now
      uses = new Map()
    }
    const used = (uses.get(who) ?? 0) + 1
    uses.set(who, used)
    return used <= perMinute
  }
}
