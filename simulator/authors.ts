/** What authors, and those with whom they share, are owed, and what they are paid. */
import { shareOut } from '#domain/payout.ts'
import { account, balance, transfer } from './books.ts'
import { count } from './coverage.ts'
import { type Artist, DONE, type Market, type Outcome, type Project, refuse, type Token } from './state.ts'
import type { PayoutStep } from './steps.ts'

/** A sale's author's part, by the accounts in which it is. */
export function authorsMoney(
  project: Project,
  { shares, parts }: Token,
): { account: string; amount: number }[] {
  if (parts.length === 0) return [{ account: account.payable(project.id), amount: shares.author }]
  return parts.map(({ artist, left }) => ({ account: account.share(project.id, artist.id), amount: left }))
}

/** What of an account of a project may still go back by itself: that of live, unplayed tokens. */
export function unearned(project: Project, name: string): number {
  return project.tokens
    .filter(({ status, song }) => (status === 'pending' || status === 'minted') && song === 'none')
    .flatMap((token) => authorsMoney(project, token))
    .filter((money) => money.account === name)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** What can be paid out of an account of a project. */
export function free(market: Market, project: Project, name: string): number {
  return balance(market.books, name) - unearned(project, name)
}

/** The accounts of a project in which money of authors is: a split that has counted once has opened one for each. */
export function accountsOf({ id, splits }: Project): string[] {
  const counted = splits.filter(({ status }) => status === 'in_force' || status === 'replaced')
  const sharers = new Set(counted.flatMap(({ shares }) => shares.map(({ artist }) => artist)))
  return [account.payable(id), ...[...sharers].map((artist) => account.share(id, artist.id))]
}

type Payable = { project: Project; account: string; free: number }

/** All accounts in which an artist's money is, in the order in which they pay: by project, the author's own first. */
export function payableOf(market: Market, artist: Artist): Payable[] {
  return [...market.retired, ...market.projects]
    .toSorted((one, other) => one.id - other.id)
    .flatMap((project) => {
      const own = project.author === artist ? [account.payable(project.id)] : []
      return [...own, account.share(project.id, artist.id)].map((name) => ({
        project,
        account: name,
        free: free(market, project, name),
      }))
    })
}

export function payOut(market: Market, { artist, amount }: PayoutStep): Outcome {
  const parts = shareOut(amount, payableOf(market, artist))
  if (!parts) return refuse(market, 'payout_exceeds_payable')
  count(market.seen, artist.isPayable ? 'an author paid' : 'an author whose bank sends the money back')
  if (!artist.isPayable) return DONE
  if (market.band.includes(artist)) count(market.seen, 'somebody who shares paid')
  for (const { project, account: from, amount: part } of parts) {
    transfer(market.books, from, account.paidOut, part)
    project.paidOut.set(from, (project.paidOut.get(from) ?? 0) + part)
  }
  return DONE
}
