/** What fans may do next with their wallet, and when they may leave. */
import { account, balance } from './books.ts'
import { anyFan, anyLot, anyProject, type Choice } from './choice.ts'
import { obstacleOf } from './erasure.ts'
import { beside } from './gift-steps.ts'
import type { BidStep, BuyStep, Step } from './steps.ts'

/** The most bids that come at once. */
const BURST = 8

/** Around the price, where bids meet each other; now and then more than the wallet holds. */
export function bid(choice: Choice, project = anyProject(choice)): BidStep {
  const { market, random, newKey } = choice
  const fan = anyFan(choice)
  const free = balance(market.books, account.available(fan.id))
  const amount = random.chance(0.05)
    ? Math.max(1, free + 1 + random.below(50))
    : (project?.price ?? 1000) - 2 + random.below(60)
  return { kind: 'bid', fan, project, amount, tip: random.chance(0.01) ? 100 : 0, key: newKey() }
}

export function burst(choice: Choice): Step {
  const { market, random } = choice
  const project = random.pick(market.projects)
  const bids = Array.from({ length: 2 + random.below(BURST - 1) }, () => ({
    ...bid(choice, project),
    tip: 0,
  }))
  return { kind: 'burst', project, bids }
}

export function buy(choice: Choice): BuyStep {
  const [fan, project] = [anyFan(choice), anyLot(choice)]
  return { kind: 'buy', fan, project, ...beside(choice), key: choice.newKey() }
}

/** Few have nothing in progress and an empty wallet; preferably those of whom a bank may still report something. */
export function erase(choice: Choice): Step {
  const { market, random } = choice
  const free = market.fans.filter((fan) => fan.isActive && !obstacleOf(market, fan))
  const traced = free.filter((fan) =>
    market.charges.some(
      ({ fan: payer, payment }) =>
        payer === fan && (payment.status === 'failed' || payment.refunded.card > 0),
    ),
  )
  const some = [traced, free].find((fans) => fans.length > 0 && random.chance(fans === traced ? 0.9 : 0.2))
  return { kind: 'erase', fan: some ? random.pick(some) : anyFan(choice) }
}
