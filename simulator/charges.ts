/** Money from outside, by card or PIX: requested, and later received on time, late, wrong, or not at all. */
import { cardFee, pixFee } from '#domain/fee.ts'
import type { PaymentStatus } from '#domain/payment.ts'
import { RESERVATION_SECONDS } from '#domain/project.ts'
import type { Refusal } from '#domain/refusal.ts'
import { account, balance, transfer } from './books.ts'
import { become, count, PAYMENT_OF } from './coverage.ts'
import { isOverdrawn } from './disputed.ts'
import { waitingGift } from './gifts.ts'
import { settleBeforeBid } from './settlement.ts'
import {
  type Charge,
  DONE,
  liveToken,
  type Market,
  MINUTE,
  newPayment,
  type Outcome,
  type Project,
  refuse,
  unsoldUnits,
} from './state.ts'
import type { ArriveStep, ChargeStep } from './steps.ts'
import {
  answerOnce,
  enterBid,
  giveUpReservations,
  judgeBid,
  judgeFan,
  judgePurchase,
  sellUnit,
  textOf,
} from './trade.ts'

/** A code that expires sooner than this is not offered again. */
const TOO_SHORT = 20_000

/** A fan starts a payment: the money is not here yet, but a unit may be reserved. */
export function startCharge(market: Market, step: ChargeStep): Outcome {
  const { fan, method, flow, project, amount, gift, tip, key } = step
  const body = `${method} ${flow} ${project?.id} ${amount} ${step.isDeclined} ${textOf(gift)} ${tip}`
  return answerOnce(market, fan, key, body, () => {
    const open = openCode(market, step)
    if (open) return { ok: true, payment: open.payment }
    const refusal = judgeCharge(market, step)
    if (refusal) return refuse(market, refusal)
    const charge: Charge = {
      id: ++market.ids,
      fan,
      method,
      flow,
      project,
      gift,
      payment: newPayment(market, amount, 'pending', tip),
      fee: method === 'card' ? cardFee(amount + tip) : pixFee(amount + tip),
      // Half a minute past a whole one, like everything that ends: see `UNLOCK_SECONDS`.
      expiresAt: Math.floor(market.now / MINUTE) * MINUTE + RESERVATION_SECONDS * 1000 + MINUTE / 2,
      dispute: null,
      fanPart: 0,
      unclaimed: 0,
      isKeptOut: false,
    }
    market.charges.push(charge)
    if (flow === 'mint' && project) reserve(market, project, charge)
    if (!step.isDeclined) return { ok: true, payment: charge.payment }
    fail(market, charge)
    return refuse(market, 'card_declined')
  })
}

/** Whether the processor will be asked: what was refused or is known is not asked for again. */
export function willCharge(market: Market, step: ChargeStep): boolean {
  const isKnown = market.answers.has(`${step.fan.id} ${step.key}`) || openCode(market, step) !== undefined
  return !isKnown && !judgeFan(step.fan) && !judgeCharge(market, step)
}

function openCode(market: Market, step: ChargeStep): Charge | undefined {
  const { fan, method, flow, project, amount, gift, tip } = step
  if (method !== 'pix') return
  return market.charges.findLast(
    (charge) =>
      charge.method === 'pix' &&
      charge.fan === fan &&
      charge.flow === flow &&
      charge.project === project &&
      charge.payment.amount === amount + tip &&
      charge.payment.tip === tip &&
      textOf(charge.gift) === textOf(gift) &&
      charge.payment.status === 'pending' &&
      charge.expiresAt > market.now + TOO_SHORT,
  )
}

function judgeCharge(market: Market, { fan, flow, project, amount, gift }: ChargeStep): Refusal | null {
  if (flow === 'balance') return null
  if (isOverdrawn(market, fan)) return 'wallet_overdrawn'
  if (flow === 'mint') return judgePurchase(market, fan, project, { gift, money: null })
  return judgeBid(market, fan, project, amount, { money: Number.POSITIVE_INFINITY })
}

function reserve(market: Market, project: Project, charge: Charge): void {
  giveUpReservations(project, charge.fan)
  const [unit] = unsoldUnits(project, market.now)
  if (unit) unit.reservedBy = charge
}

function free(charge: Charge): void {
  for (const unit of charge.project?.units ?? []) if (unit.reservedBy === charge) unit.reservedBy = null
}

/** By how many centavos a payer who types the amount is wrong. */
export const ANOTHER_AMOUNT = 1

/** The network's report on a charge: paid correctly, paid incorrectly, or not paid. */
export function arrive(market: Market, { charge, says }: ArriveStep): Outcome {
  if (says === 'failed') {
    fail(market, charge)
    return DONE
  }
  const { fan, method, flow, payment, fee } = charge
  const total = payment.amount + fee
  if (says === 'another amount') {
    count(market.seen, 'money of another amount kept out')
    transfer(market.books, account.clearing, account.unmatched, total + ANOTHER_AMOUNT)
  } else if (!['pending', 'failed'].includes(payment.status)) {
    count(market.seen, 'money that came twice kept out')
    transfer(market.books, account.clearing, account.unmatched, total)
  } else if (fan.isErased) {
    charge.isKeptOut = true
    count(market.seen, 'money for somebody who is no more kept out')
    transfer(market.books, account.clearing, account.unmatched, total)
  } else {
    const late = method === 'pix' && market.now > charge.expiresAt
    turn(market, charge, 'succeded')
    transfer(market.books, account.clearing, account.available(fan.id), payment.amount)
    transfer(market.books, account.clearing, account.fees, fee)
    if (fan.isOnChain) market.operations.push({ kind: 'credit', project: charge.project, charge })
    if (late) count(market.seen, 'money that came late')
    if (flow === 'mint') buyWithIt(market, charge, late)
    if (flow === 'bid') bidWithIt(market, charge, late)
  }
  return DONE
}

function fail(market: Market, charge: Charge): void {
  turn(market, charge, 'failed')
  free(charge)
}

function buyWithIt(market: Market, charge: Charge, late: boolean): void {
  const { fan, gift, payment, project } = charge
  if (!project) throw new Error(`charge ${charge.id} buys of nothing`)
  const own = project.units.find(({ reservedBy }) => reservedBy === charge)
  const isOpen =
    project.isActive && market.now < project.expiredAt && (!project.isPaused || own) && fan.isActive
  const isCovered = balance(market.books, account.available(fan.id)) >= payment.amount
  const unit = own ?? unsoldUnits(project, market.now)[0]
  const hasOne = gift ? waitingGift(project, fan) : liveToken(project, fan)
  if (isOpen && !late && isCovered && unit && !hasOne) {
    sellUnit(market, project, { fan, unit, payment, gift })
    return
  }
  free(charge)
  turn(market, charge, 'failed-mint')
}

function bidWithIt(market: Market, charge: Charge, late: boolean): void {
  const { fan, payment, project } = charge
  if (!project) throw new Error(`charge ${charge.id} bids for nothing`)
  if (!late) settleBeforeBid(market, project)
  const refusal =
    judgeFan(fan) ??
    (late ? 'project_closed' : judgeBid(market, fan, project, payment.amount, { isPaid: true }))
  if (refusal) turn(market, charge, 'failed-bided')
  else enterBid(market, project, fan, payment)
}

/** The payment of a charge takes a step of its state machine. */
export function turn({ seen }: Market, { flow, payment }: Charge, to: PaymentStatus): void {
  payment.status = become(seen, PAYMENT_OF[flow], payment.status, to)
}
