/** Money in by PIX, from the code to the wallet, with the provider as a process of its own. */
import { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { pixFee } from '#domain/fee.ts'
import { toValor, txidOf } from '#domain/pix.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, TEST_ENV, type TestFan, type TestProject } from '../../testing/market.ts'
import { type PixNetwork, startPixNetwork } from '../../testing/pix-provider.ts'
import { createTasks } from '../tasks.ts'
import type { PixPaymentWire } from './contract.ts'
import { pixWebhook } from './pix-webhook.ts'

let network: PixNetwork
let market: Market
beforeAll(async () => {
  network = await startPixNetwork()
  market = await createMarket({ env: { PIX_URL: network.url } })
  network.listen(market.ctx)
})
afterEach(() => market.expectHealthy())
afterAll(async () => {
  await market.close()
  await network.close()
})

type Asked = { status: number; data: PixPaymentWire & { code?: string } }
const headers = (key?: string) => (key ? { 'idempotency-key': key } : {})
const ask = (fan: TestFan, body: Record<string, unknown>, key?: string): Promise<Asked> =>
  market.call(fan, '/buy-token-pix', body, headers(key))
const deposit = (fan: TestFan, amount: number, key?: string) =>
  ask(fan, { typeBuy: 'balance', UID: '', amount }, key)
const buy = (fan: TestFan, project: TestProject, key?: string) =>
  ask(fan, { typeBuy: 'mint', UID: project.uid, amount: project.price }, key)
const bid = (fan: TestFan, project: TestProject, amount: number) =>
  ask(fan, { typeBuy: 'bid', UID: project.uid, amount })

/** The outcome of a transfer, once its webhook has arrived and its job has run. */
async function outcomeOf(endToEndId: string): Promise<string> {
  const stored = () => market.sql<{ outcome: string | null }[]>`
    select outcome from private.webhook_events where id = ${`pix:${endToEndId}`}`
  await expect.poll(async () => (await stored()).length, { timeout: 10_000 }).toBe(1)
  await runJobs(market)
  return (await stored())[0]?.outcome ?? 'not applied'
}
const statusOf = async (uid: string) =>
  (await market.sql<{ status: string }[]>`select status from payments where uid = ${uid}`)[0]?.status
const paymentsOf = (fan: TestFan) => market.sql`select id from payments where user_id = ${fan.uid}`

/** The job that follows up a payment whose code has expired. */
async function check(uid: string): Promise<void> {
  const [row] = await market.sql<{ id: number }[]>`select id from payments where uid = ${uid}`
  await createTasks(market.ctx)['check-pix-payment']?.({ paymentId: row?.id }, undefined as never)
}

async function expire(uid: string): Promise<void> {
  await market.sql`
    update private.pix_charges set expires_at = now() - interval '1 second'
    from payments where payments.id = payment_id and uid = ${uid}`
}

describe('a deposit', () => {
  test('costs 0,99 %, said beforehand, and counts once the network says that it was paid', async () => {
    const fan = await market.newFan()
    const { status, data } = await deposit(fan, 10_000)
    expect(status).toBe(200)
    expect(data).toMatchObject({ status: 'pending', amount: 10_000, fee: 99, total: 10_099 })
    expect(data.brCode).toMatch(/^000201.*5406100\.99.*6304[0-9A-F]{4}$/)
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBeGreaterThan(590_000)
    expect(await market.balanceOf(fan)).toBe(0)

    const { endToEndId } = await network.pay(data.uid)
    expect(await outcomeOf(endToEndId)).toBe('credited')
    expect(await statusOf(data.uid)).toBe('succeded')
    expect(await market.balanceOf(fan)).toBe(10_000)
    const moved = await market.sql`
      select transfers.kind, amount from ledger.transfers where id like ${`%:${data.uid}`} order by amount`
    expect(moved).toEqual([
      { kind: 'pix_fee', amount: 99 },
      { kind: 'deposit', amount: 10_000 },
    ])
    expect(await market.sql`select kind from chain.operations where key = ${`credit:${data.uid}`}`).toEqual([
      { kind: 'credit_balance' },
    ])
  })

  test('is booked once, however often the webhook comes', async () => {
    const fan = await market.newFan()
    const { uid, total } = (await deposit(fan, 5000)).data
    const receipt = {
      endToEndId: `E${'7'.repeat(31)}`,
      txid: txidOf(uid),
      valor: toValor(total),
      horario: new Date().toISOString(),
    }
    await Promise.all(Array.from({ length: 5 }, () => post({ pix: [receipt, receipt] })))
    expect(await outcomeOf(receipt.endToEndId)).toBe('credited')
    expect(await post({ pix: [receipt] })).toBe(200)
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(5000)
  })

  test('a second transfer for the same code is not booked, and is flagged', async () => {
    const fan = await market.newFan()
    const { uid } = (await deposit(fan, 5000)).data
    expect(await outcomeOf((await network.pay(uid)).endToEndId)).toBe('credited')
    expect(await outcomeOf((await network.pay(uid)).endToEndId)).toBe(
      'refused: paid before, by another transfer',
    )
    // That it was paid comes first, also where the amount is another.
    expect(await outcomeOf((await network.pay(uid, { valor: '7.77' })).endToEndId)).toBe(
      'refused: paid before, by another transfer',
    )
    expect(await market.balanceOf(fan)).toBe(5000)
  })

  test('another amount is not booked, and is flagged; the payment ends unpaid', async () => {
    const fan = await market.newFan()
    const { uid } = (await deposit(fan, 5000)).data
    expect(await outcomeOf((await network.pay(uid, { valor: '50.00' })).endToEndId)).toBe(
      `refused: received 50.00, expected ${5000 + pixFee(5000)} centavos`,
    )
    expect(await statusOf(uid)).toBe('pending')
    await expire(uid)
    await check(uid)
    expect(await statusOf(uid)).toBe('failed')
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('money for nobody we know is flagged', async () => {
    const stranger = { endToEndId: `E${'8'.repeat(31)}`, valor: '1.00', horario: new Date().toISOString() }
    await post({ pix: [stranger] })
    expect(await outcomeOf(stranger.endToEndId)).toBe('refused: 1.00 came for no payment of ours')
  })

  test.each([
    ['zero', 0],
    ['below the least', 99],
    ['a fraction', 100.5],
    ['text', '10000'],
    ['beyond the most', 100_000_001],
    ['nothing', null],
  ])('refuses an amount that is %s', async (_name, amount) => {
    const fan = await market.newFan()
    expect(await deposit(fan, amount as number)).toMatchObject({ status: 400, data: { code: 'malformed' } })
    expect(await paymentsOf(fan)).toHaveLength(0)
  })
})

/** Calls the webhook door, with the secret unless `query` says otherwise. */
async function post(body: unknown, query = `?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET}`): Promise<number> {
  const app = new Hono().post('/webhooks/pix', ...pixWebhook(market.ctx))
  const answer = await app.request(`/webhooks/pix${query}`, { method: 'POST', body: JSON.stringify(body) })
  return answer.status
}

describe('the webhook', () => {
  test.each([
    ['no secret', ''],
    ['another secret', '?hmac=guess-of-a-secret'],
    ['half of it', `?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET?.slice(0, 12)}`],
    ['an empty one', '?hmac='],
  ])('with %s is refused and not kept', async (_name, query) => {
    const receipt = { endToEndId: `E${'9'.repeat(31)}`, valor: '1.00', horario: new Date().toISOString() }
    expect(await post({ pix: [receipt] }, query)).toBe(401)
    expect(
      await market.sql`select from private.webhook_events where id = ${`pix:${receipt.endToEndId}`}`,
    ).toEqual([])
  })

  test('tells of our own payouts as well: that is no money that came, and keeps nothing else away', async () => {
    const endToEndId = (digit: string) => `E${digit.repeat(31)}`
    const payout = { chave: 'ana@tune.test', tipo: 'SOLICITACAO', valor: '1.00', gnExtras: { idEnvio: 'w1' } }
    const came = { endToEndId: endToEndId('7'), valor: '1.00', horario: new Date().toISOString() }
    const told = [
      { ...payout, endToEndId: endToEndId('5'), status: 'REALIZADO', horario: came.horario },
      { ...payout, endToEndId: endToEndId('6'), status: 'NAO_REALIZADO', horario: null },
      came,
    ]
    expect(await post({ pix: told })).toBe(200)
    const ids = told.map((one) => `pix:${one.endToEndId}`)
    expect(await market.sql`select id from private.webhook_events where id in ${market.sql(ids)}`).toEqual([
      { id: `pix:${came.endToEndId}` },
    ])
  })

  test('that makes no sense is refused, and the provider’s test of the address is not', async () => {
    expect(await post({ pix: [{ valor: 1 }] })).toBe(400)
    expect(await post({})).toBe(400)
    expect(await post({ evento: 'something_new' })).toBe(400)
    expect(await post({ evento: 'teste_webhook' })).toBe(200)
  })

  test('is taken however the provider appends `/pix`, and from its networks alone where they are set', async () => {
    const hmac = TEST_ENV.PIX_WEBHOOK_SECRET
    const body = { evento: 'teste_webhook' }
    for (const query of [`?hmac=${hmac}/pix`, `?hmac=${hmac}&ignorar=/pix`, `?ignorar=&hmac=${hmac}`])
      expect(await post(body, query), query).toBe(200)

    const env = { ...market.ctx.env, PIX_WEBHOOK_SOURCES: ['198.51.100.0/24'] }
    const app = new Hono().post('/webhooks/pix', ...pixWebhook({ ...market.ctx, env }))
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      const request = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await app.request(`/webhooks/pix?hmac=${hmac}`, request)).status
    }
    expect(await from('198.51.100.7')).toBe(200)
    expect(await from('203.0.113.7')).toBe(401)
  })
})

describe('one code for one wish', () => {
  test('the same key gets the same answer, another body is refused', async () => {
    const fan = await market.newFan()
    const first = await deposit(fan, 3000, 'once')
    expect(await deposit(fan, 3000, 'once')).toEqual(first)
    expect(await deposit(fan, 3001, 'once')).toMatchObject({ status: 422, data: { code: 'key_reused' } })
    expect(await paymentsOf(fan)).toHaveLength(1)
  })

  test('eight tabs at once get one payment', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, tab) => buy(fan, project, `tab-${tab}`)))
    expect(new Set(answers.map(({ data }) => data.uid)).size).toBe(1)
    expect(await paymentsOf(fan)).toHaveLength(1)
  })

  test('a page that is opened again finds it, and nobody else does', async () => {
    const fan = await market.newFan()
    const project = await market.newProject()
    const { data } = await buy(fan, project)
    const open = `/pix-payments?typeBuy=mint&UID=${project.uid}`
    expect((await market.call(fan, open)).data).toEqual(data)
    expect((await market.call(fan, '/pix-payments?typeBuy=balance')).data).toBeNull()
    expect((await market.call(fan, '/pix-payments?typeBuy=mint&UID=1')).status).toBe(400)
    expect((await market.call(fan, '/pix-payments/1')).status).toBe(404)
    const other = await market.newFan()
    expect((await market.call(other, open)).data).toBeNull()
    expect(await market.call(other, `/pix-payments/${data.uid}`)).toMatchObject({ status: 404 })
    expect(await market.call(other, `/pix-payments/${data.uid}/cancel`, {})).toMatchObject({ status: 404 })
    await expire(data.uid)
    expect((await market.call(fan, open)).data).toBeNull()
  })

  test('the eleventh wish of a minute waits', async () => {
    const fan = await market.newFan()
    for (let wish = 1; wish <= 10; wish++) expect((await deposit(fan, 1000 + wish)).status).toBe(200)
    expect(await deposit(fan, 2000)).toMatchObject({ status: 429, data: { code: 'too_many_requests' } })
  })
})

describe('cut off on the way', () => {
  test('no answer from the provider: the same key finds the same charge', async () => {
    const fan = await market.newFan()
    await deposit(fan, 1000)
    // The charge is created and its answer is lost.
    await network.control('/next', { outcome: 'drop_answer' })
    expect(await deposit(fan, 4000, 'cut')).toMatchObject({ status: 503, data: { code: 'pix_unavailable' } })
    const again = await deposit(fan, 4000, 'cut')
    expect(again).toMatchObject({ status: 200, data: { brCode: expect.stringContaining('000201') } })
    expect(await outcomeOf((await network.pay(again.data.uid)).endToEndId)).toBe('credited')
    expect(await paymentsOf(fan)).toHaveLength(2)
  })

  test('killed between row and charge: another key goes on with the same payment', async () => {
    const fan = await market.newFan()
    await deposit(fan, 1000)
    await network.control('/next', { outcome: 'http_503' })
    expect((await deposit(fan, 4000)).status).toBe(503)
    expect((await deposit(fan, 4000)).status).toBe(200)
    expect(await paymentsOf(fan)).toHaveLength(2)
  })

  test('a charge that never came to exist has failed, and frees its unit', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    await network.control('/next', { outcome: 'http_503' })
    expect((await buy(fan, project)).status).toBe(503)
    const [payment] = await market.sql<{ uid: string }[]>`select uid from payments where user_id = ${fan.uid}`
    await check(payment?.uid ?? '')
    expect(await statusOf(payment?.uid ?? '')).toBe('failed')
    expect((await buy(await market.newFan(), project)).status).toBe(200)
  })

  test('a webhook that never comes: the job asks, and books once', async () => {
    const fan = await market.newFan()
    const { uid } = (await deposit(fan, 7000)).data
    await network.control('/webhooks', { paused: true })
    const { endToEndId } = await network.pay(uid)
    await check(uid)
    await check(uid)
    expect(await market.balanceOf(fan)).toBe(7000)
    await network.control('/webhooks', { paused: false })
    expect(await outcomeOf(endToEndId)).toBe('credited')
    expect(await market.balanceOf(fan)).toBe(7000)
  })
})

describe('giving up', () => {
  test('a withdrawn code can no longer be paid, and frees its unit', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data
    const cancel = () => market.call(fan, `/pix-payments/${uid}/cancel`, {})
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'failed' } })
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'failed' } })
    expect(await network.payAsPerson(uid)).toContain('cancelada')
    expect((await buy(await market.newFan(), project)).status).toBe(200)
  })

  test('what was paid before that stays paid', async () => {
    const fan = await market.newFan()
    const { uid } = (await deposit(fan, 2500)).data
    await network.control('/webhooks', { paused: true })
    await network.pay(uid)
    expect(await market.call(fan, `/pix-payments/${uid}/cancel`, {})).toMatchObject({
      data: { status: 'succeded' },
    })
    await network.control('/webhooks', { paused: false })
    expect(await market.balanceOf(fan)).toBe(2500)
  })
})

describe('a purchase', () => {
  test('sets a unit aside and sells it when the money comes', async () => {
    const [fan, other] = [await market.newFan(), await market.newFan()]
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data
    expect(await buy(other, project)).toMatchObject({ status: 409, data: { code: 'sold_out' } })
    // Its page stays open to whoever it waits for.
    expect((await market.call(fan, `/projects/${project.uid}`)).data).toMatchObject({ totalAvailable: 1 })
    expect((await market.call(other, `/projects/${project.uid}`)).data).toMatchObject({ totalAvailable: 0 })
    expect(await outcomeOf((await network.pay(uid)).endToEndId)).toBe('credited')
    expect(await market.sql`select status from mints where user_id = ${fan.uid}`).toEqual([
      { status: 'pending' },
    ])
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('paid after its code has ended, the money stays in the wallet', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data
    await expire(uid)
    await check(uid)
    expect(await statusOf(uid)).toBe('failed')
    expect(await outcomeOf((await network.pay(uid)).endToEndId)).toBe('credited: late')
    expect(await statusOf(uid)).toBe('failed-mint')
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(await market.sql`select from mints where user_id = ${fan.uid}`).toHaveLength(0)
  })

  test('paid in time and told late, it is a purchase', async () => {
    const fan = await market.newFan()
    const { uid, createdAt } = (await buy(fan, await market.newProject({ supply: 1 }))).data
    await market.sql`
      update private.pix_charges set expires_at = ${createdAt}::timestamptz + interval '10 ms'
      from payments where payments.id = payment_id and uid = ${uid}`
    const { endToEndId } = await network.pay(uid, { horario: createdAt })
    expect(await outcomeOf(endToEndId)).toBe('credited')
    expect(await statusOf(uid)).toBe('succeded')
  })

  test('when no unit is left, the money stays in the wallet', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ supply: 1 })
    const { uid } = (await buy(fan, project)).data
    await market.sql`update units set reserved_until = now() - interval '1 second' where project_id = ${project.id}`
    const other = await market.newFan(5000)
    await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    await outcomeOf((await network.pay(uid)).endToEndId)
    expect(await statusOf(uid)).toBe('failed-mint')
    expect(await market.balanceOf(fan)).toBe(project.price)
  })

  test('codes that are cancelled and asked for again keep a unit from others no longer than one', async () => {
    const [fan, other] = [await market.newFan(), await market.newFan(5000)]
    const project = await market.newProject({ supply: 1 })
    const buyAgain = async (minutesLater: number) => {
      await market.sql`
        update payments set created_at = created_at - make_interval(mins => ${minutesLater}) where user_id = ${fan.uid}`
      const { uid } = (await buy(fan, project)).data
      return uid
    }
    const cancel = (uid: string) => market.call(fan, `/pix-payments/${uid}/cancel`, {})
    await cancel((await buy(fan, project)).data.uid)
    const second = await buyAgain(6)
    const [unit] = await market.sql`
      select reserved_until < now() + interval '5 minutes' as "isShort", reserved_until > now() as "isReserved"
      from units where project_id = ${project.id}`
    expect(unit).toEqual({ isShort: true, isReserved: true })
    await cancel(second)
    const third = await buyAgain(6)
    expect(await statusOf(third)).toBe('pending')
    const bought = await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    expect(bought.status).toBe(200)
    await outcomeOf((await network.pay(third)).endToEndId)
    expect(await statusOf(third)).toBe('failed-mint')
    expect(await market.balanceOf(fan)).toBe(project.price)
  })

  test.each<[string, (other: TestFan, project: TestProject) => Promise<{ status: number }>]>([
    [
      'the wallet',
      (other, { uid }) => market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: uid }),
    ],
    ['PIX', (other, project) => buy(other, project)],
    [
      'a card',
      (other, { uid, price }) =>
        market.call(other, '/buy-token', {
          typeBuy: 'mint',
          UID: uid,
          amount: price,
          paymentMethodId: 'pm_card_visa',
        }),
    ],
  ])(
    'a code that takes another’s place after nine minutes keeps the unit for one more: then it can be had with %s',
    async (_way, have) => {
      const [fan, other] = [await market.newFan(), await market.newFan(5000)]
      const project = await market.newProject({ supply: 1 })
      /** As if all of it had been so many minutes earlier. */
      async function later(minutes: number) {
        const by = market.sql`make_interval(mins => ${minutes})`
        await market.sql`update payments set created_at = created_at - ${by} where user_id = ${fan.uid}`
        await market.sql`
        update private.pix_charges set expires_at = expires_at - ${by}
        from payments where payments.id = payment_id and user_id = ${fan.uid}`
        await market.sql`update units set reserved_until = reserved_until - ${by} where project_id = ${project.id}`
      }
      const free = async () =>
        ((await market.call(other, `/projects/${project.uid}`)) as { data: { totalAvailable: number } }).data
          .totalAvailable
      const first = (await buy(fan, project)).data.uid
      await later(9)
      await market.call(fan, `/pix-payments/${first}/cancel`, {})
      const second = (await buy(fan, project)).data
      expect(Date.parse(second.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000)
      expect(await free()).toBe(0)
      expect(await have(other, project)).toMatchObject({ status: 409, data: { code: 'sold_out' } })
      await later(1)
      expect(await free()).toBe(1)
      expect((await have(other, project)).status).toBe(200)
      expect(await statusOf(second.uid)).toBe('pending')
    },
  )

  test('is refused as one by card is, in the same order', async () => {
    const fan = await market.newFan()
    const refusal = async (facts: Parameters<Market['newProject']>[0], change: Partial<TestProject> = {}) =>
      (await buy(fan, { ...(await market.newProject(facts)), ...change })).data.code
    expect(await refusal({}, { uid: crypto.randomUUID() })).toBe('project_not_found')
    expect(await refusal({ published: false, open: false })).toBe('project_not_published')
    expect(await refusal({ open: false })).toBe('project_closed')
    expect(await refusal({ price: 2000 }, { price: 1999 })).toBe('malformed')
    await market.sql`update users set is_complete_profile = false where uid = ${fan.uid}`
    expect(await refusal({})).toBe('profile_incomplete')
  })
})

describe('a bid', () => {
  test('waits for its money as the fan’s one active bid, then competes', async () => {
    const fan = await market.newFan()
    const auction = await market.newAuction()
    const { uid, total } = (await bid(fan, auction, 2500)).data
    expect(total).toBe(2500 + pixFee(2500))
    expect(await bid(fan, auction, 2600)).toMatchObject({ status: 409, data: { code: 'bid_already_active' } })
    await outcomeOf((await network.pay(uid)).endToEndId)
    expect(await market.sql`select status, amount from bids where user_id = ${fan.uid}`).toEqual([
      { status: 'pending', amount: 2500 },
    ])
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('paid after its code has ended stays in the wallet, and leaves room for another', async () => {
    const fan = await market.newFan()
    const auction = await market.newAuction()
    const { uid } = (await bid(fan, auction, 2500)).data
    await expire(uid)
    await check(uid)
    expect((await bid(fan, auction, 2600)).status).toBe(200)
    await outcomeOf((await network.pay(uid)).endToEndId)
    expect(await statusOf(uid)).toBe('failed-bided')
    expect(await market.balanceOf(fan)).toBe(2500)
  })

  test('below the price or of an amount that is taken, it gets no code', async () => {
    const fan = await market.newFan()
    const auction = await market.newAuction({ price: 2000 })
    expect((await bid(fan, auction, 1999)).data.code).toBe('bid_below_price')
    await market.bid(await market.newFan(9000), auction, 2500)
    expect((await bid(fan, auction, 2500)).data.code).toBe('bid_amount_taken')
    expect(await paymentsOf(fan)).toHaveLength(0)
  })
})
