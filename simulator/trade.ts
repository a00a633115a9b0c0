/** Buying in the first lot and bidding, with money that is in the wallet. */
import { checkBid, isStanding } from '#domain/bid.ts'
import { REGRET_MEMORY_DAYS } from '#domain/cooling-off.ts'
import { checkPurchase } from '#domain/purchase.ts'
import type { Refusal } from '#domain/refusal.ts'
import { account, balance, transfer } from './books.ts'
import { become, count } from './coverage.ts'
import { isOverdrawn } from './disputed.ts'
import { setAside, waitingGift } from './gifts.ts'
import { logBid, logSale } from './log.ts'
import { paySale } from './sales.ts'
import { addToken, giveUnit, settleBeforeBid } from './settlement.ts'
import {
  type Bid,
  type Fan,
  type GiftOrder,
  liveToken,
  type Market,
  MINUTE,
  newPayment,
  type Outcome,
  type Payment,
  type Project,
  refuse,
  type Unit,
  unsoldUnits,
  waitingUnits,
} from './state.ts'
import type { BidStep, BuyStep } from './steps.ts'

export function buy(market: Market, { fan, project, gift, tip, key }: BuyStep): Outcome {
  return answerOnce(market, fan, key, `buy ${project?.id} ${textOf(gift)} ${tip}`, () => {
    const money = balance(market.books, account.available(fan.id)) - tip
    const refusal = judgePurchase(market, fan, project, { gift, money })
    if (refusal === 'insufficient_balance' && isOverdrawn(market, fan)) {
      return refuse(market, 'wallet_overdrawn')
    }
    if (refusal || !project) return refuse(market, refusal ?? 'project_not_found')
    giveUpReservations(project, fan)
    const [unit] = unsoldUnits(project, market.now)
    if (!unit) return refuse(market, 'sold_out')
    const payment = newPayment(market, project.price, 'pending', tip)
    payment.status = become(market.seen, 'payment of a unit', payment.status, 'succeded')
    sellUnit(market, project, { fan, unit, payment, gift })
    return { ok: true, payment }
  })
}

export function textOf(gift: GiftOrder | null): string {
  return gift ? `for ${gift.email ?? 'whoever has the link'}` : 'for oneself'
}

/** `money` is what the fan has for the price; null when it comes from outside. */
export function judgePurchase(
  market: Market,
  fan: Fan,
  project: Project | null,
  { gift, money }: { gift: GiftOrder | null; money: number | null },
): Refusal | null {
  const refusal = checkPurchase(
    {
      project: project && { ...project, firstLotSold: isFirstLotSold(project), fiatPrice: project.price },
      available: project ? unsoldUnits(project, market.now, (charge) => charge.fan === fan).length : 0,
      holdsLiveToken: Boolean(!gift && project && liveToken(project, fan)),
      regrets: regretsOf(market, project, fan),
      opening: null,
    },
    null,
    market.now,
  )
  if (refusal) return refusal
  if (gift && project && waitingGift(project, fan)) return 'gift_waiting'
  return project && money !== null && money < project.price ? 'insufficient_balance' : null
}

function regretsOf({ now }: Market, project: Project | null, fan: Fan): number {
  const since = now - REGRET_MEMORY_DAYS * 24 * 60 * MINUTE
  return project?.regrets.filter((one) => one.fan === fan && one.at > since).length ?? 0
}

/** Whoever buys otherwise, or pays anew, needs no more what was set aside for an earlier attempt. */
export function giveUpReservations(project: Project, fan: Fan): void {
  for (const unit of project.units) if (unit.reservedBy?.fan === fan) unit.reservedBy = null
}

export function sellUnit(
  market: Market,
  project: Project,
  { fan, unit, payment, gift }: { fan: Fan; unit: Unit; payment: Payment; gift: GiftOrder | null },
): void {
  if (gift) {
    setAside(market, project, { fan, unit, payment, order: gift })
    return
  }
  unit.isSold = true
  unit.reservedBy = null
  const token = addToken(market, project, { fan, payer: fan, unit, payment, isWon: false })
  paySale(market, project, token, account.available(fan.id))
  market.operations.push({ kind: 'sell', project, token })
}

export function placeBid(market: Market, { fan, project, amount, tip, key }: BidStep): Outcome {
  if (tip > 0) return refuse(market, fan.isActive ? 'malformed' : 'account_inactive')
  if (project) settleBeforeBid(market, project)
  return answerOnce(market, fan, key, `bid ${project?.id} ${amount}`, () => {
    const refusal = judgeBid(market, fan, project, amount)
    if (refusal || !project) return refuse(market, refusal ?? 'project_not_found')
    const payment = newPayment(market, amount, 'succeded')
    enterBid(market, project, fan, payment)
    return { ok: true, payment }
  })
}

/** The money of a payment is in the wallet: from now on it stands behind a bid. */
export function enterBid(market: Market, project: Project, fan: Fan, payment: Payment): void {
  const { amount } = payment
  const bid: Bid = { id: ++market.ids, fan, payment, amount, status: 'pending', hold: 'held' }
  project.bids.push(bid)
  transfer(market.books, account.available(fan.id), account.held(fan.id), amount)
  logBid(project, market.now, bid)
  market.operations.push({ kind: 'bid', project, bid })
  const [waiting] = waitingUnits(project)
  if (!waiting) return
  count(market.seen, 'a waiting unit to the bid that arrived')
  logSale(project, market.now, waiting, waiting.freedAt ?? market.now, bid)
  giveUnit(market, project, waiting, bid)
}

/**
 * Why a bid would be refused now, or null; a market that has windows to settle is not looked at. `money` is what there is
 * for it. What a fan has asked a card or PIX for is a bid already, unless this is the one that it `isPaid` for.
 */
export function judgeBid(
  market: Market,
  fan: Fan,
  project: Project | null,
  amount: number,
  { money = balance(market.books, account.available(fan.id)), isPaid = false } = {},
): Refusal | null {
  const standing = project?.bids.filter((bid) => isStanding(bid.status)) ?? []
  const refusal = checkBid(
    {
      project: project && { ...project, firstLotSold: isFirstLotSold(project), fiatPrice: project.price },
      // The model's artists have no accounts.
      isPaidForIt: false,
      holdsLiveToken: Boolean(project && liveToken(project, fan)),
      regrets: regretsOf(market, project, fan),
      amountTaken: standing.some((bid) => bid.amount === amount && bid.fan !== fan),
      hasActiveBid:
        standing.some((bid) => bid.fan === fan) ||
        (!isPaid &&
          market.charges.some((charge) => charge.project === project && isBidUnderWay(charge, fan))),
    },
    amount,
    money,
    market.now,
  )
  return refusal === 'bid_exceeds_balance' && isOverdrawn(market, fan) ? 'wallet_overdrawn' : refusal
}

function isBidUnderWay(charge: { fan: Fan; flow: string; payment: Payment }, fan: Fan): boolean {
  return charge.fan === fan && charge.flow === 'bid' && charge.payment.status === 'pending'
}

/** Why nothing at all may be paid for by this fan, or null. */
export function judgeFan(fan: Fan): Refusal | null {
  if (!fan.isActive) return 'account_inactive'
  return fan.isComplete ? null : 'profile_incomplete'
}

function isFirstLotSold(project: Project): boolean {
  return project.units.every(({ isSold }) => isSold)
}

/** The same key with the same body is answered the same; refusals are not kept, but what the bank of a card said is. */
export function answerOnce(
  market: Market,
  fan: Fan,
  key: string,
  body: string,
  work: () => Outcome,
): Outcome {
  const refusal = judgeFan(fan)
  if (refusal) return refuse(market, refusal)
  const name = `${fan.id} ${key}`
  const known = market.answers.get(name)
  if (known && known.body !== body) return refuse(market, 'key_reused')
  if (known) {
    count(market.seen, 'the same call again')
    return known.outcome
  }
  const outcome = work()
  if (outcome.ok || outcome.refusal === 'card_declined') market.answers.set(name, { body, outcome })
  return outcome
}
