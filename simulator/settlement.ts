/** Windows that end, units that change hands, projects that close: what `market.settle` does in the database. */
import { award, compareFreed, isResold } from '#domain/auction.ts'
import { type BidStatus, compareBids, isStanding } from '#domain/bid.ts'
import { account, transfer } from './books.ts'
import { become, count } from './coverage.ts'
import { logFree, logRelease, logSale } from './log.ts'
import { paySale } from './sales.ts'
import {
  type Bid,
  liveToken,
  type Market,
  type Project,
  type Token,
  type Unit,
  waitingUnits,
} from './state.ts'

/** Settles everything that is due everywhere, as the worker does. */
export function settleAll(market: Market): void {
  for (const project of market.projects) settleProject(market, project)
}

export function settleProject(market: Market, project: Project): void {
  while (settleOnce(market, project));
}

/** What happens before a bid is judged: nobody wins what became free before they bid, unless it waits. */
export function settleBeforeBid(market: Market, project: Project): void {
  while (isDue(market, project) || project.isOpenIncident) settleOnce(market, project)
}

/** What happens before a unit comes back: the windows that had ended by then go first. */
export function settleWindows(market: Market, project: Project): void {
  while (isDue(market, project)) settleOnce(market, project)
}

/**
 * One call of `market.settle`: units that were given back, else windows that are over, else the end of the project.
 */
export function settleOnce(market: Market, project: Project): boolean {
  if (project.isOpenIncident && giveWaiting(market, project)) return true
  if (endWindows(market, project)) return true
  project.isOpenIncident = false
  return close(market, project)
}

const isOver = (market: Market, token: Token) => token.status === 'minted' && endOf(token) <= market.now
const isDue = (market: Market, project: Project) => project.tokens.some((token) => isOver(market, token))

/** Ends the windows that are over; their units go to the best bids, in the order in which they became free. */
function endWindows(market: Market, project: Project): boolean {
  const due = project.tokens
    .filter((token) => isOver(market, token))
    .map((token) => ({ token, tokenId: token.id, freedAt: endOf(token) }))
    .toSorted(compareFreed)
  if (due.length === 0) return false
  if (due.length > 1) count(market.seen, 'several windows settled together')
  const inTime = due.filter(({ freedAt }) => isResold(freedAt, project.expiredAt))
  if (inTime.length < due.length) count(market.seen, 'a window that ended with its project')
  const resold = project.isPaused ? [] : inTime
  if (resold.length < inTime.length) count(market.seen, 'a window that ended during a pause')
  const awards = award(resold, eligible(project))
  const winners = new Map(awards.map(({ unit, bid }) => [unit.token, bid]))
  for (const { token, freedAt } of due) {
    const bid = winners.get(token)
    token.status = become(market.seen, 'token', token.status, bid ? 'solded' : 'expired')
    token.unit.holder = null
    token.unit.freedAt = freedAt
    if (bid) logSale(project, market.now, token.unit, freedAt, bid)
    else logFree(project, market.now, token.unit, freedAt)
  }
  for (const { unit, bid } of awards) if (bid) giveUnit(market, project, unit.token.unit, bid)
  return true
}

/** A unit that is somebody's no more goes to a bid where one had won it or stands, or where every other unit has been sold, and not only set aside. */
export function offerAgain(market: Market, project: Project, unit: Unit, wasWon: boolean): void {
  const others = project.units.filter((other) => other !== unit)
  const isAuction =
    wasWon ||
    project.bids.some(({ status }) => isStanding(status)) ||
    others.every(({ isSold, gift }) => isSold && !gift)
  if (isAuction) {
    unit.freedAt = market.now
    project.isOpenIncident = true
  } else {
    unit.isSold = false
  }
}

/** Units that were given back, or had waited for the end of a pause, go to the best standing bids. */
export function giveWaiting(market: Market, project: Project): boolean {
  if (project.isPaused) return false
  const waiting = waitingUnits(project)
    .map((unit) => ({ unit, tokenId: unit.number, freedAt: unit.freedAt ?? market.now }))
    .filter(({ freedAt }) => isResold(freedAt, project.expiredAt))
  const sales = award(waiting, eligible(project)).flatMap(({ unit, bid }) => (bid ? [{ unit, bid }] : []))
  for (const { unit, bid } of sales) {
    count(market.seen, 'a unit given back to the best bid')
    logSale(project, market.now, unit.unit, unit.freedAt, bid)
    giveUnit(market, project, unit.unit, bid)
  }
  return sales.length > 0
}

function close(market: Market, project: Project): boolean {
  if (project.isClosed || market.now < project.expiredAt) return false
  project.isClosed = true
  const standing = project.bids.filter((bid) => isStanding(bid.status))
  if (standing.length > 0) count(market.seen, 'bids released at closing')
  release(market, project, standing, 'pending-cancel', 'closed')
  return true
}

/** Makes a bid a winner: its hold is paid out and its fan gets the unit. */
export function giveUnit(market: Market, project: Project, unit: Unit, bid: Bid): void {
  const { seen } = market
  bid.hold = 'posted'
  bid.status = become(seen, 'bid', bid.status, 'winner')
  bid.payment.status = become(seen, 'payment of a bid', bid.payment.status, 'succeded-winner')
  unit.freedAt = null
  const { fan, payment } = bid
  const token = addToken(market, project, { fan, payer: fan, unit, payment, isWon: true })
  paySale(market, project, token, account.held(fan.id))
  market.operations.push({ kind: 'sell', project, token })
}

export function addToken(
  market: Market,
  project: Project,
  facts: Pick<Token, 'fan' | 'payer' | 'unit' | 'payment' | 'isWon'>,
): Token {
  const token: Token = {
    id: ++market.ids,
    ...facts,
    status: 'pending',
    song: 'none',
    endsAt: null,
    shares: { author: 0, platform: 0 },
    parts: [],
    isCancelled: false,
  }
  project.tokens.push(token)
  facts.unit.holder = token
  return token
}

/** Bids end without winning: every centavo is returned at once. */
export function release(
  market: Market,
  project: Project,
  bids: Bid[],
  becomes: BidStatus & ('failed' | 'pending-cancel'),
  why: string,
): void {
  for (const bid of bids) {
    transfer(market.books, account.held(bid.fan.id), account.available(bid.fan.id), bid.amount)
    bid.hold = 'voided'
    bid.status = become(market.seen, 'bid', bid.status, becomes)
    logRelease(project, market.now, bid, why)
    if (becomes === 'failed') {
      bid.payment.status = become(market.seen, 'payment of a bid', bid.payment.status, 'failed-bided')
    }
  }
  if (becomes === 'pending-cancel' && bids.length > 0)
    market.operations.push({ kind: 'release', project, bids })
}

/** Bids that may win now, best first: those that stand, of fans who hold no token of the project. */
export function eligible(project: Project): Bid[] {
  return project.bids
    .filter((bid) => isStanding(bid.status) && !liveToken(project, bid.fan))
    .toSorted(compareBids)
}

function endOf(token: Token): number {
  if (token.endsAt === null) throw new Error(`token ${token.id} is minted and has no end`)
  return token.endsAt
}
