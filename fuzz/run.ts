/** Sends inputs made from a seed to a world, and gathers what was wrong. */
import { createHash, type Hash } from 'node:crypto'
import fc from 'fast-check'
import type { Caller } from './callers.ts'
import { changed, fingerprint } from './fingerprint.ts'
import { CANARY } from './fixed.ts'
import { asCurl, type Door, type Input, inputFor, type Target } from './input.ts'
import { faultOf } from './judge.ts'
import { type Answer, send } from './send.ts'
import { shrink } from './shrink.ts'
import { targetsOf } from './targets.ts'
import type { World } from './world.ts'

type Finding = { index: number; caller: string; fault: string; curl: string }
export type Result = {
  sent: number
  targets: number
  findings: Finding[]
  statuses: Record<string, number>
  /** Milliseconds, with the inputs that were under way. */
  stalls: { ms: number; during: string[] }[]
  /** Bytes kept at the end for each byte kept after the first tenth. */
  growth: number
  /** Of all inputs: the same for the same seed. */
  digest: string
}
export type Drawn = { index: number; input: Input; caller: Caller; address: string }

const TOGETHER = 8
const MOST_FINDINGS = 40
/** A batch is followed by its refused inputs again, alone. */
const BATCH = 400
/** One in so many of them; which does not depend on what it is. */
const AGAIN = 3

/** Input `index` of `seed`: the same on every machine. */
export function draw(world: World, targets: readonly Target[], seed: number, index: number): Drawn {
  const mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)) | 0
  const whole = fc
    .tuple(fc.nat(targets.length - 1), fc.nat(world.callers.length - 1), fc.nat(9))
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

export async function run(
  world: World,
  options: { inputs: number; seed: number; only?: readonly Door[]; onBatch?: (sent: number) => void },
): Promise<Result> {
  const targets = targetsOf(world, options.only)
  const result: Result = {
    sent: 0,
    targets: targets.length,
    findings: [],
    statuses: {},
    stalls: [],
    growth: 1,
    digest: '',
  }
  const digest = createHash('sha256')
  let warm = 0
  for (let first = 0; first < options.inputs && result.findings.length < MOST_FINDINGS; first += BATCH) {
    const last = Math.min(first + BATCH, options.inputs)
    const refused = await sendBatch({ world, targets, result, digest, seed: options.seed }, first, last)
    await checkRefused(world, refused, result)
    await world.sql`truncate auth.rate_limits`
    if (warm === 0 && last >= options.inputs / 10) warm = await world.memory()
    options.onBatch?.(result.sent)
  }
  result.growth = (await world.memory()) / warm
  result.digest = digest.digest('hex').slice(0, 16)
  await checkBooks(world, result)
  return result
}

type Work = {
  world: World
  targets: readonly Target[]
  result: Result
  digest: Hash
  seed: number
}

/** Resolves with those that were refused. */
async function sendBatch(work: Work, first: number, last: number): Promise<Drawn[]> {
  const { world, targets, result, digest, seed } = work
  const refused: Drawn[] = []
  const batch: Drawn[] = []
  for (let index = first; index < last; index++) batch.push(draw(world, targets, seed, index))
  digest.update(
    JSON.stringify(
      batch.map(({ input: { method, path, body }, caller }) => [method, path, body, caller.name]),
    ),
  )
  const sent: { input: Input; from: number; to: number }[] = []
  const sender = async () => {
    for (let drawn = batch.shift(); drawn; drawn = batch.shift()) {
      const from = Date.now()
      const { fault, status } = await attempt(world, drawn)
      sent.push({ input: drawn.input, from, to: Date.now() })
      result.sent++
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      if (status >= 400 && status < 500 && drawn.index % AGAIN === 0) refused.push(drawn)
      if (fault) await report(world, drawn, fault, result)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, sender))
  for (const { ms, at } of await world.stalls()) {
    const during = sent.filter(({ from, to }) => from <= at && to >= at - ms)
    result.stalls.push({
      ms,
      during: during.map(({ input }) => `${input.method} ${input.path}`.slice(0, 200)),
    })
  }
  return refused
}

async function attempt(
  world: World,
  { input, caller, address }: Omit<Drawn, 'index'>,
): Promise<{ status: number; fault: string | null }> {
  let answer: Answer
  try {
    answer = await send(world.port, input, caller, address)
  } catch (fault) {
    // What Node's own client will not send says nothing about the server.
    const { code, message } = fault as NodeJS.ErrnoException
    const isUnsendable = fault instanceof SyntaxError || code?.startsWith('ERR_') || code?.startsWith('HPE_')
    return { status: 0, fault: isUnsendable ? null : message }
  }
  return { status: answer.status, fault: faultOf(input, caller, answer, CANARY) }
}

async function report(world: World, drawn: Drawn, fault: string, result: Result): Promise<void> {
  const kind = `${drawn.input.door} ${drawn.input.target} ${fault.slice(0, 60)}`
  if (result.findings.some((each) => each.fault.startsWith(kind))) return
  const logged = (await world.faults()).at(-1)?.slice(0, 700) ?? ''
  const fails = async (input: Input) => (await attempt(world, { ...drawn, input })).fault === fault
  const input = await shrink(drawn.input, fails)
  result.findings.push({
    index: drawn.index,
    caller: drawn.caller.name,
    fault: `${kind}${fault.slice(60)} ${logged}`,
    curl: asCurl(input, world.origin),
  })
}

/** Sends what was refused once more, alone: when all is refused again, nothing may have been written. */
async function checkRefused(world: World, refused: readonly Drawn[], result: Result): Promise<void> {
  const before = await fingerprint(world.sql)
  let isAllRefused = true
  const resend = async (drawn: Drawn) => {
    const { status } = await attempt(world, drawn)
    if (status < 400) isAllRefused = false
  }
  const waiting = [...refused]
  const sender = async () => {
    for (let drawn = waiting.shift(); drawn; drawn = waiting.shift()) await resend(drawn)
  }
  await Promise.all(Array.from({ length: TOGETHER }, sender))
  const tables = changed(before, await fingerprint(world.sql))
  if (tables.length === 0 || !isAllRefused) return
  for (const drawn of refused) {
    const alone = await fingerprint(world.sql)
    const { status } = await attempt(world, drawn)
    const written = changed(alone, await fingerprint(world.sql))
    if (status >= 400 && written.length > 0)
      await report(world, drawn, `answered ${status} and wrote to ${written}`, result)
  }
}

const BOOKS = [
  'ledger.faults',
  'ledger.withdrawal_faults',
  'ledger.return_faults',
  'ledger.payout_faults',
  'ledger.outgoing_faults',
  'ledger.unmatched_faults',
  'market.faults',
]

async function checkBooks(world: World, result: Result): Promise<void> {
  for (const view of BOOKS) {
    const rows = await world.sql.unsafe(`select * from ${view}`)
    if (rows.length === 0) continue
    const fault = `${view}: ${JSON.stringify(rows).slice(0, 300)}`
    result.findings.push({ index: result.sent, caller: '', fault, curl: '' })
  }
}
