/** What must hold for the market in memory after every step. Throws at the first violation. */
import { isStanding } from '#domain/bid.ts'
import { splitProceeds } from '#domain/proceeds.ts'
import { verify } from '../scripts/verify-auction.ts'
import { accountsOf, authorsMoney, free } from './authors.ts'
import { account, balance, createBooks, MAY_BE_NEGATIVE, transfer } from './books.ts'
import { onItsWayOut } from './operator.ts'
import { eligible } from './settlement.ts'
import { type Bid, type Market, type Project, waitingUnits } from './state.ts'

const HOLD_OF: Record<Bid['status'], Bid['hold']> = {
  pending: 'held',
  bided: 'held',
  winner: 'posted',
  failed: 'voided',
  'pending-cancel': 'voided',
  cancelled: 'voided',
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export function checkMarket(market: Market): void {
  checkBalances(market)
  for (const project of market.projects) checkProject(market, project)
}

function checkBalances(market: Market): void {
  const { books, projects, fans, charges } = market
  let sum = 0
  /** How far disputes may have taken a wallet below zero. */
  const least = new Map(MAY_BE_NEGATIVE.map((name) => [name, Number.NEGATIVE_INFINITY]))
  const set = { aside: 0, unclaimed: 0 }
  for (const { fan, payment, fee, dispute, fanPart, unclaimed } of charges) {
    const name = account.available(fan.id)
    if (dispute === 'open' || dispute === 'lost') least.set(name, (least.get(name) ?? 0) - fanPart)
    if (dispute === 'open') set.aside += payment.amount + fee - payment.refunded.card
    set.unclaimed += unclaimed
  }
  demand(balance(books, account.disputed) === set.aside, 'what is disputed is not what was set aside')
  demand(balance(books, account.unclaimed) === set.unclaimed, 'what nobody claims is not what was kept')
  for (const [name, amount] of books.balances) {
    sum += amount
    demand(amount >= (least.get(name) ?? 0), `${name} has fallen to ${amount}`)
  }
  demand(sum === 0, `all balances add up to ${sum}`)
  const held = new Map<number, number>()
  for (const { fan, amount, hold } of projects.flatMap(({ bids }) => bids)) {
    if (hold === 'held') held.set(fan.id, (held.get(fan.id) ?? 0) + amount)
  }
  for (const { giver, payment, status } of projects.flatMap(({ gifts }) => gifts)) {
    if (status === 'waiting') held.set(giver.id, (held.get(giver.id) ?? 0) + payment.amount)
  }
  for (const { id, isErased } of fans) {
    demand(!isErased || balance(books, account.available(id)) <= 0, `fan ${id} is no more and has money`)
    const claims = (held.get(id) ?? 0) + onItsWayOut(market, { id })
    demand(balance(books, account.held(id)) === claims, `fan ${id} has money held for nothing`)
  }
}

function checkProject(market: Market, project: Project): void {
  const name = `project ${project.id}`
  checkAuthors(market, project)
  checkUnits(project)
  for (const bid of project.bids) {
    demand(bid.hold === HOLD_OF[bid.status], `${name}: the hold of a ${bid.status} bid is ${bid.hold}`)
  }
  const standing = project.bids.filter(({ status }) => isStanding(status))
  demand(areUnique(standing.map(({ fan }) => fan)), `${name}: a fan has two standing bids`)
  demand(areUnique(standing.map(({ amount }) => amount)), `${name}: two standing bids have one amount`)
  const live = project.tokens.filter(({ status }) => status === 'pending' || status === 'minted')
  demand(areUnique(live.map(({ unit }) => unit)), `${name}: a unit has two holders`)
  demand(areUnique(live.map(({ fan }) => fan)), `${name}: a fan holds two units`)
  demand(
    live.every((token) => token.unit.holder === token),
    `${name}: a live token has lost its unit`,
  )
  const held = project.units.filter(({ holder }) => holder)
  demand(held.length === live.length, `${name}: a unit is held by a token that is over`)
  demand(!project.isClosed || standing.length === 0, `${name}: is closed and has standing bids`)
  demand(
    market.now >= project.expiredAt ||
      project.isPaused ||
      waitingUnits(project).length === 0 ||
      eligible(project).length === 0,
    `${name}: a unit waits although bids stand`,
  )
}

/** What each of a project's people has is what its sales still owe them, to the centavo, less what they were paid. */
function checkAuthors(market: Market, project: Project): void {
  for (const { shares, parts, payment } of project.tokens) {
    const shared = parts.reduce((sum, { left }) => sum + left, 0)
    const isWhole = parts.length === 0 || shared === shares.author
    demand(isWhole, `project ${project.id}: the parts of a sale do not add up`)
    const left = shares.author + shares.platform
    demand(left >= 0 && left <= payment.amount, `project ${project.id}: more than a price is left of it`)
    const most = splitProceeds(payment.amount - payment.tip).platform
    demand(shares.platform <= most, `project ${project.id}: the platform has a part of a tip`)
  }
  const money = project.tokens.flatMap((token) => authorsMoney(project, token))
  for (const name of accountsOf(project)) {
    const owed = money
      .filter((one) => one.account === name)
      .reduce((sum, { amount }) => sum + amount, -(project.paidOut.get(name) ?? 0))
    demand(balance(market.books, name) === owed, `${name} is not what its sales owe`)
    demand(free(market, project, name) >= 0, `${name}: its owner has what may still go back to fans`)
  }
}

/** Each unit is in one place: on sale, set aside, held, or waiting for a bid. */
function checkUnits({ id, units, gifts }: Project): void {
  const waiting = gifts.filter(({ status }) => status === 'waiting')
  demand(
    waiting.every((gift) => gift.unit.gift === gift) &&
      units.filter(({ gift }) => gift).length === waiting.length,
    `project ${id}: a gift that waits has not its unit`,
  )
  demand(
    units.every(({ gift, holder, isSold, reservedBy }) => !gift || (isSold && !holder && !reservedBy)),
    `project ${id}: a unit set aside is also somebody's`,
  )
  demand(areUnique(waiting.map(({ giver }) => giver)), `project ${id}: two gifts of one giver wait`)
}

function areUnique(items: unknown[]): boolean {
  return new Set(items).size === items.length
}

/** Checks too expensive for every step: the whole ledger, and every auction recomputed from its log. */
export function checkHistory(market: Market): void {
  const again = createBooks()
  for (const { debit, credit, amount } of market.books.transfers) {
    transfer(again, debit, credit, amount, credit === account.disputed)
  }
  for (const [name, amount] of market.books.balances) {
    demand(balance(again, name) === amount, `${name} differs from its transfers`)
  }
  for (const project of [...market.projects, ...market.retired]) {
    const derived = verify(project.log).winners.map(({ bid, amount }) => `${bid} ${amount}`)
    const winners = project.bids.filter(({ status }) => status === 'winner')
    demand(
      derived.toSorted().join() ===
        winners
          .map(({ id, amount }) => `${id} ${amount}`)
          .toSorted()
          .join(),
      `project ${project.id}: its log tells of other winners`,
    )
  }
}
