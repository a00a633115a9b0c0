/**
 * A call repeated after a lost answer is the first call, byte for byte: providers refuse an idempotency key that
 * comes with another body, and would otherwise charge or pay twice. Each answer is lost after the provider did its
 * part.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { type SentCall, startProxy, type TestProxy } from '../../testing/proxy.ts'
import { createCardProcessor } from './cards.ts'
import { createCustodyService } from './custodian.ts'

let emulators: Emulators
let proxy: TestProxy
const calls: SentCall[] = []
let market: Market
let env: Record<string, string>
beforeAll(async () => {
  const secret = { STRIPE_SECRET_KEY: 'sk_test_resumed' }
  emulators = await startEmulators({ ...TEST_ENV, ...secret })
  proxy = await startProxy(emulators.origin, (call) => calls.push(call))
  env = {
    ...secret,
    STRIPE_API_URL: `${proxy.url}/stripe`,
    PIX_URL: `${proxy.url}/pix`,
    CUSTODIAN_URL: `${proxy.url}/custodian`,
  }
  const { charge } = createCardProcessor(readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://x/y', ...env }))
  market = await createMarket({ charge, env })
})
afterAll(async () => {
  await market.close()
  await proxy.close()
  await emulators.close()
})
beforeEach(() => {
  calls.length = 0
})

/** The calls to `path` that changed something at the provider. */
const sent = (path: RegExp) => calls.filter((call) => call.method !== 'GET' && path.test(call.path))

function expectAllEqual(calls: object[]): void {
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls) expect(call).toEqual(calls[0])
}

describe.each([
  ['/buy-token', { paymentMethodId: 'pm_card_visa' }, /payment_intents$/],
  ['/buy-token-pix', {}, /\/v2\/cob\//],
])('%s', (path, method, provider) => {
  test.each(['mint', 'balance'])('of %s, sent again under the same key', async (typeBuy) => {
    const fan = await market.newFan()
    const project = await market.newProject()
    const order = { ...method, typeBuy, amount: project.price, UID: typeBuy === 'mint' ? project.uid : '' }
    const ask = () => market.call(fan, path, order, { 'idempotency-key': `resumed-${typeBuy}` })
    expect((await proxy.losing(ask)).status).toBe(503)
    // Everything the call was made from may have changed meanwhile.
    await market.sql`update projects set project_name = 'Outro nome' where id = ${project.id}`
    const email = `novo-${fan.uid}@tune.test`
    await market.sql`update auth.users set email = ${email} where id = ${fan.uid}`
    await market.sql`update users set email = ${email} where uid = ${fan.uid}`
    const again = await ask()
    expect(again).toMatchObject({ status: 200 })
    expectAllEqual(sent(provider))
    expect(await ask()).toEqual(again)
    const [kept] = await market.sql`select call from private.idempotency_keys where user_id = ${fan.uid}`
    expect(kept).toEqual({ call: null })
  })
})

test('a PIX code of the same order, asked for anew without its key', async () => {
  const fan = await market.newFan()
  const project = await market.newProject()
  const order = { typeBuy: 'mint', amount: project.price, UID: project.uid }
  expect((await proxy.losing(() => market.call(fan, '/buy-token-pix', order))).status).toBe(503)
  await market.sql`update private.pix_charges set expires_at = expires_at - interval '3 minutes'`
  expect((await market.call(fan, '/buy-token-pix', order)).status).toBe(200)
  expectAllEqual(sent(/\/v2\/cob\//))
})

test('a payout by PIX', async () => {
  const order = { uid: randomUUID(), amount: 1500, key: 'ana@tune.test' }
  await expect(proxy.losing(() => market.ctx.pix.payOut(order))).rejects.toThrow()
  const again = await market.ctx.pix.payOut(order)
  expect(again.endToEndId).toMatch(/^E/)
  expectAllEqual(sent(/\/gn\/pix\//))
})

test('a refund to a card is found, and not made again', async () => {
  const fan = await market.newFan()
  const body = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', amount: 5000, UID: '' }
  expect((await market.call(fan, '/buy-token', body)).status).toBe(200)
  const [payment] = await market.sql<{ intentId: string }[]>`
    select intent_id as "intentId" from payments where user_id = ${fan.uid}`
  const order = { uid: randomUUID(), intentId: payment?.intentId ?? '', amount: 700 }
  await expect(proxy.losing(() => market.ctx.cards.refund(order))).rejects.toThrow()
  const once = sent(/\/refunds$/)
  // The SDK itself has repeated it by now.
  expectAllEqual(once)
  expect(await market.ctx.cards.refund(order)).toMatchObject({ status: 'done' })
  expect(sent(/\/refunds$/)).toHaveLength(once.length)
})

test('a wallet', async () => {
  const custodian = createCustodyService(market.ctx.env)
  await expect(
    proxy.losing(() => custodian.createWallet({ uid: '', email: 'ana@tune.test' })),
  ).rejects.toThrow()
  const wallet = await custodian.createWallet({ uid: '', email: 'ana@tune.test' })
  expect(await custodian.createWallet({ uid: '', email: 'ana@tune.test' })).toBe(wallet)
  expect(new Set(sent(/wallets\/create$/).map(({ body }) => body)).size).toBe(1)
})
