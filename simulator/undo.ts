/** Sales that are undone: by the chain, by the fan who regrets, by the house. */
import { splitProceeds } from '#domain/proceeds.ts'
import { fitsRefund, platformPartOf } from '#domain/refund.ts'
import { checkRegret } from '#domain/regret.ts'
import { isPlayed } from '#domain/token.ts'
import { account, transfer } from './books.ts'
import { become, count } from './coverage.ts'
import { settleOnce, settleWindows } from './settlement.ts'
import { DONE, type Market, type Outcome, type Project, refuse, type Token } from './state.ts'
import type { RefundStep, RegretStep } from './steps.ts'

/** Ends a token before its time; its unit is on sale again, at the fixed price or to the best bid. */
export function takeBack(market: Market, project: Project, token: Token): void {
  token.status = become(market.seen, 'token', token.status, 'expired')
  token.unit.holder = null
  // Once every unit has been sold there is an auction, and it stays one.
  if (project.units.every(({ isSold }) => isSold)) {
    token.unit.freedAt = market.now
    project.isUnsettled = true
  } else {
    token.unit.isSold = false
  }
}

/** Author and platform give back what they still have of a token's price, or the given part of it. */
export function returnShares(market: Market, project: Project, token: Token, part = token.shares): void {
  const { author, platform } = part
  const fan = account.available(token.fan.id)
  transfer(market.books, account.payable(project.id), fan, author)
  transfer(market.books, account.revenue, fan, platform)
  token.shares = { author: token.shares.author - author, platform: token.shares.platform - platform }
}

export function regret(market: Market, { fan, project, token }: RegretStep): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  const own = token?.fan === fan ? token : null
  if (own?.isRegretted) return DONE
  // No window is as long as the seven days in which one may regret.
  const view = own && {
    status: own.status,
    statusSong: own.song,
    boughtAt: market.now,
    willExpireAt: own.endsAt,
  }
  const refusal = checkRegret(view, market.now)
  if (refusal || !own) return refuse(market, refusal ?? 'token_not_found')
  settleWindows(market, project)
  takeBack(market, project, own)
  returnShares(market, project, own)
  own.isRegretted = true
  count(market.seen, 'a purchase regretted')
  settleOnce(market, project)
  return DONE
}

/** The house gives back what was paid, or a part of it, to the wallet. */
export function refund(market: Market, step: RefundStep): Outcome {
  const { project, payment, token, amount, despitePlay } = step
  if (!fitsRefund(amount, payment.amount - payment.refunded)) return refuse(market, 'refund_exceeds_payment')
  if (token?.status === 'pending') return refuse(market, 'token_not_playable')
  const left = token ? token.shares.author + token.shares.platform : 0
  if (!token || left === 0) return refuse(market, 'refund_in_wallet')
  if (!fitsRefund(amount, left)) return refuse(market, 'refund_exceeds_payment')
  if (isPlayed(token.song) && !despitePlay) return refuse(market, 'refund_after_play')
  settleWindows(market, project)
  const sale = { amount: payment.amount, platform: splitProceeds(payment.amount).platform }
  const platform = platformPartOf(amount, payment.amount - left, sale)
  returnShares(market, project, token, { author: amount - platform, platform })
  payment.refunded += amount
  count(market.seen, amount === left ? 'a price given back' : 'a part of a price given back')
  if (amount < left || !isLive(token) || isPlayed(token.song)) return DONE
  takeBack(market, project, token)
  count(market.seen, 'a token taken back with its price')
  settleOnce(market, project)
  return DONE
}

function isLive({ status }: Token): boolean {
  return status === 'minted'
}
