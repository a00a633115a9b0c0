/** Carries out one step on the market in memory. Whether it is allowed is decided by `domain/` alone. */
import { isStanding } from '#domain/bid.ts'
import { givesAccess, isPlayed, playDeadline } from '#domain/token.ts'
import { payOut } from './authors.ts'
import { recordAll } from './chain.ts'
import { arrive, startCharge } from './charges.ts'
import { become, count } from './coverage.ts'
import { dispute, writeOff } from './disputed.ts'
import { erase, join } from './erasure.ts'
import { accept, renewLink, returnDueGifts, returnGiftsOf, takeGiftBack } from './gifts.ts'
import { decide, endNow, pause, withdraw } from './operator.ts'
import { release, settleAll } from './settlement.ts'
import { decideSplit, propose, proposedSplit } from './splits.ts'
import {
  DONE,
  type Fan,
  type Market,
  MINUTE,
  type Outcome,
  type Project,
  refuse,
  type Token,
} from './state.ts'
import type { Step } from './steps.ts'
import { buy, placeBid } from './trade.ts'
import { refund, regret, sendBack } from './undo.ts'

/** Carries out a step and returns its caller's answer. A burst is carried out in its own order. */
export function perform(market: Market, step: Step): Outcome {
  market.now++
  switch (step.kind) {
    case 'create':
      createProject(market, step)
      return DONE
    case 'publish':
      if (!step.project.isDeployed) return refuse(market, 'project_not_published')
      if (proposedSplit(step.project)) return refuse(market, 'split_waiting')
      step.project.isActive = true
      return DONE
    case 'pause':
    case 'resume':
      return pause(market, step.project, step.kind === 'pause')
    case 'end':
      endNow(market, step.project)
      return settled(market)
    case 'charge':
      return startCharge(market, step)
    case 'arrive':
      return arrive(market, step)
    case 'dispute':
      return dispute(market, step)
    case 'writeOff':
      return writeOff(market, step)
    case 'buy':
      return buy(market, step)
    case 'bid':
      return placeBid(market, step)
    case 'burst':
      for (const bid of step.bids) perform(market, bid)
      return DONE
    case 'accept':
      return accept(market, step)
    case 'acceptTogether':
      for (const one of step.steps) perform(market, one)
      if (step.gift.status === 'accepted') count(market.seen, 'several accept one gift')
      return DONE
    case 'renewLink':
      return renewLink(market, step)
    case 'takeGiftBack':
      return takeGiftBack(market, step)
    case 'giftDate':
      step.gift.acceptBy = step.at
      return settled(market)
    case 'propose':
      return propose(market, step)
    case 'decideSplit':
      return decideSplit(market, step)
    case 'play':
      return play(market, step.fan, step.project, step.token)
    case 'regret':
      return regret(market, step)
    case 'refund':
      return refund(market, step)
    case 'sendBack':
      return sendBack(market, step)
    case 'payOut':
      return payOut(market, step)
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
    case 'erase':
      return erase(market, step.fan)
    case 'join':
      return join(market)
    case 'chain':
      recordAll(market, step.refuses)
      return DONE
    case 'worker':
      market.workerIsUp = step.isUp
      return settled(market)
  }
}

function settled(market: Market): Outcome {
  if (!market.workerIsUp) return DONE
  settleAll(market)
  returnDueGifts(market)
  return DONE
}

function createProject(market: Market, facts: Step & { kind: 'create' }): void {
  const project: Project = {
    id: ++market.ids,
    price: facts.price,
    validPeriod: facts.validPeriod,
    expiredAt: Math.floor(market.now / MINUTE) * MINUTE + facts.minutes * MINUTE + MINUTE / 2,
    author: { id: ++market.ids, isPayable: facts.isPayable },
    splits: [],
    isDeployed: false,
    isActive: false,
    isPaused: false,
    isClosed: false,
    isOpenIncident: false,
    units: Array.from({ length: facts.supply }, (_, index) => ({
      number: index + 1,
      isSold: false,
      reservedBy: null,
      gift: null,
      holder: null,
      freedAt: null,
    })),
    tokens: [],
    regrets: [],
    gifts: [],
    bids: [],
    log: [],
    paidOut: new Map(),
  }
  market.projects.push(project)
  market.operations.push({ kind: 'deploy', project })
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
  returnGiftsOf(market, fan, 'a gift of a deactivated giver returned')
}
