/** Hours given away: a unit set aside, its price held, until somebody accepts it or it goes back to its giver. */
import { checkGift, endOfGift, GIFT_DAYS } from '#domain/gift.ts'
import { account, transfer } from './books.ts'
import { count } from './coverage.ts'
import { paySale } from './sales.ts'
import { addToken, offerAgain, settleOnce, settleWindows } from './settlement.ts'
import {
  DONE,
  type Fan,
  type Gift,
  type GiftOrder,
  hasStandingBid,
  liveToken,
  type Market,
  MINUTE,
  type Outcome,
  type Payment,
  type Project,
  refuse,
  type Token,
  type Unit,
} from './state.ts'
import type { AcceptStep, GiverStep } from './steps.ts'

const DAY = 1440 * MINUTE

/** One at a time of each work. */
export function waitingGift({ gifts }: Project, giver: Fan): Gift | undefined {
  return gifts.find((gift) => gift.giver === giver && gift.status === 'waiting')
}

export function setAside(
  market: Market,
  project: Project,
  { fan, unit, payment, order }: { fan: Fan; unit: Unit; payment: Payment; order: GiftOrder },
): void {
  transfer(market.books, account.available(fan.id), account.held(fan.id), payment.amount)
  const gift: Gift = {
    id: ++market.ids,
    giver: fan,
    recipient: null,
    payment,
    unit,
    status: 'waiting',
    // Half a minute past a whole one, like everything that ends.
    acceptBy: Math.floor(market.now / MINUTE) * MINUTE + GIFT_DAYS * DAY + MINUTE / 2,
    token: null,
    hasMail: order.email !== null,
    links: 0,
  }
  project.gifts.push(gift)
  unit.reservedBy = null
  unit.gift = gift
  unit.isSold = true
  count(market.seen, payment.tip > 0 ? 'a gift with a tip set aside' : 'a gift set aside')
}

/** Until when a gift can be accepted: by its own date, and by the end of its project. */
function endOf(project: Project, gift: Gift): number {
  return Math.min(gift.acceptBy, project.expiredAt)
}

/** Why this fan may not accept it now, or null; a link that was replaced opens nothing. */
export function judgeAcceptance(
  { now }: Market,
  { fan, project, gift, isOldLink }: AcceptStep,
): ReturnType<typeof checkGift> {
  if (!fan.isActive) return 'account_inactive'
  if (!fan.isComplete) return 'profile_incomplete'
  const held = liveToken(project, fan)
  const isOver = held?.status === 'minted' && held.endsAt !== null && held.endsAt <= now
  const view = {
    status: gift.status,
    giver: String(gift.giver.id),
    recipient: gift.recipient && String(gift.recipient.id),
    acceptBy: endOf(project, gift),
    isPublished: project.isActive,
    // A window that is over is ended first.
    holdsLiveToken: held !== undefined && !isOver,
    hasStandingBid: hasStandingBid(project, fan),
  }
  return checkGift(isOldLink ? null : view, String(fan.id), now)
}

export function accept(market: Market, step: AcceptStep): Outcome {
  const { fan, project, gift } = step
  const isAgain = gift.status === 'accepted' && gift.recipient === fan && !step.isOldLink
  if (isAgain && fan.isActive && fan.isComplete) {
    count(market.seen, 'a gift accepted again')
    return DONE
  }
  const refusal = judgeAcceptance(market, step)
  if (refusal) return refuse(market, refusal)
  settleWindows(market, project)
  const { giver, unit, payment } = gift
  unit.gift = null
  const token = addToken(market, project, { fan, payer: giver, unit, payment, isWon: false })
  paySale(market, project, token, account.held(giver.id))
  Object.assign(gift, { status: 'accepted', recipient: fan, token } satisfies Partial<Gift>)
  market.operations.push({ kind: 'sell', project, token })
  count(market.seen, 'a gift accepted')
  return DONE
}

/** Its giver makes a new link to hand over. */
export function renewLink(market: Market, { fan, project, gift }: GiverStep): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  if (gift.giver !== fan) return refuse(market, 'gift_not_found')
  const refusal = endOfGift(gift.status) ?? (market.now >= endOf(project, gift) ? 'gift_over' : null)
  if (refusal) return refuse(market, refusal)
  gift.links++
  return DONE
}

export function takeGiftBack(market: Market, { fan, project, gift }: GiverStep): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  if (gift.giver !== fan) return refuse(market, 'gift_not_found')
  if (gift.status === 'accepted') return refuse(market, 'gift_taken')
  if (gift.status === 'waiting') {
    goBack(market, project, gift, 'a gift taken back')
    project.regrets.push({ fan, at: market.now })
  }
  return DONE
}

/** Those that nobody has accepted in time, as the worker returns them. */
export function returnDueGifts(market: Market): void {
  for (const project of market.projects) {
    for (const gift of project.gifts) {
      if (gift.status !== 'waiting' || market.now < endOf(project, gift)) continue
      const isByDate = gift.acceptBy < project.expiredAt
      goBack(market, project, gift, isByDate ? 'a gift past its date' : 'a gift past the end of its project')
    }
  }
}

/** Whatever a giver has waiting, or what one payment bought. */
export function returnGiftsOf(market: Market, giver: Fan, why: string, payment?: Payment): void {
  for (const project of market.projects) {
    for (const gift of project.gifts) {
      const isMeant = gift.giver === giver && (!payment || gift.payment === payment)
      if (isMeant && gift.status === 'waiting') goBack(market, project, gift, why)
    }
  }
}

/** Every centavo to the giver; the unit on sale again. */
function goBack(market: Market, project: Project, gift: Gift, why: string): void {
  const { giver, payment, unit } = gift
  settleWindows(market, project)
  transfer(market.books, account.held(giver.id), account.available(giver.id), payment.amount)
  unit.gift = null
  offerAgain(market, project, unit, false)
  gift.status = 'returned'
  count(market.seen, why)
  if (project.isOpenIncident) settleOnce(market, project)
}

export type GiftEnd = 'undone by the chain' | 'regretted by its giver' | 'refunded' | 'taken back by a bank'

/** An accepted gift whose token is taken back before its time. */
export function withdrawGift(market: Market, project: Project, token: Token, how: GiftEnd): void {
  const gift = project.gifts.find((one) => one.token === token)
  if (!gift) return
  gift.status = 'returned'
  count(market.seen, `an accepted gift ${how}`)
}
