/** Whether what is refused writes. Asked while nobody else does: the worker rests, and the auction with it. */
import { asItIs, attempt, attemptAll, type Drawn, type Finding, report } from './attempt.ts'
import type { World } from './world.ts'
import { tablesOf, type Write } from './writes.ts'

const TOGETHER = 24

type Hunt = { world: World; findings: Finding[] }

export const isRefused = (status: number): boolean => status >= 400 && status < 500

/**
 * Sends each of `drawn` for the first time, one after the other. Resolves with how many were refused, and wrote nothing.
 */
export async function checkAlone({ world, findings }: Hunt, drawn: readonly Drawn[]): Promise<number> {
  await world.writes.since()
  let from = await world.writes.end()
  const refused: { each: Drawn; status: number; from: bigint; to: bigint }[] = []
  for (const each of drawn) {
    const { status, fault } = await attempt(world, each)
    if (fault) await report(world, each, { kind: 'answer', fault }, findings)
    if (!isRefused(status)) await world.writes.settled()
    const to = await world.writes.end()
    if (isRefused(status)) refused.push({ each, status, from, to })
    from = to
  }
  const written = await world.writes.since()
  let proven = 0
  for (const { each, status, from, to } of refused) {
    const own = written.filter(({ at }) => at >= from && at < to)
    if (own.length === 0) proven++
    else await report(world, each, wrote(status, own), findings, asItIs)
  }
  return proven
}

/**
 * Sends what was refused once more, together: whatever is refused again may have written nothing. Where something was
 * written, halves of it are sent again, down to the one that writes. Resolves with how many were refused, and wrote
 * nothing.
 */
export async function checkAgain(hunt: Hunt, drawn: readonly Drawn[]): Promise<number> {
  const { world, findings } = hunt
  await world.writes.since()
  const again: Drawn[] = []
  let status = 0
  await attemptAll(world, drawn, TOGETHER, (each, made) => {
    if (isRefused(made.status)) again.push(each)
    status = made.status
  })
  if (again.length < drawn.length) await world.writes.settled()
  const written = await world.writes.since()
  if (written.length === 0) return again.length
  // What was accepted this time may have written it.
  if (again.length < drawn.length) return again.length === 0 ? 0 : checkAgain(hunt, again)
  const [first] = drawn
  if (first && drawn.length === 1) {
    await report(world, first, wrote(status, written), findings, asItIs)
    return 0
  }
  const half = drawn.length >> 1
  return (await checkAgain(hunt, drawn.slice(0, half))) + (await checkAgain(hunt, drawn.slice(half)))
}

const wrote = (status: number, writes: readonly Write[]) =>
  ({ kind: 'write', fault: `answered ${status} and wrote to ${tablesOf(writes)}` }) as const
