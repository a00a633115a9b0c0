/** Carries out one step on the market in memory. Whether it may be is decided by `domain/` alone. */
import { checkBid, isStanding } from '#domain/bid.ts'
import { splitProceeds } from '#domain/proceeds.ts'
import { checkPurchase } from '#domain/purchase.ts'
import type { Refusal } from '#domain/refusal.ts'
import { givesAccess, isPlayed, playDeadline } from '#domain/token.ts'
import { account, balance, transfer } from './books.ts'
import { recordAll } from './chain.ts'
import { become, count } from './coverage.ts'
import { dispute, isOverdrawn } from './disputed.ts'
import { decide, endNow, pause, withdraw } from './house.ts'
import { logBid, logSale } from './log.ts'
import { addToken, giveUnit, release, settleAll, settleBeforeBid } from './settlement.ts'
import {
  type Bid,
  DONE,
  type Fan,
  liveToken,
  type Market,
  MINUTE,
  type Outcome,
  type Payment,
  type Project,
  refuse,
  type Token,
  waitingUnits,
} from './state.ts'
import type { Step } from './steps.ts'
import { refund, regret } from './undo.ts'

/** Carries out a step and says what whoever took it is answered. A burst is carried out in its own order. */
export function perform(market: Market, step: Step): Outcome {
  market.now++
  switch (step.kind) {
    case 'create':
      createProject(market, step)
      return DONE
    case 'publish':
      if (!step.project.isDeployed) return refuse(market, 'project_not_published')
      step.project.isActive = true
      return DONE
    case 'pause':
    case 'resume':
      return pause(market, step.project, step.kind === 'pause')
    case 'end':
      endNow(market, step.project)
      return settled(market)
    case 'deposit':
      transfer(market.books, account.clearing, account.available(step.fan.id), step.amount)
      market.deposits.push({ id: ++market.ids, fan: step.fan, amount: step.amount, dispute: null })
      return DONE
    case 'dispute':
      return dispute(market, step)
    case 'buy':
      return buy(market, step)
    case 'bid':
      return placeBid(market, step)
    case 'burst':
      for (const bid of step.bids) perform(market, bid)
      return DONE
    case 'play':
      return play(market, step.fan, step.project, step.token)
    case 'regret':
      return regret(market, step)
    case 'refund':
      return refund(market, step)
    case 'withdraw':
      return withdraw(market, step)
    case 'decide':
      return decide(market, step)
    case 'advance':
      market.now = Math.floor(market.now / MINUTE) * MINUTE + step.minutes * MINUTE
      return settled(market)
    case 'close':
      step.project.expiredAt = step.at
      return settled(market)
    case 'deactivate':
      deactivate(market, step.fan)
      return DONE
    case 'activate':
      step.fan.isActive = true
      return DONE
    case 'chain':
      recordAll(market, step.refuses)
      return DONE
    case 'worker':
      market.workerIsUp = step.isUp
      return settled(market)
  }
}

function settled(market: Market): Outcome {
  if (market.workerIsUp) settleAll(market)
  return DONE
}

function createProject(market: Market, facts: Step & { kind: 'create' }): void {
  const project: Project = {
    id: ++market.ids,
    price: facts.price,
    validPeriod: facts.validPeriod,
    expiredAt: Math.floor(market.now / MINUTE) * MINUTE + facts.minutes * MINUTE + MINUTE / 2,
    isDeployed: false,
    isActive: false,
    isPaused: false,
    isClosed: false,
    isUnsettled: false,
    units: Array.from({ length: facts.supply }, (_, index) => ({
      number: index + 1,
      isSold: false,
      holder: null,
      freedAt: null,
    })),
    tokens: [],
    bids: [],
    log: [],
  }
  market.projects.push(project)
  market.operations.push({ kind: 'deploy', project })
}

function buy(market: Market, { fan, project, key }: Step & { kind: 'buy' }): Outcome {
  return answerOnce(market, fan, key, `buy ${project?.id}`, () => {
    const refusal = checkPurchase(
      {
        project: project && {
          ...project,
          firstLotSold: isFirstLotSold(project),
          fiatPrice: project.price,
        },
        available: project?.units.filter((unit) => !unit.isSold).length ?? 0,
        holdsLiveToken: Boolean(project && liveToken(project, fan)),
      },
      balance(market.books, account.available(fan.id)),
      market.now,
    )
    if (refusal === 'insufficient_balance' && isOverdrawn(market, fan)) {
      return refuse(market, 'wallet_overdrawn')
    }
    const unit = project?.units.find(({ isSold }) => !isSold)
    if (refusal || !project || !unit) return refuse(market, refusal ?? 'project_not_found')
    const payment: Payment = { id: ++market.ids, amount: project.price, status: 'pending', refunded: 0 }
    unit.isSold = true
    const token = addToken(market, project, { fan, unit, payment, isWon: false })
    const shares = splitProceeds(project.price)
    transfer(market.books, account.available(fan.id), account.payable(project.id), shares.author)
    transfer(market.books, account.available(fan.id), account.revenue, shares.platform)
    market.operations.push({ kind: 'sell', project, token })
    payment.status = become(market.seen, 'payment of a unit', payment.status, 'succeded')
    return { ok: true, payment }
  })
}

function placeBid(market: Market, { fan, project, amount, key }: Step & { kind: 'bid' }): Outcome {
  if (project) settleBeforeBid(market, project)
  return answerOnce(market, fan, key, `bid ${project?.id} ${amount}`, () => {
    const refusal = judgeBid(market, fan, project, amount)
    if (refusal || !project) return refuse(market, refusal ?? 'project_not_found')
    const payment: Payment = { id: ++market.ids, amount, status: 'succeded', refunded: 0 }
    const bid: Bid = { id: ++market.ids, fan, payment, amount, status: 'pending', hold: 'held' }
    project.bids.push(bid)
    transfer(market.books, account.available(fan.id), account.held(fan.id), amount)
    logBid(project, market.now, bid)
    market.operations.push({ kind: 'bid', project, bid })
    const [waiting] = waitingUnits(project)
    if (waiting) {
      count(market.seen, 'a waiting unit to the bid that arrived')
      logSale(project, market.now, waiting, waiting.freedAt ?? market.now, bid)
      giveUnit(market, project, waiting, bid)
    }
    return { ok: true, payment }
  })
}

/** Why a bid would be refused now, or null; a market that has windows to settle is not looked at. */
export function judgeBid(market: Market, fan: Fan, project: Project | null, amount: number): Refusal | null {
  const standing = project?.bids.filter((bid) => isStanding(bid.status)) ?? []
  const refusal = checkBid(
    {
      project: project && {
        ...project,
        firstLotSold: isFirstLotSold(project),
        fiatPrice: project.price,
      },
      holdsLiveToken: Boolean(project && liveToken(project, fan)),
      amountTaken: standing.some((bid) => bid.amount === amount && bid.fan !== fan),
      hasActiveBid: standing.some((bid) => bid.fan === fan),
    },
    amount,
    balance(market.books, account.available(fan.id)),
    market.now,
  )
  return refusal === 'bid_exceeds_balance' && isOverdrawn(market, fan) ? 'wallet_overdrawn' : refusal
}

/** Why nothing at all may be paid for by this fan, or null. */
export function judgeFan(fan: Fan): Refusal | null {
  if (!fan.isActive) return 'account_inactive'
  return fan.isComplete ? null : 'profile_incomplete'
}

function isFirstLotSold(project: Project): boolean {
  return project.units.every(({ isSold }) => isSold)
}

/** The same key with the same body is answered the same; refusals are not kept. */
function answerOnce(market: Market, fan: Fan, key: string, body: string, work: () => Outcome): Outcome {
  const refusal = judgeFan(fan)
  if (refusal) return refuse(market, refusal)
  const name = `${fan.id} ${key}`
  const known = market.answers.get(name)
  if (known && known.body !== body) return refuse(market, 'key_reused')
  if (known) {
    count(market.seen, 'the same call again')
    return known.outcome
  }
  const outcome = work()
  if (outcome.ok) market.answers.set(name, { body, outcome })
  return outcome
}

function play(market: Market, fan: Fan, project: Project, token: Token | null): Outcome {
  if (!fan.isActive) return refuse(market, 'account_inactive')
  if (!token || token.fan !== fan) return refuse(market, 'token_not_found')
  if (token.status === 'pending') return refuse(market, 'token_not_playable')
  if (!givesAccess({ status: token.status, willExpireAt: token.endsAt }, market.now)) {
    return refuse(market, 'token_ended')
  }
  if (isPlayed(token.song)) return DONE
  token.song = become(market.seen, 'song', token.song, 'pending')
  token.endsAt = playDeadline(market.now, project.validPeriod)
  market.operations.push({ kind: 'play', project, token })
  return DONE
}

function deactivate(market: Market, fan: Fan): void {
  fan.isActive = false
  for (const project of market.projects) {
    const own = project.bids.filter((bid) => bid.fan === fan && isStanding(bid.status))
    if (own.length > 0) count(market.seen, 'bids of a deactivated fan released')
    release(market, project, own, 'pending-cancel', 'deactivated')
  }
}
