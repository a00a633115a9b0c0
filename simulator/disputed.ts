/** A bank takes the money of a deposit back, and decides whether it keeps it. */
import { isStanding } from '#domain/bid.ts'
import { account, balance, transfer } from './books.ts'
import { count } from './coverage.ts'
import { release } from './settlement.ts'
import { DONE, type Fan, type Market, type Outcome } from './state.ts'
import type { DisputeStep } from './steps.ts'

/** Whichever word comes first opens it, and an end counts once. */
export function dispute(market: Market, { deposit, says }: DisputeStep): Outcome {
  const { fan, amount } = deposit
  const free = account.available(fan.id)
  if (deposit.dispute === null) {
    deposit.dispute = 'open'
    transfer(market.books, free, account.disputed, amount, true)
    count(market.seen, 'money taken back by a bank')
    if (isOverdrawn(market, fan)) releaseBids(market, fan)
  }
  if (deposit.dispute !== 'open' || says === 'open') return DONE
  deposit.dispute = says
  transfer(market.books, account.disputed, says === 'won' ? free : account.clearing, amount)
  count(market.seen, `a dispute ${says}`)
  return DONE
}

export function isOverdrawn(market: Market, fan: Fan): boolean {
  return balance(market.books, account.available(fan.id)) < 0
}

/** The missing money may stand behind any of them. */
function releaseBids(market: Market, fan: Fan): void {
  count(market.seen, 'a wallet below zero')
  for (const project of market.projects) {
    const own = project.bids.filter((bid) => bid.fan === fan && isStanding(bid.status))
    if (own.length > 0) count(market.seen, 'bids of a wallet below zero released')
    release(market, project, own, 'pending-cancel', 'withdrawn')
  }
}
