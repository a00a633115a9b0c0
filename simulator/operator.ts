/** What the operator does to a project on sale, and what fans and operator do about outgoing money. */
import { mayBecome } from '#domain/transitions.ts'
import { isWorthWithdrawing, WITHDRAWAL_STEPS, WITHDRAWALS_WAITING } from '#domain/withdrawal.ts'
import { account, balance, transfer } from './books.ts'
import { count } from './coverage.ts'
import { isOverdrawn } from './disputed.ts'
import { logNote } from './log.ts'
import { giveWaiting, settleProject } from './settlement.ts'
import { DONE, type Market, type Outcome, type Project, refuse, type Withdrawal } from './state.ts'
import type { DecideStep, WithdrawStep } from './steps.ts'

export function pause(market: Market, project: Project, isPaused: boolean): Outcome {
  if (!project.isActive) return refuse(market, 'project_not_published')
  if (market.now >= project.expiredAt) return refuse(market, 'project_closed')
  if (project.isPaused === isPaused) return DONE
  settleProject(market, project)
  project.isPaused = isPaused
  logNote(project, market.now, isPaused ? 'pause' : 'resume')
  if (isPaused) return DONE
  project.isOpenIncident = true
  while (giveWaiting(market, project)) count(market.seen, 'a unit that waited for the end of a pause')
  return DONE
}

/** The project's end is brought forward to this instant; the caller lets it be settled. */
export function endNow(market: Market, project: Project): Outcome {
  if (market.now < project.expiredAt) {
    project.expiredAt = market.now
    count(market.seen, 'a project ended by the operator')
  }
  return DONE
}

export function withdraw(market: Market, step: WithdrawStep): Outcome {
  const { fan, amount } = step
  if (!fan.isActive) return refuse(market, 'account_inactive')
  if (!fan.isComplete) return refuse(market, 'profile_incomplete')
  if (isOverdrawn(market, fan)) return refuse(market, 'wallet_overdrawn')
  if (amount > balance(market.books, account.available(fan.id))) {
    return refuse(market, 'withdrawal_exceeds_balance')
  }
  if (!isWorthWithdrawing(amount, balance(market.books, account.available(fan.id)))) {
    return refuse(market, 'withdrawal_too_small')
  }
  if (waitingOf(market, fan).length >= WITHDRAWALS_WAITING) return refuse(market, 'withdrawals_limit')
  transfer(market.books, account.available(fan.id), account.held(fan.id), amount)
  market.withdrawals.push({ id: ++market.ids, fan, amount, isPayable: step.isPayable, status: 'requested' })
  return DONE
}

/**
 * The fan cancels, or the operator rejects it: the money is available again. Or it is sent, if the bank accepts it.
 */
export function decide(market: Market, { withdrawal, becomes }: DecideStep): Outcome {
  const { fan, amount, status, isPayable } = withdrawal
  if (becomes === 'cancelled' && !fan.isActive) return refuse(market, 'account_inactive')
  if (status === becomes) return DONE
  if (!mayBecome(WITHDRAWAL_STEPS, status, becomes)) return refuse(market, 'withdrawal_decided')
  if (becomes === 'approved' && isOverdrawn(market, fan)) return refuse(market, 'payee_overdrawn')
  withdrawal.status = becomes === 'approved' ? (isPayable ? 'paid' : 'failed') : becomes
  const to = withdrawal.status === 'paid' ? account.paidOut : account.available(fan.id)
  transfer(market.books, account.held(fan.id), to, amount)
  count(market.seen, `a withdrawal ${withdrawal.status}`)
  return DONE
}

/** The part of a fan's held money that waits to be paid out, and is in no auction. */
export function onItsWayOut(market: Market, fan: { id: number }): number {
  return waitingOf(market, fan).reduce((sum, { amount }) => sum + amount, 0)
}

function waitingOf(market: Market, fan: { id: number }): Withdrawal[] {
  return market.withdrawals.filter(
    (withdrawal) => withdrawal.fan.id === fan.id && withdrawal.status === 'requested',
  )
}
