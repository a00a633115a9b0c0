/** Idempotency, scripted faults, and webhooks that arrive despite refusals and restarts. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunningEmulator } from '../testing.ts'
import {
  control,
  SECRET_KEY,
  startCards,
  startWebhookEndpoint,
  stripeClient,
  type WebhookEndpoint,
} from './harness.ts'

let cards: RunningEmulator
let endpoint: WebhookEndpoint
let stripe: Stripe

beforeEach(async () => {
  endpoint = await startWebhookEndpoint()
  cards = await startCards(endpoint.url)
  stripe = stripeClient(cards.origin)
})
afterEach(async () => {
  await cards.remove()
  await endpoint.close()
})

const PAYMENT = {
  amount: 1000,
  currency: 'brl',
  payment_method: 'pm_card_visa',
  allowed_payment_method_types: ['card'],
  confirm: true,
}
const countIntents = async () => (await stripe.paymentIntents.list()).data.length

describe('an idempotency key', () => {
  const post = (key: string, body: string) =>
    fetch(`${cards.origin}/stripe/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key },
      body: new URLSearchParams(body),
    })

  it('replays the first answer, success or decline, and refuses another body', async () => {
    const body = 'amount=500&currency=brl'
    const first = await post('k1', body)
    const second = await post('k1', body)
    expect(await second.text()).toBe(await first.text())
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await post('k1', 'amount=501&currency=brl')
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
    const declined = `${body}&payment_method=pm_card_chargeDeclined&allowed_payment_method_types[]=card&confirm=true`
    expect((await post('k2', declined)).status).toBe(402)
    expect((await post('k2', declined)).headers.get('idempotent-replayed')).toBe('true')
    expect(await countIntents()).toBe(2)
  })

  it('is free again after a refused request, and busy during one under way', async () => {
    expect((await post('k3', 'amount=1&currency=brl')).status).toBe(400)
    expect((await post('k3', 'amount=500&currency=brl')).status).toBe(200)
    await control(cards.origin, 'next', { outcome: 'delay', delay_ms: 400 })
    const body =
      'amount=500&currency=brl&payment_method=pm_card_visa&allowed_payment_method_types[]=card&confirm=true'
    const answers = await Promise.all([post('k4', body), post('k4', body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a scripted outcome', () => {
  it('declines a good card once', async () => {
    await control(cards.origin, 'next', { outcome: 'decline', decline_code: 'insufficient_funds' })
    await expect(stripe.paymentIntents.create(PAYMENT)).rejects.toMatchObject({
      decline_code: 'insufficient_funds',
    })
    expect((await stripe.paymentIntents.create(PAYMENT)).status).toBe('succeeded')
  })

  it('drops the answer after charging, and a retry with the same key charges once', async () => {
    await control(cards.origin, 'next', { outcome: 'drop_answer_after_charge' })
    const retrying = stripeClient(cards.origin, SECRET_KEY, 1)
    const intent = await retrying.paymentIntents.create(PAYMENT, { idempotencyKey: 'order-1' })
    expect(intent.status).toBe('succeeded')
    expect(await countIntents()).toBe(1)
  })

  it('fails before charging', async () => {
    await control(cards.origin, 'next', { outcome: 'http_500' })
    await expect(stripe.paymentIntents.create(PAYMENT)).rejects.toMatchObject({ statusCode: 500 })
    await control(cards.origin, 'next', { outcome: 'timeout' })
    await expect(stripe.paymentIntents.create(PAYMENT, { timeout: 300 })).rejects.toBeInstanceOf(
      Stripe.errors.StripeConnectionError,
    )
    expect(await countIntents()).toBe(0)
    await expect(control(cards.origin, 'next', { outcome: 'nonsense' })).rejects.toThrow('must be one of')
  })

  it('leaves a payment processing until it is settled', async () => {
    await control(cards.origin, 'next', { outcome: 'processing' })
    const { id, status } = await stripe.paymentIntents.create(PAYMENT)
    expect(status).toBe('processing')
    await control(cards.origin, 'settle', { payment_intent: id, outcome: 'succeeded' })
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })
})

describe('webhooks', () => {
  it('are signed and name the request', async () => {
    const intent = await stripe.paymentIntents.create(PAYMENT, { idempotencyKey: 'order-2' })
    const event = await endpoint.waitFor('payment_intent.succeeded')
    expect(event).toMatchObject({
      data: { object: { id: intent.id, status: 'succeeded' } },
      request: { idempotency_key: 'order-2' },
    })
    await endpoint.waitFor('charge.succeeded')
    expect(await stripe.events.retrieve(event.id)).toMatchObject({ type: 'payment_intent.succeeded' })
    const listed = await stripe.events.list({ types: ['charge.succeeded', 'payment_intent.created'] })
    expect(listed.data.map(({ type }) => type)).toEqual(['charge.succeeded', 'payment_intent.created'])
  })

  it('report failures, refunds and disputes', async () => {
    const declined = { ...PAYMENT, payment_method: 'pm_card_chargeDeclined' }
    await expect(stripe.paymentIntents.create(declined)).rejects.toThrow()
    await endpoint.waitFor('payment_intent.payment_failed')
    await endpoint.waitFor('charge.failed')
    const paid = await stripe.paymentIntents.create(PAYMENT)
    await stripe.refunds.create({ payment_intent: paid.id })
    await endpoint.waitFor('charge.refunded')
    const other = await stripe.paymentIntents.create(PAYMENT)
    await control(cards.origin, 'disputes', { payment_intent: other.id, reason: 'product_not_received' })
    expect(await endpoint.waitFor('charge.dispute.created')).toMatchObject({
      data: { object: { reason: 'product_not_received', payment_intent: other.id } },
    })
  })

  it('report a refund that the bank sends back, and a dispute of what refunds have left', async () => {
    const paid = await stripe.paymentIntents.create(PAYMENT)
    const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 400 })
    const kept = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
    await control(cards.origin, `refunds/${refund.id}/fail`, {})
    expect(await endpoint.waitFor('refund.failed')).toMatchObject({
      data: { object: { id: refund.id, status: 'failed', failure_reason: 'declined' } },
    })
    await expect(control(cards.origin, `refunds/${refund.id}/fail`, {})).rejects.toThrow()
    await control(cards.origin, 'disputes', { payment_intent: paid.id })
    expect(await endpoint.waitFor('charge.dispute.created')).toMatchObject({
      data: { object: { amount: 900 } },
    })
    expect(kept.status).toBe('succeeded')
  })

  it('are tried again until accepted, also after a restart', async () => {
    endpoint.status = 500
    await stripe.paymentIntents.create({ amount: 500, currency: 'brl' })
    await cards.stop()
    endpoint.status = 200
    cards = await startCards(endpoint.url, cards)
    await endpoint.waitFor('payment_intent.created')
  })

  it('can be held back, doubled and sent again', async () => {
    await control(cards.origin, 'webhooks', { paused: true, duplicate: true, shuffle: true })
    await stripe.paymentIntents.create(PAYMENT)
    expect(endpoint.received).toEqual([])
    await control(cards.origin, 'webhooks', { paused: false })
    const event = await endpoint.waitFor('payment_intent.succeeded', 2)
    await control(cards.origin, 'webhooks', { redeliver: event.id, duplicate: false, shuffle: false })
    await endpoint.waitFor('payment_intent.succeeded', 3)
  })
})

it('keeps no card number, neither in the log nor in the database', async () => {
  const number = '4242424242424242'
  await stripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 1, exp_year: 2040, cvc: '987' },
  })
  const log = await (await fetch(`${cards.origin}/stripe/_control/log`)).text()
  expect(log).toContain('/v1/payment_methods')
  expect(log).not.toContain(number)
  await cards.stop()
  const stored = await readFile(join(cards.dataDir, 'cards.sqlite'), 'latin1')
  expect(stored).toContain('payment_method')
  expect(stored).not.toContain(number)
  cards = await startCards(endpoint.url, cards)
})
