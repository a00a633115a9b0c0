/**
 * Takes the steps of the model on the real product: over HTTP, with a real database, a real chain, and web and worker
 * processes that are killed now and then in mid-step. The answers and the states of both must be the same.
 */
import { readLog, verify, type Winner } from '../scripts/verify-auction.ts'
import { createCalls } from './calls.ts'
import { createClock } from './clock.ts'
import { describeModel, describeReal, expectSame } from './compare.ts'
import { compareOutside, expectReconciled } from './compare-outside.ts'
import { count } from './coverage.ts'
import { checkHistory, checkMarket } from './invariants.ts'
import { createNames } from './names.ts'
import { retire } from './operator-steps.ts'
import { createRandom } from './random.ts'
import type { Stage } from './stage.ts'
import { createMarket, type Market, type Project } from './state.ts'
import { createSteps, type Step } from './steps.ts'
import { addBand } from './take-project.ts'
import { compareBalance, takeStep } from './take-step.ts'
import { startWorld } from './world.ts'

/** Every so many steps the whole state is compared; after each step, its answer and its fan's wallet. */
const COMPARE_EVERY = 10

/** Steps that a fan or the operator takes by calling the web server. */
const BY_CALL: readonly Step['kind'][] = [
  'publish',
  'buy',
  'bid',
  'burst',
  'play',
  'pause',
  'resume',
  'end',
  'regret',
  'accept',
  'acceptTogether',
  'renewLink',
  'takeGiftBack',
  'propose',
  'decideSplit',
  'refund',
  'charge',
  'writeOff',
  'withdraw',
  'decide',
]

/** Steps whose reports the worker applies. */
const BY_WORKER: readonly Step['kind'][] = [
  'advance',
  'close',
  'giftDate',
  'arrive',
  'dispute',
  'sendBack',
  'payOut',
]

export type RealRun = {
  seed: number
  steps: number
  /** A migrated database of the run's own. */
  databaseUrl: string
  /** The chance that the web server or the worker is killed in mid-step. */
  kills: number
}

/** Throws at the first step after which the two differ. */
export async function simulateReal({ seed, steps, databaseUrl, kills }: RealRun): Promise<Market> {
  const market = createMarket()
  const world = await startWorld(databaseUrl, market)
  const names = createNames()
  // Kills have a random source of their own: the same seed takes the same steps with and without them.
  const random = createRandom(seed ^ 0xdead)
  const clock = createClock(world.sql, names)
  const stage: Stage = { market, world, names, clock, calls: createCalls(world, random), random }
  const next = createSteps(createRandom(seed))
  let number = 0
  let step: Step = { kind: 'worker', isUp: true }
  try {
    await addBand(stage)
    while (number < steps) {
      number++
      step = next(market)
      if (clock.hasDrifted()) await clock.move(market, market.now)
      const dies = canKill(step, market) && random.chance(kills)
      if (dies) count(market.seen, `died in mid-step: ${step.kind}`)
      await takeStep(stage, step, dies)
      checkMarket(market)
      if ('fan' in step) await compareBalance(stage, step.fan)
      if (number % COMPARE_EVERY === 0) await compareAll(stage)
      for (const project of retire(market)) await compareLog(stage, project)
    }
    step = { kind: 'worker', isUp: true }
    if (!market.workerIsUp) await takeStep(stage, step, false)
    step = { kind: 'chain', refuses: false }
    await takeStep(stage, step, false)
    await compareAll(stage)
    await expectNoFaults(stage)
    await compareOutside(stage)
    await expectReconciled(stage)
    for (const project of market.projects) await compareLog(stage, project)
    checkHistory(market)
    return market
  } catch (fault) {
    const what = `seed ${seed}, step ${number} (${step.kind}): ${(fault as Error).message}`
    throw new Error(`${what}\nthe servers said last:\n${world.lastWords()}`, { cause: fault })
  } finally {
    await world.stop()
  }
}

/** A process without work in a step cannot die in the middle of it. */
function canKill({ kind }: Step, { workerIsUp }: Market): boolean {
  if (BY_WORKER.includes(kind)) return workerIsUp
  return BY_CALL.includes(kind) || kind === 'chain'
}

async function compareAll({ market, world, names }: Stage): Promise<void> {
  expectSame(describeModel(market), await describeReal(world.sql, market, world.people, names))
}

async function expectNoFaults({ world: { sql } }: Stage): Promise<void> {
  const faults = await sql`
    select * from ledger.faults
    union all select * from ledger.withdrawal_faults
    union all select * from ledger.return_faults
    union all select * from ledger.payout_faults
    union all select * from ledger.share_faults
    union all select * from ledger.outgoing_faults
    union all select * from ledger.unmatched_faults
    union all select * from market.faults`
  if (faults.length > 0) throw new Error(`faults in the books: ${JSON.stringify(faults)}`)
}

/** The public log stands on its own, and names the same winners in the same order as the model's. */
async function compareLog({ world, names }: Stage, project: Project): Promise<void> {
  if (!project.isActive) return
  const published = verify(await readLog(world.url, names.project(project).uid))
  expectSame(sales(verify(project.log).winners), sales(published.winners))
}

function sales(winners: Winner[]): string[] {
  return winners.map(({ unit, amount }, index) => `sale ${index + 1}: unit ${unit} for ${amount}`)
}
