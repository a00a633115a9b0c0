/** A bank disputes a charge, and decides whether it keeps the money; a remaining debt may be written off. */
import { isStanding } from '#domain/bid.ts'
import { fanPartOf } from '#domain/dispute.ts'
import { isPlayed } from '#domain/token.ts'
import { account, balance, transfer } from './books.ts'
import { count } from './coverage.ts'
import { returnGiftsOf } from './gifts.ts'
import { returnShares } from './sales.ts'
import { release, settleOnce, settleWindows } from './settlement.ts'
import {
  type Charge,
  DONE,
  type Fan,
  type Market,
  type Outcome,
  type Project,
  refuse,
  type Token,
} from './state.ts'
import type { DisputeStep, WriteOffStep } from './steps.ts'
import { takeBack } from './undo.ts'

/** What the processor keeps for a lost dispute. */
const DISPUTE_FEE = 5500

/** The first of the two reports opens it. */
export function dispute(market: Market, { charge, says }: DisputeStep): Outcome {
  if (charge.dispute === null) open(market, charge)
  if (says !== 'open') end(market, charge, says)
  return DONE
}

/** The disputed amount: all that has not been refunded to the card. */
function disputedAmount({ payment, fee }: Charge): number {
  return payment.amount + fee - payment.refunded.card
}

export function tokenOf({ project, payment }: Charge): Token | undefined {
  return project?.tokens.find((token) => token.payment === payment)
}

function open(market: Market, charge: Charge): void {
  const { fan, payment, fee, project } = charge
  const amount = disputedAmount(charge)
  const before = { refundedToCard: payment.refunded.card, disputedBefore: 0, fanPartBefore: 0 }
  charge.dispute = 'open'
  charge.fanPart = fanPartOf(amount, { amount: payment.amount, fee, ...before })
  count(market.seen, 'money taken back by a bank')
  const token = tokenOf(charge)
  if (project && token) settleWindows(market, project)
  const isTakenBack = token?.status === 'minted' && !isPlayed(token.song)
  if (project && token && isTakenBack) {
    takeBack(market, project, token, 'taken back by a bank')
    returnShares(market, project, token)
    count(market.seen, 'a token taken back by a bank')
  }
  returnGiftsOf(market, fan, 'a gift returned with its disputed payment', payment)
  transfer(market.books, account.available(fan.id), account.disputed, charge.fanPart, true)
  if (isOverdrawn(market, fan)) {
    releaseBids(market, fan)
    returnGiftsOf(market, fan, 'a gift of a wallet below zero returned')
  }
  const freed = token ? [] : takeBoughtBack(market, charge)
  transfer(market.books, account.losses, account.disputed, amount - charge.fanPart)
  // What was taken back may have brought more than a bank took.
  const rest = fan.isErased ? Math.max(0, balance(market.books, account.available(fan.id))) : 0
  if (rest > 0) {
    transfer(market.books, account.available(fan.id), account.unclaimed, rest)
    charge.unclaimed += rest
    count(market.seen, 'money kept for somebody who is no more')
  }
  if (project && isTakenBack) settleOnce(market, project)
  for (const one of freed) settleOnce(market, one)
}

/** What was bought from the wallet since, unplayed, newest first, until nothing is owed. */
function takeBoughtBack(market: Market, charge: Charge): Project[] {
  const fromElsewhere = new Set(market.charges.map(({ payment }) => payment))
  const bought = market.projects
    .flatMap((project) => project.tokens.map((token) => ({ project, token })))
    .filter(({ token }) => token.payer === charge.fan && token.payment.id > charge.payment.id)
    .filter(({ token }) => token.status === 'minted' && !isPlayed(token.song))
    .filter(({ token }) => !fromElsewhere.has(token.payment))
    .toSorted((one, other) => other.token.id - one.token.id)
  const freed: Project[] = []
  for (const { project, token } of bought) {
    if (!isOverdrawn(market, charge.fan)) break
    settleWindows(market, project)
    if (token.status !== 'minted') continue
    takeBack(market, project, token, 'taken back by a bank')
    returnShares(market, project, token)
    freed.push(project)
    count(market.seen, 'a token bought from a disputed deposit taken back')
  }
  return freed
}

function end(market: Market, charge: Charge, says: 'won' | 'lost'): void {
  const { books } = market
  const amount = disputedAmount(charge)
  const free = account.available(charge.fan.id)
  charge.dispute = says
  count(market.seen, `a dispute ${says}`)
  if (says === 'lost') {
    transfer(books, account.disputed, account.clearing, amount)
    transfer(books, account.losses, account.clearing, DISPUTE_FEE)
    return
  }
  const owed = charge.fan.isErased ? Math.max(0, -balance(books, free)) : charge.fanPart
  const kept = Math.max(0, charge.fanPart - owed)
  transfer(books, account.disputed, free, charge.fanPart - kept)
  transfer(books, account.disputed, account.unclaimed, kept)
  transfer(books, account.disputed, account.losses, amount - charge.fanPart)
  charge.unclaimed += kept
  if (kept > 0) count(market.seen, 'money kept for somebody who is no more')
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

/** The operator writes off the debt, or a part of it. */
export function writeOff(market: Market, { fan, amount }: WriteOffStep): Outcome {
  const free = account.available(fan.id)
  if (amount > -balance(market.books, free)) return refuse(market, 'debt_gone')
  if (market.charges.some((charge) => charge.fan === fan && charge.dispute === 'open'))
    return refuse(market, 'debt_disputed')
  transfer(market.books, account.losses, free, amount)
  count(market.seen, 'a debt given up')
  return DONE
}
