/** Runs the market in memory through random steps, checking the invariants after each. */

import { checkHistory, checkMarket } from './invariants.ts'
import { perform } from './model.ts'
import { retire } from './operator-steps.ts'
import { createRandom } from './random.ts'
import { createMarket, type Market } from './state.ts'
import { createSteps } from './steps.ts'

/** Throws at the first step after which something is wrong, and says which it was. */
export function simulate(seed: number, steps: number): Market {
  const market = createMarket()
  const next = createSteps(createRandom(seed))
  for (let number = 1; number <= steps; number++) {
    const step = next(market)
    try {
      perform(market, step)
      checkMarket(market)
    } catch (fault) {
      throw new Error(`seed ${seed}, step ${number} (${step.kind}): ${(fault as Error).message}`, {
        cause: fault,
      })
    }
    retire(market)
  }
  checkHistory(market)
  return market
}
