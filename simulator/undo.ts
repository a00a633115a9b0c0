/** Sales that are undone: by the chain, by the fan who regrets, by the operator. */

import { checkCoolingOff } from '#domain/cooling-off.ts'
import { splitProceeds } from '#domain/proceeds.ts'
import { fitsRefund, platformPartOf } from '#domain/refund.ts'
import { isPlayed } from '#domain/token.ts'
import { free } from './authors.ts'
import { account, balance, transfer } from './books.ts'
import { become, count } from './coverage.ts'
import { type GiftEnd, withdrawGift } from './gifts.ts'
import { logReturn } from './log.ts'
import { authorsLegs, returnShares } from './sales.ts'
import { offerAgain, settleOnce, settleWindows } from './settlement.ts'
import { type Charge, DONE, type Market, type Outcome, type Project, refuse, type Token } from './state.ts'
import type { CancelPurchaseStep, RefundStep, SendBackStep } from './steps.ts'

/** Ends a token before its time; its unit is on sale again, at the fixed price or to the best bid. */
export function takeBack(market: Market, project: Project, token: Token, how: GiftEnd): void {
  token.status = become(market.seen, 'token', token.status, 'expired')
  settleWindows(market, project)
  token.unit.holder = null
  const bid = project.bids.find(({ payment }) => payment === token.payment)
  if (bid) logReturn(project, market.now, token.unit, bid)
  withdrawGift(market, project, token, how)
  offerAgain(market, project, token.unit, bid !== undefined)
}

export function regret(market: Market, { fan, project, token }: CancelPurchaseStep): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  const own = token?.payer === fan ? token : null
  if (own?.isCancelled) return DONE
  // No window is as long as the seven days in which one may regret.
  const view = own && {
    status: own.status,
    statusSong: own.song,
    boughtAt: market.now,
    willExpireAt: own.endsAt,
  }
  const refusal = checkCoolingOff(view, market.now)
  if (refusal || !own) return refuse(market, refusal ?? 'token_not_found')
  settleWindows(market, project)
  takeBack(market, project, own, 'regretted by its giver')
  returnShares(market, project, own)
  own.isCancelled = true
  project.regrets.push({ fan, at: market.now })
  count(market.seen, 'a purchase regretted')
  settleOnce(market, project)
  return DONE
}

/** The operator gives back what was paid, or a part of it, to the wallet or through it to the card. */
export function refund(market: Market, step: RefundStep): Outcome {
  const { project, payment, charge, token, amount, despitePlay, destination } = step
  if (!fitsRefund(amount, payment.amount - payment.refunded[destination])) {
    return refuse(market, 'refund_exceeds_payment')
  }
  if (charge?.dispute === 'open' || charge?.dispute === 'lost') return refuse(market, 'payment_disputed')
  if (destination === 'card' && charge?.method !== 'card') return refuse(market, 'refund_not_to_card')
  if (destination === 'wallet' && step.fan.isErased) return refuse(market, 'user_not_found')
  if (token?.status === 'pending') return refuse(market, 'token_not_playable')
  const left = token ? token.shares.author + token.shares.platform : 0
  if (!project || !token || left === 0) {
    return charge && destination === 'card'
      ? refundFromWallet(market, charge, amount)
      : refuse(market, 'refund_in_wallet')
  }
  if (!fitsRefund(amount, left)) return refuse(market, 'refund_exceeds_payment')
  if (isPlayed(token.song) && !despitePlay) return refuse(market, 'refund_after_play')
  const sale = { amount: payment.amount, platform: splitProceeds(payment.amount - payment.tip).platform }
  const platform = platformPartOf(amount, payment.amount - left, sale)
  const isUnearned = isLive(token) && !isPlayed(token.song)
  const author = amount - platform
  const debt = destination === 'card' && balance(market.books, account.available(token.payer.id)) < 0
  const isCovered =
    isUnearned ||
    authorsLegs(project, token, author).every(({ from, amount: leg }) => leg <= free(market, project, from))
  if (debt || !isCovered) return refuse(market, 'refund_uncovered')
  settleWindows(market, project)
  returnShares(market, project, token, { author, platform })
  if (destination === 'wallet') payment.refunded.wallet += amount
  count(market.seen, amount === left ? 'a price given back' : 'a part of a price given back')
  const isTakenBack = amount === left && isLive(token) && !isPlayed(token.song)
  if (isTakenBack) {
    takeBack(market, project, token, 'refunded')
    count(market.seen, 'a token taken back with its price')
  }
  if (charge && destination === 'card') payToCard(market, charge, amount, account.available(token.payer.id))
  if (isTakenBack) settleOnce(market, project)
  return DONE
}

/** What was not spent, or came back before, is in the wallet, or kept for somebody who is no more. */
function refundFromWallet(market: Market, charge: Charge, amount: number): Outcome {
  const from = charge.fan.isErased ? account.unclaimed : account.available(charge.fan.id)
  const there = charge.fan.isErased ? charge.unclaimed : balance(market.books, from)
  if (amount > there) return refuse(market, 'refund_uncovered')
  payToCard(market, charge, amount, from)
  return DONE
}

/** The processor gives back nothing of a charge that was ever disputed: then it is the fan's, or kept for them. */
function payToCard(market: Market, charge: Charge, amount: number, from: string): void {
  const isKept = from === account.unclaimed
  if (charge.dispute !== null) {
    count(market.seen, 'a card refund that the processor refuses')
    if (!charge.fan.isErased || isKept) return
    transfer(market.books, from, account.unclaimed, amount)
    charge.unclaimed += amount
    return
  }
  transfer(market.books, from, account.clearing, amount)
  charge.payment.refunded.card += amount
  if (isKept) charge.unclaimed -= amount
  market.cardRefunds.push({ id: ++market.ids, charge, amount, isSentBack: false })
  count(market.seen, 'a price given back to its card')
}

/** A bank sends a refund back that had been taken for paid. */
export function sendBack(market: Market, { refund }: SendBackStep): Outcome {
  refund.isSentBack = true
  const { charge, amount } = refund
  const { fan, payment } = charge
  transfer(
    market.books,
    account.clearing,
    fan.isErased ? account.unclaimed : account.available(fan.id),
    amount,
  )
  payment.refunded.card -= amount
  if (fan.isErased) charge.unclaimed += amount
  count(market.seen, fan.isErased ? 'money kept for somebody who is no more' : 'a card refund sent back')
  return DONE
}

function isLive({ status }: Token): boolean {
  return status === 'minted'
}
