/** Accounts that are erased, and people who come instead. */
import { isStanding } from '#domain/bid.ts'
import type { Refusal } from '#domain/refusal.ts'
import { account, balance } from './books.ts'
import { count } from './coverage.ts'
import { DONE, type Fan, type Market, newFan, type Outcome, refuse } from './state.ts'

export function erase(market: Market, fan: Fan): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  const obstacle = obstacleOf(market, fan)
  if (obstacle) return refuse(market, obstacle)
  fan.isActive = false
  fan.isErased = true
  count(market.seen, 'an account erased')
  return DONE
}

/** Why an account cannot be erased now, or null. */
export function obstacleOf(market: Market, fan: Fan): Refusal | null {
  const projects = [...market.projects, ...market.retired]
  const bids = projects.flatMap((project) => project.bids.filter((bid) => bid.fan === fan))
  if (bids.some(({ status }) => isStanding(status) || status === 'pending-cancel')) return 'bids_standing'
  const isUnderWay =
    market.charges.some(
      ({ fan: payer, payment, dispute }) =>
        payer === fan && (payment.status === 'pending' || dispute === 'open'),
    ) ||
    projects.some(({ tokens }) =>
      tokens.some((token) => (token.fan === fan || token.payer === fan) && token.status === 'pending'),
    ) ||
    market.withdrawals.some((withdrawal) => withdrawal.fan === fan && withdrawal.status === 'requested')
  if (isUnderWay) return 'payments_pending'
  const money = balance(market.books, account.available(fan.id))
  if (money < 0) return 'wallet_overdrawn'
  return money > 0 || balance(market.books, account.held(fan.id)) > 0 ? 'wallet_not_empty' : null
}

export function join({ fans }: Market): Outcome {
  fans.push(newFan(fans.length))
  return DONE
}
