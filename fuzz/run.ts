/** Sends inputs made from a seed to a world, and gathers what was wrong. */
import { createHash, type Hash } from 'node:crypto'
import fc from 'fast-check'
import { attemptAll, type Drawn, type Finding, report } from './attempt.ts'
import type { Caller } from './callers.ts'
import { type Door, type Input, inputFor, type Target } from './input.ts'
import { checkAgain, checkAlone, isRefused } from './refused.ts'
import { checkStalls, type Sent, type Unproven } from './stalls.ts'
import { targetsOf } from './targets.ts'
import type { World } from './world.ts'

export type Result = {
  sent: number
  targets: number
  findings: Finding[]
  statuses: Record<string, number>
  /** Refused calls that were watched, and wrote nothing. */
  unwritten: number
  /** Stalls that no input brings about again. */
  stalls: Unproven[]
  /** Bytes kept at the end for each byte kept after the first tenth. */
  growth: number
  /** Of all inputs: the same for the same seed. */
  digest: string
}

/** Many wait: for a connection to close, or for their caller's turn. */
const TOGETHER = 32
const MOST_FINDINGS = 40
/** More than this is not kept for each byte. */
const MOST_GROWTH = 1.2
/** Sent between two turns of the auction. */
const TURN = 400
/** Sent between two looks at stalls, and at what the refused ones write, for which the worker has to rest. */
const BATCH = 4000
/** One in so many is sent alone; one in so many of the refused ones is sent again. Neither depends on what it is. */
const ALONE = 20
const AGAIN = 8

/** Input `index` of `seed`: the same on every machine. */
export function draw(world: World, targets: readonly Target[], seed: number, index: number): Drawn {
  const mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) | 0
  // Every target and caller as often as any other.
  const below = (count: number) => fc.noBias(fc.nat(count - 1))
  const whole = fc
    .tuple(below(targets.length), below(world.callers.length), below(10))
    .chain(([target, caller, crowd]) =>
      inputFor(targets[target] as Target).map((input) => ({ input, caller, crowd })),
    )
  const [{ input, caller, crowd }] = fc.sample(whole, { seed: mixed, numRuns: 1 }) as [
    { input: Input; caller: number; crowd: number },
  ]
  // One in ten comes from one address, which meets the limits.
  const address = crowd === 0 ? '10.0.0.1' : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  return { index, input, caller: world.callers[caller] as Caller, address }
}

type Work = { world: World; targets: readonly Target[]; result: Result; digest: Hash; seed: number }

/** `onBatch` hears of what there is after each batch. */
export async function run(
  world: World,
  options: { inputs: number; seed: number; only?: readonly Door[]; onBatch?: (soFar: Result) => void },
): Promise<Result> {
  const targets = targetsOf(world, options.only)
  const result: Result = {
    sent: 0,
    targets: targets.length,
    findings: [],
    statuses: {},
    unwritten: 0,
    stalls: [],
    growth: 1,
    digest: '',
  }
  const digest = createHash('sha256')
  const work = { world, targets, result, digest, seed: options.seed }
  let warm = 0
  const batch = Math.min(BATCH, Math.ceil(options.inputs / 10))
  for (let first = 0; first < options.inputs && result.findings.length < MOST_FINDINGS; first += batch) {
    const last = Math.min(first + batch, options.inputs)
    await doBatch(work, first, last)
    if (warm === 0 && last >= options.inputs / 10) {
      warm = await world.memory()
      // Collecting all that is unreachable takes its time, which no input does.
      await world.stalls()
    }
    options.onBatch?.(result)
  }
  result.growth = (await world.memory()) / warm
  result.digest = digest.digest('hex').slice(0, 16)
  await world.withoutWorker(() => checkBooks(world, result))
  if (result.growth > MOST_GROWTH)
    result.findings.push({
      kind: 'memory',
      index: result.sent,
      caller: '',
      fault: `kept ${result.growth.toFixed(2)} times the memory`,
      curl: '',
    })
  return result
}

async function doBatch(work: Work, first: number, last: number): Promise<void> {
  const { world, result } = work
  const hunt = { world, findings: result.findings }
  const drawn = drawAll(work, first, last)
  const isAlone = ({ index }: Drawn) => index % ALONE === 0
  const alone = drawn.filter(isAlone)
  const again = await sendTogether(
    work,
    drawn.filter((each) => !isAlone(each)),
  )
  await world.withoutWorker(async () => {
    result.unwritten += await checkAlone(hunt, alone)
    result.sent += alone.length
    result.unwritten += await checkAgain(hunt, again)
  })
  await world.sql`truncate auth.rate_limits`
  await world.stalls()
}

function drawAll({ world, targets, seed, digest }: Work, first: number, last: number): Drawn[] {
  const drawn = Array.from({ length: last - first }, (_, at) => draw(world, targets, seed, first + at))
  for (const { input, caller } of drawn)
    digest.update(JSON.stringify([input.method, input.path, input.body, caller.name]))
  return drawn
}

/** Resolves with some of those that were refused. */
async function sendTogether({ world, result }: Work, drawn: readonly Drawn[]): Promise<Drawn[]> {
  const again: Drawn[] = []
  const sent: Sent[] = []
  await attemptAll(world, drawn, TOGETHER, async (each, { status, fault }, from, to) => {
    sent.push({ drawn: each, from, to })
    result.sent++
    result.statuses[status] = (result.statuses[status] ?? 0) + 1
    if (isRefused(status) && each.index % AGAIN === 0) again.push(each)
    if (fault) await report(world, each, { kind: 'answer', fault }, result.findings)
    if (sent.length % TURN === 1) await takeTurn(world, result)
  })
  const stalls = await world.stalls()
  result.stalls.push(...(await checkStalls({ world, findings: result.findings }, stalls, sent)))
  return again
}

/** The auction goes on, and strangers' limits begin anew. */
async function takeTurn(world: World, result: Result): Promise<void> {
  for (const fault of await world.auction.turn())
    result.findings.push({ kind: 'answer', index: result.sent, caller: 'a bidder', fault, curl: '' })
  await world.sql`truncate auth.rate_limits`
}

const BOOKS = [
  'ledger.faults',
  'ledger.withdrawal_faults',
  'ledger.return_faults',
  'ledger.payout_faults',
  'ledger.share_faults',
  'ledger.outgoing_faults',
  'ledger.unmatched_faults',
  'market.faults',
]

async function checkBooks(world: World, result: Result): Promise<void> {
  for (const view of BOOKS) {
    const rows = await world.sql.unsafe(`select * from ${view}`)
    if (rows.length === 0) continue
    const fault = `${view}: ${JSON.stringify(rows).slice(0, 300)}`
    result.findings.push({ kind: 'books', index: result.sent, caller: '', fault, curl: '' })
  }
}
