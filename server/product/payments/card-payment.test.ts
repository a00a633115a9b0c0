import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cardFee, largestAmount } from '#domain/fee.ts'
import type { ChargeOutcome } from '../../platform/adapters/cards.ts'
import { declineText } from '../../platform/texts.ts'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { applyCardEvent } from './apply-card-event.ts'
import { applyIntentReport } from './check-payment.ts'

let market: Market
/** What the processor answers next; the default is success. */
let nextCharge: ((paymentUid: string) => Promise<ChargeOutcome>) | null = null
const charges: string[] = []

beforeAll(async () => {
  market = await createMarket({
    charge: async ({ paymentUid }) => {
      charges.push(paymentUid)
      const scripted = nextCharge
      nextCharge = null
      return scripted ? scripted(paymentUid) : { kind: 'accepted', intentId: `pi_${paymentUid}` }
    },
  })
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Paid = {
  status: number
  data: { payment: { uid: string }; action: unknown; code: string; error: string }
}

async function pay(fan: TestFan, body: Record<string, unknown>, key?: string): Promise<Paid> {
  const full = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', ...body }
  return market.call(fan, '/buy-token', full, key ? { 'idempotency-key': key } : {})
}
const total = (amount: number) => amount + cardFee(amount)
const statusOf = async (uid: string) =>
  (await market.sql<{ status: string }[]>`select status from payments where uid = ${uid}`)[0]?.status

describe('a deposit by card', () => {
  test('is nothing until the signed webhook says so, and then is booked once', async () => {
    const fan = await market.newFan()
    const paid = await pay(fan, { amount: 10_000 })
    expect(paid).toMatchObject({ status: 200, data: { action: null } })
    const { uid } = paid.data.payment
    expect(await statusOf(uid)).toBe('pending')
    expect(await market.balanceOf(fan)).toBe(0)

    const event = cardEvent({ payment: uid, total: total(10_000) })
    for (let time = 0; time < 3; time++) expect(await deliver(market, event)).toBe(200)
    expect(await deliver(market, cardEvent({ payment: uid, total: total(10_000) }))).toBe(200)
    await runJobs(market)
    expect(await statusOf(uid)).toBe('succeded')
    expect(await market.balanceOf(fan)).toBe(10_000)
    const operations = await market.sql`select kind from chain.operations where key = ${`credit:${uid}`}`
    expect(operations).toEqual([{ kind: 'credit_balance' }])
  })

  test('that our own settings prevent is no decline: the fan is told so, and the operator once', async () => {
    const unavailable = async (): Promise<ChargeOutcome> => ({
      kind: 'unavailable',
      intentId: null,
      message: 'Invalid API Key provided',
    })
    for (const fan of [await market.newFan(), await market.newFan()]) {
      nextCharge = unavailable
      const refused = await pay(fan, { amount: 10_000 }, 'one-order')
      expect(refused).toMatchObject({ status: 402, data: { code: 'cards_unavailable' } })
      expect(refused.data.error).toContain('indisponíveis')
      // The same call is answered the same, and no card is charged for it later.
      expect(await pay(fan, { amount: 10_000 }, 'one-order')).toEqual(refused)
      const rows = await market.sql`select status from payments where user_id = ${fan.uid}`
      expect(rows).toMatchObject([{ status: 'failed' }])
    }
    expect(await market.sql`select name, times from private.outside_faults`).toEqual([
      { name: 'cards', times: 1 },
    ])
    const alerts = await market.sql`
      select payload -> 'data' ->> 'said' as said from graphile_worker._private_jobs
      where payload ->> 'template' = 'cards_alert'`
    expect(alerts).toEqual([{ said: 'Invalid API Key provided' }])
  })

  test('payments begun at once set one unit aside, however many there are', async () => {
    for (let round = 0; round < 5; round++) {
      const fan = await market.newFan()
      const project = await market.newProject({ supply: 4, price: 2000 })
      const order = { amount: 2000, typeBuy: 'mint', UID: project.uid }
      const begun = await Promise.all([1, 2, 3, 4].map(() => pay(fan, order)))
      expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const aside = await market.sql`
        select from units where project_id = ${project.id} and reserved_until > now()`
      expect(aside).toHaveLength(1)
    }
  })

  test('the eleventh try of a minute waits, also where the ten before it were refused', async () => {
    const fan = await market.newFan()
    for (let attempt = 1; attempt <= 10; attempt++) {
      const refused = await pay(fan, { amount: largestAmount('card') + 1 })
      expect(refused).toMatchObject({ data: { code: 'card_limit' } })
    }
    expect(await pay(fan, { amount: 10_000 })).toMatchObject({
      status: 429,
      data: { code: 'too_many_requests' },
    })
  })

  test('whoever sends each call twice under its key has no more tries than others', async () => {
    const fan = await market.newFan()
    const tried = new Set<number>()
    for (let attempt = 1; attempt <= 13; attempt++) {
      for (const _ of ['once', 'again']) {
        const { data } = await pay(fan, { amount: largestAmount('card') + 1 }, `twice-${attempt}`)
        if (data.code === 'card_limit') tried.add(attempt)
      }
    }
    expect([...tried]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test.each([
    ['zero', 0],
    ['negative', -100],
    ['below the least', 99],
    ['a fraction', 100.5],
    ['text', '10000'],
    ['beyond the most', 100_000_001],
    ['past 2^53', 2 ** 60],
    ['nothing', null],
    ['a list', [100]],
  ])('refuses an amount that is %s', async (_name, amount) => {
    const fan = await market.newFan()
    const before = charges.length
    expect(await pay(fan, { amount })).toMatchObject({ status: 400, data: { code: 'malformed' } })
    expect(charges.length).toBe(before)
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(0)
  })

  test('as large as the processor charges at once is taken; a centavo more is not even tried', async () => {
    const fan = await market.newFan()
    const largest = largestAmount('card')
    expect(await pay(fan, { amount: largest })).toMatchObject({ status: 200 })
    const before = charges.length
    const answer = await pay(fan, { amount: largest + 1 })
    expect(answer).toMatchObject({ status: 422, data: { code: 'card_limit' } })
    expect(answer.data.error).toContain('PIX')
    expect(charges.length).toBe(before)
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
  })

  test('a body that is not JSON is refused', async () => {
    const fan = await market.newFan()
    expect(await market.call(fan, '/buy-token', '{"amount":')).toMatchObject({ status: 400 })
  })

  test('a declined card is told in the fan’s language, or the screen’s; the webhook closes the payment', async () => {
    const fan = await market.newFan()
    const decline: typeof nextCharge = async (uid) => ({
      kind: 'declined',
      intentId: `pi_${uid}`,
      reason: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    })
    nextCharge = decline
    expect(await pay(fan, { amount: 500 }, 'declined')).toEqual({
      status: 402,
      data: { error: declineText('insufficient_funds', 'pt'), code: 'card_declined' },
    })
    expect(await pay(fan, { amount: 500 }, 'declined')).toMatchObject({ status: 402 })
    nextCharge = decline
    const other = await market.newFan()
    const body = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount: 500 }
    expect(await market.call(other, '/buy-token', body, { 'accept-language': 'en' })).toMatchObject({
      data: { error: declineText('insufficient_funds', 'en') },
    })
    const [{ uid } = { uid: '' }] = await market.sql<{ uid: string }[]>`
      select uid from payments where user_id = ${fan.uid}`
    await deliver(
      market,
      cardEvent({ payment: uid, total: total(500), type: 'payment_intent.payment_failed' }),
    )
    await runJobs(market)
    expect(await statusOf(uid)).toBe('failed')
  })

  test('a charge that never came to exist is closed at once, for no webhook will come', async () => {
    const fan = await market.newFan()
    nextCharge = async () => ({
      kind: 'declined',
      intentId: null,
      reason: 'declined',
      message: 'No such payment method.',
    })
    await pay(fan, { amount: 500 })
    expect(await market.sql`select status from payments where user_id = ${fan.uid}`).toEqual([
      { status: 'failed' },
    ])
  })

  test('a bank that wants to ask gets its chance', async () => {
    const fan = await market.newFan()
    nextCharge = async (uid) => ({ kind: 'action', intentId: `pi_${uid}`, clientSecret: 'secret' })
    expect(await pay(fan, { amount: 500 })).toMatchObject({
      status: 200,
      data: { action: { clientSecret: 'secret' } },
    })
  })

  test('the answer lost after the charge: the same key sends the same charge and the money comes once', async () => {
    const fan = await market.newFan()
    nextCharge = async () => {
      throw new Error('connection reset')
    }
    const before = charges.length
    expect(await pay(fan, { amount: 700 }, 'lost')).toMatchObject({ status: 503 })
    const again = await pay(fan, { amount: 700 }, 'lost')
    expect(again.status).toBe(200)
    expect(new Set(charges.slice(before)).size).toBe(1)
    await deliver(market, cardEvent({ payment: again.data.payment.uid, total: total(700) }))
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(700)
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
  })

  test('a key used again after a day charges nothing: the processor has forgotten it by then', async () => {
    const fan = await market.newFan()
    nextCharge = async () => {
      throw new Error('connection reset')
    }
    await pay(fan, { amount: 700 }, 'late')
    await market.sql`update payments set created_at = now() - interval '25 hours' where user_id = ${fan.uid}`
    const before = charges.length
    const again = await pay(fan, { amount: 700 }, 'late')
    expect(again).toMatchObject({ status: 200, data: { payment: { status: 'pending' }, action: null } })
    expect(charges.length).toBe(before)
  })

  test('a key whose payment is settled charges nothing more', async () => {
    const fan = await market.newFan()
    nextCharge = async () => {
      throw new Error('connection reset')
    }
    await pay(fan, { amount: 700 }, 'settled')
    const [{ uid } = { uid: '' }] = await market.sql<{ uid: string }[]>`
      select uid from payments where user_id = ${fan.uid}`
    await deliver(market, cardEvent({ payment: uid, total: total(700) }))
    await runJobs(market)
    const before = charges.length
    const again = await pay(fan, { amount: 700 }, 'settled')
    expect(again).toMatchObject({ status: 200, data: { payment: { uid, status: 'succeded' } } })
    expect(charges.length).toBe(before)
  })

  test('twenty at once with one key are one payment', async () => {
    const fan = await market.newFan()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(fan, { amount: 900 }, 'burst')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.payment.uid)).size).toBe(1)
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
  })
})

test('card after card in one minute is refused', async () => {
  const fan = await market.newFan()
  const statuses: number[] = []
  // The minute may turn while we try, so there is room for two.
  for (let attempt = 0; attempt < 21; attempt++) statuses.push((await pay(fan, { amount: 500 })).status)
  expect(statuses).toContain(429)
})

describe('webhooks', () => {
  test.each([
    ['a wrong secret', { secret: 'whsec_other' }],
    ['a changed body', { tamper: true }],
    ['an old signature', { at: Math.floor(Date.now() / 1000) - 301 }],
  ])('with %s are refused and store nothing', async (_name, options) => {
    const event = cardEvent({ payment: crypto.randomUUID(), total: 1000 })
    expect(await deliver(market, event, options)).toBe(400)
    expect(await market.sql`select from private.webhook_events where id = ${event.id}`).toHaveLength(0)
  })

  test('success heard before an older failure stays success', async () => {
    const fan = await market.newFan()
    const { uid } = (await pay(fan, { amount: 1000 })).data.payment
    await deliver(market, cardEvent({ payment: uid, total: total(1000) }))
    await runJobs(market)
    await deliver(
      market,
      cardEvent({ payment: uid, total: total(1000), type: 'payment_intent.payment_failed' }),
    )
    await runJobs(market)
    expect(await statusOf(uid)).toBe('succeded')
    expect(await market.balanceOf(fan)).toBe(1000)
  })

  test('a failure heard first gives way to money that was taken', async () => {
    const fan = await market.newFan()
    const { uid } = (await pay(fan, { amount: 1000 })).data.payment
    await deliver(
      market,
      cardEvent({ payment: uid, total: total(1000), type: 'payment_intent.payment_failed' }),
    )
    await runJobs(market)
    await deliver(market, cardEvent({ payment: uid, total: total(1000) }))
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(1000)
  })

  test('one that comes before its payment is visible is kept and tried again', async () => {
    const event = cardEvent({ payment: crypto.randomUUID(), total: 1000 })
    expect(await deliver(market, event)).toBe(200)
    await runJobs(market)
    const jobs = await market.sql`
      select attempts from graphile_worker.jobs where key = ${`card-event:${event.id}`}`
    expect(jobs).toEqual([{ attempts: 1 }])
  })

  test.each([
    ['less money', { received: 1 }],
    ['another currency', { currency: 'usd' }],
  ])('with %s than was asked credit nothing and are kept for the operator', async (_name, facts) => {
    const fan = await market.newFan()
    const { uid } = (await pay(fan, { amount: 1000 })).data.payment
    const event = cardEvent({ payment: uid, total: total(1000), ...facts })
    await deliver(market, event)
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(0)
    const [stored] = await market.sql<{ outcome: string }[]>`
      select outcome from private.webhook_events where id = ${event.id}`
    expect(stored?.outcome).toMatch(/^refused/)
  })

  test('a second charge for a payment that is booked is kept for the operator, not passed over', async () => {
    const fan = await market.newFan()
    const { uid } = (await pay(fan, { amount: 1000 })).data.payment
    await deliver(market, cardEvent({ payment: uid, total: total(1000) }))
    await runJobs(market)
    const event = cardEvent({ payment: uid, total: total(1000), intent: 'pi_second' })
    await deliver(market, event)
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(1000)
    const [stored] = await market.sql<{ outcome: string }[]>`
      select outcome from private.webhook_events where id = ${event.id}`
    expect(stored?.outcome).toBe('refused: pi_second paid what was paid before')
  })

  test('a deadlock with another purchase is tried again at once', async () => {
    const fan = await market.newFan()
    const project = await market.newProject()
    const { uid } = (await pay(fan, { typeBuy: 'mint', UID: project.uid, amount: project.price })).data
      .payment
    const event = cardEvent({ payment: uid, total: total(project.price) })
    await deliver(market, event)
    const lock = (tx: typeof market.sql, code: string) =>
      tx`select from ledger.accounts where code = ${code} for update`
    let applied: Promise<void> | undefined
    await market.sql.begin(async (tx) => {
      // Whoever waits longer notices the deadlock and gives way: not this transaction.
      await tx`set local deadlock_timeout = '60s'`
      const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      await lock(tx as never, 'platform:revenue')
      applied = applyCardEvent(market.ctx, event.id)
      applied.catch(() => undefined)
      // The event holds the fan's account now and waits for the platform's, which is ours.
      const waiting = () => market.sql`
        select from pg_stat_activity where ${own?.pid ?? 0} = any (pg_blocking_pids(pid))`
      await expect.poll(async () => (await waiting()).length).toBe(1)
      await lock(tx as never, `fan:${fan.uid}:available`)
    })
    await applied
    expect(await statusOf(uid)).toBe('succeded')
  })

  test('of other products on the same account are ignored', async () => {
    const event = cardEvent({ payment: 'x', total: 1 })
    const foreign = { ...event, data: { object: { id: 'pi_x', amount: 1, currency: 'brl', metadata: {} } } }
    await deliver(market, foreign)
    await runJobs(market)
    expect(await market.sql`select outcome from private.webhook_events where id = ${event.id}`).toEqual([
      { outcome: 'ignored: not ours' },
    ])
  })
})

describe('a payment whose webhook never came', () => {
  const ask = async (fan: TestFan, facts: { received?: number; currency?: string; status?: string }) => {
    const { uid } = (await pay(fan, { amount: 1000 })).data.payment
    const [row] = await market.sql<{ id: number }[]>`select id from payments where uid = ${uid}`
    const report = {
      intentId: `pi_${uid}`,
      status: 'succeeded',
      failure: null,
      received: total(1000),
      currency: 'brl',
    }
    return { uid, settled: await applyIntentReport(market.ctx, row?.id ?? 0, { ...report, ...facts }) }
  }

  test('is credited by the processor’s word', async () => {
    const fan = await market.newFan()
    expect(await ask(fan, {})).toMatchObject({ settled: true })
    expect(await market.balanceOf(fan)).toBe(1000)
  })

  test.each([
    ['less money', { received: 1 }],
    ['another currency', { currency: 'usd' }],
  ])('is not credited with %s than was asked', async (_name, facts) => {
    const fan = await market.newFan()
    await expect(ask(fan, facts)).rejects.toThrow('expected')
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('waits for a payer who has not finished', async () => {
    expect(await ask(await market.newFan(), { status: 'requires_action' })).toMatchObject({ settled: false })
  })
})

describe('buying by card', () => {
  const buy = (fan: TestFan, project: { uid: string; price: number }, key?: string) =>
    pay(fan, { typeBuy: 'mint', UID: project.uid, amount: project.price }, key)

  test('sets a unit aside, and sells it when the money comes', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data.payment
    const other = await market.newFan(5000)
    expect(
      await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid }),
    ).toMatchObject({
      status: 409,
      data: { code: 'sold_out' },
    })
    await deliver(market, cardEvent({ payment: uid, total: total(project.price) }))
    await runJobs(market)
    expect(await market.sql`select status from mints where user_id = ${fan.uid}`).toEqual([
      { status: 'pending' },
    ])
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await statusOf(uid)).toBe('succeded')
  })

  test.each([
    ['another card', (fan: TestFan, project: { uid: string; price: number }) => buy(fan, project)],
    [
      'the wallet',
      (fan: TestFan, { uid }: { uid: string }) =>
        market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid }),
    ],
  ])('the last unit, set aside by an attempt that was given up, can be had with %s', async (_name, again) => {
    const [fan, project] = [await market.newFan(5000), await market.newProject({ supply: 1 })]
    const first = (await buy(fan, project)).data.payment.uid
    expect((await again(fan, project)).status).toBe(200)
    expect(
      await market.sql`
        select from units join payments on payments.id = reserved_by
        where units.project_id = ${project.id} and payments.uid = ${first}`,
    ).toHaveLength(0)
  })

  test('an amount that is not the price is refused', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000 })
    expect(await buy(fan, { uid: project.uid, price: 1999 })).toMatchObject({ status: 400 })
  })

  test('money that comes after the unit has gone stays in the wallet', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data.payment
    await market.sql`update units set reserved_until = now() - interval '1 second' where project_id = ${project.id}`
    const other = await market.newFan(5000)
    expect(
      (await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
    await deliver(market, cardEvent({ payment: uid, total: total(project.price) }))
    await runJobs(market)
    expect(await statusOf(uid)).toBe('failed-mint')
    expect(await market.balanceOf(fan)).toBe(project.price)
  })

  test('money for somebody who was deactivated meanwhile stays in the wallet: they could not play', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data.payment
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    await deliver(market, cardEvent({ payment: uid, total: total(project.price) }))
    await runJobs(market)
    expect(await statusOf(uid)).toBe('failed-mint')
    expect(await market.balanceOf(fan)).toBe(project.price)
  })

  test('a failed card frees the unit at once', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data.payment
    await deliver(
      market,
      cardEvent({ payment: uid, total: total(project.price), type: 'payment_intent.payment_failed' }),
    )
    await runJobs(market)
    const other = await market.newFan(5000)
    expect(
      (await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
  })

  test('abandoned attempts of one fan hold one unit, not many', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 3 })
    for (let attempt = 0; attempt < 3; attempt++) await buy(fan, project)
    const reserved = await market.sql`
      select from units where project_id = ${project.id} and reserved_by is not null`
    expect(reserved).toHaveLength(1)
  })

  test('fifty fans race for one unit by card: one may pay', async () => {
    const project = await market.newProject({ supply: 1 })
    const fans = await Promise.all(Array.from({ length: 50 }, () => market.newFan()))
    const answers = await Promise.all(fans.map((fan) => buy(fan, project)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })
})
