/** Which input makes the event loop stand still: one that does so again, alone. */
import { asItIs, attempt, type Drawn, type Finding, isKnown, report } from './attempt.ts'
import type { Stall } from './watch.ts'
import type { World } from './world.ts'

export type Sent = { drawn: Drawn; from: number; to: number }
/** One that no input brought about again. */
export type Unproven = { ms: number; during: string[] }

/** Whatever is done for the first time may take longer than ever after. */
const TRIES = 4
const MOST = 2

/**
 * Sends what was under way during each of `stalls` again, alone. Adds to `findings` those during which the loop stands
 * still again, and again; resolves with the stalls for which there are none.
 */
export async function checkStalls(
  hunt: { world: World; findings: Finding[] },
  stalls: readonly Stall[],
  sent: readonly Sent[],
): Promise<Unproven[]> {
  const unproven: Unproven[] = []
  for (const { ms, at } of stalls) {
    const during = sent.filter(({ from, to }) => from <= at && to >= at - ms).map(({ drawn }) => drawn)
    let isProven = false
    for (const drawn of during) if (await standsStill(hunt, drawn)) isProven = true
    const names = during.map(({ input }) => `${input.method} ${input.path}`.slice(0, 200))
    if (!isProven) unproven.push({ ms, during: names })
  }
  return unproven
}

async function standsStill(
  { world, findings }: { world: World; findings: Finding[] },
  drawn: Drawn,
): Promise<boolean> {
  const fault = 'stood still for more than 50 ms, and again when it was sent alone'
  if (isKnown(findings, drawn, fault)) return true
  const times: number[] = []
  for (let tries = 0; tries < TRIES && times.length < MOST; tries++) {
    const longest = await longestDuring(world, drawn)
    if (longest > 0) times.push(longest)
    // Most never do.
    else if (tries > 0 && times.length === 0) return false
  }
  if (times.length < MOST) return false
  const told = `${fault}: ${times.join(' and ')} ms`
  await report(world, drawn, { kind: 'stall', fault: told }, findings, asItIs)
  return true
}

/** Milliseconds, or 0. */
async function longestDuring(world: World, drawn: Drawn): Promise<number> {
  await world.stalls()
  await attempt(world, drawn)
  return Math.max(0, ...(await world.stalls()).map(({ ms }) => ms))
}
