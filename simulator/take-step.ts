/** Takes a step on the real product and in the model, and compares what the two answer. */
import { randomUUID } from 'node:crypto'
import { account, balance } from './books.ts'
import { takeOverBurst } from './burst.ts'
import type { Call } from './calls.ts'
import { perform } from './model.ts'
import { onItsWayOut } from './operator.ts'
import { callAlone, compare, killWorker, personOf, type Stage } from './stage.ts'
import { type Fan, MINUTE, type Project, type Token } from './state.ts'
import type { BidStep, BuyStep, Step } from './steps.ts'
import { besideOf, forgetGifts, takeAcceptance, takeAcceptances, takeGiverStep } from './take-gifts.ts'
import {
  takeArrival,
  takeCharge,
  takeDecision,
  takeDispute,
  takePayout,
  takeRefund,
  takeSendBack,
  takeWriteOff,
} from './take-money.ts'
import { nameOf, PIX_KEY, takeCreation } from './take-project.ts'
import { takeProposal, takeSplitDecision } from './take-splits.ts'

/** With `kills`, the web server or the worker, whichever the step concerns, dies in the midst of it. */
export async function takeStep(stage: Stage, step: Step, kills: boolean): Promise<void> {
  const { market, world, clock, names } = stage
  const { sql } = world
  switch (step.kind) {
    case 'create':
      return takeCreation(stage, step)
    case 'publish': {
      const { uid } = names.project(step.project)
      const path = `/projects/${uid}/publish`
      return compare(stage, step, await callAlone(stage, { person: world.admin, path, body: {} }, kills))
    }
    case 'charge':
      return takeCharge(stage, step, kills)
    case 'arrive':
      return takeArrival(stage, step, kills)
    case 'dispute':
      return takeDispute(stage, step, kills)
    case 'writeOff':
      return takeWriteOff(stage, step, kills)
    case 'buy':
      if (step.gift) await forgetGifts(stage, step.fan)
      return compare(stage, step, await callAlone(stage, purchase(stage, step), kills))
    case 'bid':
      return compare(stage, step, await callAlone(stage, purchase(stage, step), kills))
    case 'burst': {
      const answers = await stage.calls.all(
        step.bids.map((bid) => purchase(stage, bid)),
        kills,
      )
      return takeOverBurst(sql, market, names, step, answers)
    }
    case 'accept':
      return takeAcceptance(stage, step, kills)
    case 'acceptTogether':
      return takeAcceptances(stage, step, kills)
    case 'renewLink':
    case 'takeGiftBack':
      return takeGiverStep(stage, step, kills)
    case 'giftDate':
      step.gift.acceptBy = step.at
      await clock.move(market, market.now)
      return letSettle(stage, step, kills)
    case 'propose':
      return takeProposal(stage, step, kills)
    case 'decideSplit':
      return takeSplitDecision(stage, step, kills)
    case 'play':
    case 'regret': {
      const body = { UID: await tokenUid(stage, step) }
      const call = { person: personOf(stage, step.fan), path: `/${step.kind}`, body }
      return compare(stage, step, await callAlone(stage, call, kills))
    }
    case 'pause':
    case 'resume':
      return compare(stage, step, await callAlone(stage, operatorCall(stage, step.project, step.kind), kills))
    case 'end': {
      const call = operatorCall(stage, step.project, 'close', { projectName: nameOf(step.project) })
      compare(stage, step, await callAlone(stage, call, kills))
      if (market.workerIsUp) await world.settled()
      return
    }
    case 'refund':
      return takeRefund(stage, step, kills)
    case 'sendBack':
      return takeSendBack(stage, step, kills)
    case 'payOut':
      return takePayout(stage, step, kills)
    case 'withdraw': {
      const body = { pixKeyType: 'email', pixKey: PIX_KEY, amount: step.amount }
      const call = { person: personOf(stage, step.fan), path: '/redeem-balance', body, key: step.key }
      const answer = await callAlone(stage, call, kills)
      compare(stage, step, answer)
      if (answer.status === 201) names.addWithdrawal(market.withdrawals.at(-1), String(answer.data.uid))
      return
    }
    case 'decide':
      return takeDecision(stage, step, kills)
    case 'advance':
      await clock.move(market, (Math.floor(market.now / MINUTE) + step.minutes) * MINUTE)
      return letSettle(stage, step, kills)
    case 'close':
      step.project.expiredAt = step.at
      await clock.move(market, market.now)
      return letSettle(stage, step, kills)
    case 'deactivate':
    case 'activate':
      await sql`update users set is_active = ${step.kind === 'activate'} where uid = ${personOf(stage, step.fan).uid}`
      perform(market, step)
      return
    case 'erase': {
      const person = personOf(stage, step.fan)
      const call = { person, path: '/erase-account', body: { email: person.email } }
      return compare(stage, step, await callAlone(stage, call, false))
    }
    case 'join':
      perform(market, step)
      world.people.push(await world.newPerson(market.fans.at(-1) as Fan))
      return
    case 'chain':
      await world.withChain(step.refuses, () => killWorker(stage, kills))
      perform(market, step)
      return
    case 'worker':
      if (step.isUp) await world.worker.start()
      else await world.worker.kill()
      return letSettle(stage, step, false)
  }
}

/** What a fan is told of their money is what the model has. */
export async function compareBalance({ calls, market, ...stage }: Stage, fan: Fan): Promise<void> {
  // What waits to be paid out, or to be accepted, is neither free nor in an auction.
  const given = market.projects.flatMap(({ gifts }) =>
    gifts.filter(({ giver, status }) => giver === fan && status === 'waiting'),
  )
  const set = given.reduce((sum, { payment }) => sum + payment.amount, onItsWayOut(market, fan))
  const totalBided = balance(market.books, account.held(fan.id)) - set
  const { status, data } = await calls.once({
    person: personOf(stage, fan),
    path: '/balance',
  })
  const told = fan.isActive ? JSON.stringify(data.data) : data.code
  const expected = fan.isActive
    ? JSON.stringify({
        balance: balance(market.books, account.available(fan.id)),
        totalBided,
      })
    : 'account_inactive'
  if (told !== expected) throw new Error(`fan ${fan.id} is told ${status} ${told} instead of ${expected}`)
}

async function letSettle(stage: Stage, step: Step, kills: boolean): Promise<void> {
  await killWorker(stage, kills && stage.market.workerIsUp)
  perform(stage.market, step)
  if (stage.market.workerIsUp) await stage.world.settled()
}

function purchase(stage: Stage, step: BuyStep | BidStep): Call {
  const UID = step.project ? stage.names.project(step.project).uid : randomUUID()
  const body =
    step.kind === 'buy'
      ? { typeBuy: 'mint', UID, ...besideOf(step) }
      : { typeBuy: 'bid', UID, amount: step.amount, ...besideOf({ gift: null, tip: step.tip }) }
  return { person: personOf(stage, step.fan), path: '/buy-token-balance', body, key: step.key }
}

/** What the operator does to a project. */
function operatorCall({ world, names }: Stage, project: Project, action: string, body: object = {}): Call {
  return { person: world.admin, path: `/admin/projects/${names.project(project).uid}/${action}`, body }
}

async function tokenUid({ world, names }: Stage, { token }: { token: Token | null }): Promise<string> {
  if (!token) return randomUUID()
  const [row] = await world.sql<{ uid: string }[]>`
    select mints.uid
    from mints
    join payments on payments.id = mints.payment_id
    where payments.uid = ${names.payment(token.payment)}`
  if (!row) throw new Error(`token ${token.id} has no row`)
  return row.uid
}
