/** Money from outside, back to it and out, on the real product: the call, the banks' word, what the worker makes of it. */
import { randomUUID } from 'node:crypto'
import { toValor } from '#domain/pix.ts'
import type { Call } from './calls.ts'
import { ANOTHER_AMOUNT, willCharge } from './charges.ts'
import { perform } from './model.ts'
import { until } from './processes.ts'
import { callAlone, compare, killWorker, personOf, type Stage } from './stage.ts'
import type { Charge } from './state.ts'
import type {
  ArriveStep,
  ChargeStep,
  DecideStep,
  DisputeStep,
  PayoutStep,
  RefundStep,
  SendBackStep,
  WriteOffStep,
} from './steps.ts'
import { besideOf, forgetGifts } from './take-gifts.ts'

export async function takeCharge(stage: Stage, step: ChargeStep, kills: boolean): Promise<void> {
  const { market, world, names } = stage
  const { fan, method, flow, project, amount, isDeclined, gift, key } = step
  const person = personOf(stage, fan)
  // Our minutes are not those in which the product counts.
  await world.sql`delete from private.uses where subject in (${`card:${person.uid}`}, ${`pix:${person.uid}`})`
  if (gift) await forgetGifts(stage, fan)
  if (method === 'card' && !isDeclined && willCharge(market, step)) await world.outside.letWait()
  const UID = flow === 'balance' ? '' : project ? names.project(project).uid : randomUUID()
  const order = { typeBuy: flow, UID, amount, ...besideOf(step) }
  const body =
    method === 'pix'
      ? order
      : { ...order, paymentMethodId: isDeclined ? 'pm_card_chargeDeclined' : 'pm_card_visa' }
  const path = method === 'pix' ? '/buy-token-pix' : '/buy-token'
  if (method === 'pix' && kills && willCharge(market, step)) await world.outside.loseAnswer()
  const known = market.charges.length
  const call = { person, path, body, key }
  const first = await callAlone(stage, call, kills)
  compare(stage, step, first.data.code === 'pix_unavailable' ? await callAlone(stage, call, false) : first)
  const charge = market.charges[known]
  if (!charge) return
  const uid = isDeclined ? await declinedOf(stage, person.uid) : names.payment(charge.payment)
  if (isDeclined) names.addPayment(charge.payment, uid)
  // Who asks after ten minutes is not the model's concern, however long the run takes.
  await world.sql`
    update graphile_worker._private_jobs set run_at = now() + interval '1 year'
    where key in (${`check-payment:${uid}`}, ${`check-pix-payment:${uid}`})`
}

/** The answer to a card that was declined does not name the payment. Resolves once its news has come. */
async function declinedOf({ world }: Stage, fan: string): Promise<string> {
  const find = () => world.sql<{ uid: string; status: string }[]>`
    select uid, status from payments where user_id = ${fan} and method = 'card' order by id desc limit 1`
  await until('the declined charge has failed', async () => (await find())[0]?.status === 'failed')
  return (await find())[0]?.uid ?? ''
}

export async function takeArrival(stage: Stage, step: ArriveStep, kills: boolean): Promise<void> {
  const { world, names, market } = stage
  const { charge, says } = step
  const uid = names.payment(charge.payment)
  const total = charge.payment.amount + charge.fee
  if (charge.method === 'pix') {
    const valor = says === 'another amount' ? toValor(total + ANOTHER_AMOUNT) : undefined
    const id = await world.outside.payByPix(uid, valor)
    await killWorker(stage, kills)
    await eventApplied(stage, `pix:${id}`)
  } else {
    const intent = await intentOf(stage, charge)
    if (charge.payment.status === 'pending')
      await world.outside.settle(intent, says === 'paid' ? 'paid' : 'failed')
    else await world.outside.payAgain(intent)
    await killWorker(stage, kills)
    const type = says === 'paid' ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'
    await newsApplied(stage, intent, [type], 1)
  }
  // What this fan has does not reach the chain, which refuses every sale to them.
  if (!charge.fan.isOnChain) await world.sql`delete from chain.operations where key = ${`credit:${uid}`}`
  perform(market, step)
}

export async function takeDispute(stage: Stage, step: DisputeStep, kills: boolean): Promise<void> {
  const { world, names, market } = stage
  const { charge, says } = step
  if (charge.dispute === null) {
    names.addDispute(charge, await world.outside.openDispute(await intentOf(stage, charge)))
  }
  const id = names.dispute(charge)
  if (says !== 'open') await world.outside.endDispute(id, says)
  await killWorker(stage, kills)
  // Opened and money withdrawn; ended; and, once won, money reinstated.
  await newsApplied(stage, id, ['charge.dispute.%'], { open: 2, lost: 3, won: 4 }[says])
  perform(market, step)
}

export async function takeRefund(stage: Stage, step: RefundStep, kills: boolean): Promise<void> {
  const { world, names, market } = stage
  const { payment, amount, destination, despitePlay, key } = step
  const body = { amount, destination, reason: 'show cancelado', despitePlay }
  const path = `/admin/activity/${names.payment(payment)}/refunds`
  const known = market.cardRefunds.length
  const answer = await callAlone(stage, { person: world.admin, path, body, key }, kills)
  compare(stage, step, answer)
  if (answer.status !== 200 || destination === 'wallet') return
  const uid = String(answer.data.uid)
  const refund = market.cardRefunds[known]
  if (refund) names.addRefund(refund, uid)
  await ended(stage, 'private.refunds', uid, refund ? 'done' : 'failed')
}

export async function takeSendBack(stage: Stage, step: SendBackStep, kills: boolean): Promise<void> {
  const { world, names, market } = stage
  const uid = names.refund(step.refund)
  const [row] = await world.sql<{ id: string }[]>`
    select provider_id as id from private.refunds where uid = ${uid}`
  await world.outside.failRefund(row?.id ?? '')
  await killWorker(stage, kills)
  await ended(stage, 'private.refunds', uid, 'failed')
  perform(market, step)
}

export async function takeDecision(stage: Stage, step: DecideStep, kills: boolean): Promise<void> {
  const { world, names } = stage
  const { fan, withdrawal, becomes } = step
  const uid = names.withdrawal(withdrawal)
  const isOver = withdrawal.status !== 'requested'
  const calls: Record<DecideStep['becomes'], Call> = {
    approved: { person: world.admin, path: `/admin/withdrawals/${uid}/approve`, body: {} },
    cancelled: { person: personOf(stage, fan), path: `/redeem-balance/${uid}/cancel`, body: {} },
    rejected: { person: world.admin, path: `/admin/withdrawals/${uid}/reject`, body: { reason: 'dados' } },
  }
  compare(stage, step, await callAlone(stage, calls[becomes], kills && becomes !== 'approved'))
  if (becomes !== 'approved' || isOver || withdrawal.status === 'requested') return
  await paidOut(stage, uid, { key: `pay-out:${uid}`, isPayable: withdrawal.isPayable, kills })
  await ended(stage, 'redeem_balance', uid, withdrawal.status)
}

export async function takePayout(stage: Stage, step: PayoutStep, kills: boolean): Promise<void> {
  const { world, names } = stage
  const { artist, amount, key } = step
  const path = `/admin/artists/${names.artist(artist).uid}/payouts`
  const answer = await callAlone(stage, { person: world.admin, path, body: { amount }, key }, false)
  compare(stage, step, answer)
  if (answer.status !== 200) return
  const uid = String(answer.data.uid)
  await paidOut(stage, uid, { key: `pay-out-artist:${uid}`, isPayable: artist.isPayable, kills })
  await ended(stage, 'private.artist_payouts', uid, artist.isPayable ? 'paid' : 'failed')
}

export async function takeWriteOff(stage: Stage, step: WriteOffStep, kills: boolean): Promise<void> {
  const { world } = stage
  const path = `/admin/users/${personOf(stage, step.fan).uid}/write-offs`
  const body = { amount: step.amount, reason: 'acordo' }
  const call = { person: world.admin, path, body, key: step.key }
  compare(stage, step, await callAlone(stage, call, kills))
}

/** The provider says at once what it would say a second later, and the job that asks again does so now. */
async function paidOut(
  stage: Stage,
  uid: string,
  { key, isPayable, kills }: { key: string; isPayable: boolean; kills: boolean },
): Promise<void> {
  const { world } = stage
  if (kills) await world.outside.loseAnswer()
  await killWorker(stage, kills)
  await until('the provider hears of the payout', () => world.outside.endPayout(uid, isPayable))
  await until('the payout is asked for again', async () => {
    const [job] = await world.sql<{ tried: boolean }[]>`
      update graphile_worker._private_jobs set run_at = now()
      where key = ${key} and attempts > 0 and locked_at is null and run_at > now()
      returning true as tried`
    const left = await world.sql`select from graphile_worker._private_jobs where key = ${key}`
    return job?.tried === true || left.length === 0
  })
}

/** Waits for a row to stand as it should. */
async function ended(stage: Stage, table: string, uid: string, status: string): Promise<void> {
  const { sql } = stage.world
  await until(`${table} ${uid} is ${status}`, async () => {
    const rows = await sql`select from ${sql(table)} where uid = ${uid} and status = ${status}`
    return rows.length > 0
  })
}

async function intentOf({ world, names }: Stage, charge: Charge): Promise<string> {
  const [row] = await world.sql<{ id: string | null }[]>`
    select intent_id as id from payments where uid = ${names.payment(charge.payment)}`
  if (!row?.id) throw new Error(`charge ${charge.id} has no name`)
  return row.id
}

function eventApplied({ world: { sql } }: Stage, id: string): Promise<void> {
  return until(`the news ${id} is applied`, async () => {
    const rows = await sql`
      select from private.webhook_events where id = ${id} and processed_at is not null`
    return rows.length > 0
  })
}

/** Waits until `times` pieces of news about something of the card processor's have been applied. */
function newsApplied({ world: { sql } }: Stage, id: string, types: string[], times: number): Promise<void> {
  return until(`the news about ${id} is applied`, async () => {
    const rows = await sql`
      select from private.webhook_events
      where payload #>> '{data,object,id}' = ${id} and type like any (${types}) and processed_at is not null`
    return rows.length >= times
  })
}
