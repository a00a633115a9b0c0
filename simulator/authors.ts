/** Artists are paid what can no longer be taken back automatically. */
import { account, balance, transfer } from './books.ts'
import { count } from './coverage.ts'
import { DONE, type Market, type Outcome, type Project, refuse } from './state.ts'
import type { PayoutStep } from './steps.ts'

/** The artist's shares of live, unplayed tokens. */
export function unearned({ tokens }: Project): number {
  return tokens
    .filter(({ status, song }) => (status === 'pending' || status === 'minted') && song === 'none')
    .reduce((sum, { shares }) => sum + shares.author, 0)
}

/** What is payable to the artist of a project. */
export function payable(market: Market, project: Project): number {
  return balance(market.books, account.payable(project.id)) - unearned(project)
}

export function payOut(market: Market, { project, amount }: PayoutStep): Outcome {
  if (amount > payable(market, project)) return refuse(market, 'payout_exceeds_payable')
  count(market.seen, project.isPayable ? 'an author paid' : 'an author whose bank sends the money back')
  if (project.isPayable) transfer(market.books, account.payable(project.id), account.paidOut, amount)
  return DONE
}
