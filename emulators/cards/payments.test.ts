/** The official Stripe client pays, fails to pay, authenticates, refunds and reads. */
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningEmulator } from '../testing.ts'
import { chargeFee } from './charges.ts'
import { control, PUBLISHABLE_KEY, startCards, stripeClient } from './harness.ts'

let cards: RunningEmulator
let stripe: Stripe

beforeAll(async () => {
  cards = await startCards()
  stripe = stripeClient(cards.origin)
})
afterAll(() => cards.remove())

const year = new Date().getFullYear() + 3
const byNumber = (number: string, cvc = '123') =>
  stripe.paymentMethods.create({ type: 'card', card: { number, exp_month: 12, exp_year: year, cvc } })

async function pay(number: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const method = await byNumber(number)
  return stripe.paymentIntents.create({
    amount: 10_438,
    currency: 'brl',
    payment_method: method.id,
    allowed_payment_method_types: ['card'],
    confirm: true,
    ...more,
  })
}

async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`Expected a StripeError, got ${String(error)}`)
}

/** What the 3-D Secure page does when its button is pressed. */
async function answerChallenge(intent: Stripe.PaymentIntent, outcome: 'authorize' | 'fail') {
  const details = intent.next_action?.use_stripe_sdk as { source: string }
  return fetch(`${cards.origin}/stripe/v3/challenge/${details.source}`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome }),
  })
}

describe('a payment', () => {
  it('succeeds and books its fee', async () => {
    const intent = await pay('4242 4242 4242 4242', {
      metadata: { payment: 'p-1' },
      receipt_email: 'fan@example.com',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    const charge = intent.latest_charge as Stripe.Charge
    const booked = charge.balance_transaction as Stripe.BalanceTransaction
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 10_438,
      metadata: { payment: 'p-1' },
    })
    expect(intent.payment_method).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
    expect(charge).toMatchObject({ paid: true, status: 'succeeded', receipt_email: 'fan@example.com' })
    expect(booked).toMatchObject({ amount: 10_438, fee: 455, net: 9983 })
    expect(JSON.stringify(intent)).not.toContain('4242424242424242')
  })

  it.each([
    ['5555555555554444', '123', 'mastercard'],
    ['378282246310005', '1234', 'amex'],
  ])('reads the brand of %s', async (number, cvc, brand) => {
    expect((await byNumber(number, cvc)).card).toMatchObject({ brand, last4: number.slice(-4) })
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ])('is refused for card %s', async (number, code, declineCode, message) => {
    const error = await failure(pay(number))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode, message })
    const kept = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '')
    expect(kept).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  })

  it('does not use a card twice without a customer', async () => {
    const method = await byNumber('4242424242424242')
    const params = { amount: 500, currency: 'brl', payment_method: method.id, confirm: true }
    await stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['card'] })
    const again = await failure(
      stripe.paymentIntents.create({ ...params, allowed_payment_method_types: ['card'] }),
    )
    expect(again.message).toContain('was previously used')
  })

  it('asks for a return address when it might redirect', async () => {
    const create = (more: object) =>
      stripe.paymentIntents.create({
        amount: 500,
        currency: 'brl',
        payment_method: 'pm_card_visa',
        confirm: true,
        ...more,
      })
    expect((await failure(create({}))).message).toContain('return_url')
    const never = { automatic_payment_methods: { enabled: true, allow_redirects: 'never' } }
    expect(await create(never)).toMatchObject({ status: 'succeeded' })
  })
})

describe('card details', () => {
  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2019 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('%o is refused', async (wrong, code) => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: year, cvc: '123', ...wrong }
    const error = await failure(stripe.paymentMethods.create({ type: 'card', card }))
    expect(error).toMatchObject({ statusCode: 402, code })
  })

  it('of a real card are refused in test mode', async () => {
    expect(await failure(byNumber('4539578763621486'))).toMatchObject({ decline_code: 'test_mode_live_card' })
  })
})

describe('3-D Secure', () => {
  it('leads to success once the cardholder approves', async () => {
    const waiting = await pay('4000000000003220')
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    await answerChallenge(waiting, 'authorize')
    const paid = await stripe.paymentIntents.retrieve(waiting.id, { expand: ['latest_charge'] })
    expect(paid.status).toBe('succeeded')
    expect((await answerChallenge(waiting, 'authorize')).status).toBe(404)
  })

  it('leads back to the card when the cardholder refuses', async () => {
    const waiting = await pay('4000002760003184')
    await answerChallenge(waiting, 'fail')
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  it('can be passed and still be declined', async () => {
    const waiting = await pay('4000008400001629')
    await answerChallenge(waiting, 'authorize')
    const after = await stripe.paymentIntents.retrieve(waiting.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
  })

  it('waits for the server when confirmation is manual', async () => {
    const waiting = await pay('4000002500003155', { confirmation_method: 'manual' })
    await answerChallenge(waiting, 'authorize')
    expect((await stripe.paymentIntents.retrieve(waiting.id)).status).toBe('requires_confirmation')
    expect((await stripe.paymentIntents.confirm(waiting.id)).status).toBe('succeeded')
  })

  it('is a refusal when the caller wants no action', async () => {
    const error = await failure(pay('4000002500003155', { error_on_requires_action: true }))
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  })
})

describe('a payment intent', () => {
  it('is made, changed, confirmed and then fixed', async () => {
    const made = await stripe.paymentIntents.create({ amount: 500, currency: 'brl' })
    expect(made.status).toBe('requires_payment_method')
    await stripe.paymentIntents.update(made.id, { amount: 700, metadata: { a: '1' } })
    const confirmed = await stripe.paymentIntents.confirm(made.id, {
      payment_method: 'pm_card_visa',
      use_stripe_sdk: true,
    })
    expect(confirmed).toMatchObject({ status: 'succeeded', amount: 700, metadata: { a: '1' } })
    const again = await failure(stripe.paymentIntents.confirm(made.id))
    expect(again).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect((await failure(stripe.paymentIntents.cancel(made.id))).message).toContain('cannot cancel')
  })

  it('can be cancelled before it is paid', async () => {
    const made = await stripe.paymentIntents.create({ amount: 500, currency: 'brl' })
    const canceled = await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  })

  it.each([
    [{ amount: 49 }, 'amount_too_small'],
    [{ amount: 1.5 }, 'parameter_invalid_integer'],
    [{ amunt: 1 }, 'parameter_unknown'],
    [{ currency: '' }, 'parameter_missing'],
    [{ payment_method: 'pm_none' }, 'resource_missing'],
  ])('is refused for %o', async (wrong, code) => {
    expect(
      await failure(stripe.paymentIntents.create({ amount: 500, currency: 'brl', ...wrong })),
    ).toMatchObject({
      type: 'StripeInvalidRequestError',
      code,
    })
  })

  it('is listed newest first and found by its metadata', async () => {
    await control(cards.origin, 'reset')
    for (let n = 1; n <= 5; n++) {
      await stripe.paymentIntents.create({
        amount: 100 * n,
        currency: 'brl',
        metadata: { payment: `uid-${n}` },
      })
    }
    const amounts: number[] = []
    for await (const intent of stripe.paymentIntents.list({ limit: 2, created: { gte: 1 } }))
      amounts.push(intent.amount)
    expect(amounts).toEqual([500, 400, 300, 200, 100])
    const found = await stripe.paymentIntents.search({ query: "metadata['payment']:'uid-3'" })
    expect(found.data.map(({ amount }) => amount)).toEqual([300])
    const narrowed = await stripe.paymentIntents.search({
      query: "status:'requires_payment_method' AND amount>300",
    })
    expect(narrowed.data).toHaveLength(2)
  })
})

describe('refunds, disputes and the balance', () => {
  it('a refund is partial, then whole, then refused', async () => {
    const { id } = await pay('4242424242424242', { amount: 1000 })
    expect(await stripe.refunds.create({ payment_intent: id, amount: 400 })).toMatchObject({
      status: 'succeeded',
    })
    const tooMuch = await failure(stripe.refunds.create({ payment_intent: id, amount: 601 }))
    expect(tooMuch.message).toBe(
      'Refund amount (R$6.01) is greater than unrefunded amount on charge (R$6.00)',
    )
    await stripe.refunds.create({ payment_intent: id })
    expect(await failure(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
  })

  it('the dispute card takes the money back, and winning returns it', async () => {
    await control(cards.origin, 'reset')
    const intent = await pay('4000000000000259', { amount: 1000, expand: ['latest_charge'] })
    const charge = await stripe.charges.retrieve((intent.latest_charge as Stripe.Charge).id)
    expect(charge.disputed).toBe(true)
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent.id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 1000 })
    const won = await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
    })
    expect(won.status).toBe('won')
    const balance = await stripe.balance.retrieve()
    const total = (balance.available[0]?.amount ?? 0) + (balance.pending[0]?.amount ?? 0)
    expect(total).toBe(1000 - chargeFee(1000))
  })
})

describe('keys', () => {
  it('refuses what is not a test key', async () => {
    const stranger = stripeClient(cards.origin, 'sk_live_123456')
    expect(await failure(stranger.balance.retrieve())).toMatchObject({ statusCode: 401 })
    expect((await fetch(`${cards.origin}/stripe/v1/balance`)).status).toBe(401)
  })

  it('shows a browser only its own intent, and speaks its language', async () => {
    const { id, client_secret } = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'brl',
      metadata: { internal: 'x' },
    })
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${cards.origin}/stripe/v1/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${PUBLISHABLE_KEY}`, 'accept-language': 'pt-BR' },
      })
    const shown = (await (await ask(`payment_intents/${id}?client_secret=${client_secret}`)).json()) as object
    expect(shown).toMatchObject({ id, status: 'requires_payment_method' })
    expect(shown).not.toHaveProperty('metadata')
    expect((await ask(`payment_intents/${id}?client_secret=${id}_secret_no`)).status).toBe(404)
    expect((await ask('balance')).status).toBe(403)
    const body = new URLSearchParams({
      client_secret: client_secret ?? '',
      payment_method: 'pm_card_chargeDeclined',
    })
    const declined = await ask(`payment_intents/${id}/confirm`, { method: 'POST', body })
    expect(declined.status).toBe(402)
    expect(await declined.json()).toMatchObject({ error: { message: 'Seu cartão foi recusado.' } })
  })
})

describe('wallets of browsers', () => {
  const handOver = async (amount: string, number = '4242424242424242') => {
    const body = new URLSearchParams({
      key: PUBLISHABLE_KEY,
      kind: 'google_pay',
      amount,
      'card[number]': number,
    })
    const made = await fetch(`${cards.origin}/stripe/v3/sheet`, { method: 'POST', body })
    return (await made.json()) as Stripe.PaymentMethod
  }
  const charge = async (method: Stripe.PaymentMethod, amount: number) =>
    stripe.paymentIntents.create({
      amount,
      currency: 'brl',
      payment_method: method.id,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
    })

  it('hand a card over that is charged what its owner has agreed to, and nothing else', async () => {
    const method = await handOver('2119')
    expect(method.card).toMatchObject({
      brand: 'visa',
      wallet: { type: 'google_pay', dynamic_last4: '4242' },
    })
    expect(await failure(charge(method, 2120))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await charge(method, 2119)).toMatchObject({ status: 'succeeded' })
  })

  it('are shown on domains that are registered and switched on', async () => {
    const asked = async () =>
      (await fetch(`${cards.origin}/stripe/v3/express/domain?name=tune.example`)).json() as Promise<unknown>
    expect(await asked()).toEqual({ registered: false })
    const { id } = await stripe.paymentMethodDomains.create({ domain_name: 'tune.example' })
    expect(await asked()).toEqual({ registered: true })
    await stripe.paymentMethodDomains.update(id, { enabled: false })
    expect(await asked()).toEqual({ registered: false })
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: 'tune.example' })
    expect(data).toMatchObject([{ id, enabled: false }])
    expect(await failure(stripe.paymentMethodDomains.create({ domain_name: 'https://x' }))).toMatchObject({
      statusCode: 400,
    })
  })
})

it('serves its browser script where Stripe does, by both names', async () => {
  for (const path of ['v3/', 'v3/stripe.js']) {
    const response = await fetch(`${cards.origin}/stripe/${path}`)
    expect(response.headers.get('content-type')).toContain('text/javascript')
    expect(await response.text()).toContain('window.Stripe')
  }
})
