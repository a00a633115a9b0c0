/** Where steps are taken: the model, the real product, and the names of things in each. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call, Calls } from './calls.ts'
import type { Clock } from './clock.ts'
import { perform } from './model.ts'
import type { Names } from './names.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Fan, Market } from './state.ts'
import type { Step } from './steps.ts'
import type { World } from './world.ts'

export type Stage = { market: Market; world: World; names: Names; clock: Clock; calls: Calls; random: Random }

/** A worker dies within this long of getting work. */
const LATEST_DEATH_MS = 60

export function personOf({ world }: Pick<Stage, 'world'>, fan: Fan): Person {
  return world.people[fan.id] as Person
}

export async function callAlone({ calls }: Stage, call: Call, kills: boolean): Promise<Answer> {
  const [answer] = await calls.all([call], kills)
  return answer as Answer
}

/** Takes the step in the model, and throws unless both give the same answer. */
export function compare({ market, names }: Stage, step: Step, { status, data }: Answer): void {
  const outcome = perform(market, step)
  const [expected, answered] = [outcome.ok ? 'yes' : outcome.refusal, status < 300 ? 'yes' : data.code]
  if (expected !== answered) throw new Error(`answered ${status} ${answered}; the model says ${expected}`)
  if (!outcome.ok || !outcome.payment) return
  // A payment by PIX is answered as it is, one by card or from the wallet inside a larger answer.
  names.addPayment(outcome.payment, data.payment?.uid ?? String(data.uid))
}

export async function killWorker({ world, random }: Stage, kills: boolean): Promise<void> {
  if (!kills) return
  await sleep(random.below(LATEST_DEATH_MS))
  await world.worker.kill()
  await world.worker.start()
}
