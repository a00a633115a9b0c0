/** A payment by card whose page was left while the bank asked its payer. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardFee } from '#domain/fee.ts'
import type { IntentState } from '../../platform/adapters/cards.ts'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { WaitingCardWire } from './contract.ts'

const PRICE = 2000
const TOTAL = PRICE + cardFee(PRICE)

let market: Market
/** How each charge stands at the processor, by its name there. */
const charges = new Map<string, 'requires_action' | 'succeeded' | 'canceled'>()
let isReachable = true

beforeAll(async () => {
  market = await createMarket({
    charge: async ({ paymentUid }) => {
      charges.set(`pi_${paymentUid}`, 'requires_action')
      return { kind: 'action', intentId: `pi_${paymentUid}`, clientSecret: `secret of ${paymentUid}` }
    },
  })
  const state = (intentId: string): IntentState => {
    const status = charges.get(intentId) ?? 'canceled'
    return { intentId, status, failure: null, received: status === 'succeeded' ? TOTAL : 0, currency: 'brl' }
  }
  Object.assign(market.ctx.cards, {
    async openQuestion(intentId: string) {
      if (!isReachable) throw new Error('no answer')
      return charges.get(intentId) === 'requires_action' ? `secret of ${intentId.slice(3)}` : null
    },
    async cancelIntent(intentId: string) {
      if (!isReachable) throw new Error('no answer')
      if (charges.get(intentId) === 'requires_action') charges.set(intentId, 'canceled')
      return state(intentId)
    },
  })
})
beforeEach(() => {
  isReachable = true
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string } }
const begin = async (fan: TestFan, UID: string) => {
  const order = { typeBuy: 'mint', UID, amount: PRICE, paymentMethodId: 'pm_1' }
  const { data } = (await market.call(fan, '/buy-token', order)) as Answer<{ payment: { uid: string } }>
  return data.payment.uid
}
const waiting = (fan: TestFan, UID: string) =>
  market.call(fan, `/card-payments?typeBuy=mint&UID=${UID}`) as Promise<Answer<WaitingCardWire | null>>
const giveUp = (fan: TestFan, uid: string) =>
  market.call(fan, `/card-payments/${uid}/give-up`, {}) as Promise<Answer<{ status: string }>>
const free = async (project: number) =>
  (
    await market.sql`
      select from units where project_id = ${project} and mint_id is null and reserved_by is null`
  ).length

test('is found again, by its payer alone, and goes on as the same payment', async () => {
  const project = await market.newProject({ supply: 1, price: PRICE })
  const [fan, other] = [await market.newFan(), await market.newFan()]
  expect(await waiting(fan, project.uid)).toMatchObject({ status: 200, data: null })
  const uid = await begin(fan, project.uid)
  const found = { uid, status: 'pending', total: TOTAL, isGift: false, clientSecret: `secret of ${uid}` }
  expect(await waiting(fan, project.uid)).toMatchObject({ status: 200, data: found })
  expect((await waiting(other, project.uid)).data).toBeNull()
  expect((await waiting(fan, (await market.newProject()).uid)).data).toBeNull()
  expect(await giveUp(other, uid)).toMatchObject({ status: 404 })

  // The bank is answered: it waits no longer, and the webhook settles it as any other.
  charges.set(`pi_${uid}`, 'succeeded')
  expect((await waiting(fan, project.uid)).data).toBeNull()
  await deliver(market, cardEvent({ payment: uid, total: TOTAL }))
  await runJobs(market)
  expect(await market.sql`select status from mints where user_id = ${fan.uid}`).toEqual([
    { status: 'pending' },
  ])
  expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
})

test('given up, nothing is charged and its unit is free; once more changes nothing', async () => {
  const project = await market.newProject({ supply: 1, price: PRICE })
  const fan = await market.newFan()
  const uid = await begin(fan, project.uid)
  expect(await free(project.id)).toBe(0)
  const answers = await Promise.all([giveUp(fan, uid), giveUp(fan, uid), giveUp(fan, uid)])
  expect(answers.map(({ status, data }) => [status, data.status])).toEqual(Array(3).fill([200, 'failed']))
  expect(await giveUp(fan, uid)).toMatchObject({ status: 200, data: { status: 'failed' } })
  expect([charges.get(`pi_${uid}`), await free(project.id)]).toEqual(['canceled', 1])
  expect((await waiting(fan, project.uid)).data).toBeNull()
})

test('given up when the bank had just been answered, it is paid, once', async () => {
  const project = await market.newProject({ supply: 1, price: PRICE })
  const fan = await market.newFan()
  const uid = await begin(fan, project.uid)
  charges.set(`pi_${uid}`, 'succeeded')
  const [said] = await Promise.all([
    giveUp(fan, uid),
    deliver(market, cardEvent({ payment: uid, total: TOTAL })),
  ])
  expect(said).toMatchObject({ status: 200, data: { status: 'succeded' } })
  await runJobs(market)
  expect(await market.sql`select from ledger.transfers where id = ${`deposit:${uid}`}`).toHaveLength(1)
  expect(await market.sql`select from mints where user_id = ${fan.uid}`).toHaveLength(1)
})

test('is not offered once what it is for is no longer set aside, nor while the processor is silent', async () => {
  const project = await market.newProject({ supply: 1, price: PRICE })
  const fan = await market.newFan()
  const uid = await begin(fan, project.uid)
  isReachable = false
  expect(await waiting(fan, project.uid)).toMatchObject({
    status: 503,
    data: { code: 'payment_unavailable' },
  })
  expect(await giveUp(fan, uid)).toMatchObject({ status: 503, data: { code: 'payment_unavailable' } })
  isReachable = true
  await market.sql`update payments set created_at = created_at - interval '11 minutes' where uid = ${uid}`
  expect((await waiting(fan, project.uid)).data).toBeNull()
  for (const nonsense of ['typeBuy=mint', `typeBuy=balance&UID=${project.uid}`, 'typeBuy=other'])
    expect(await market.call(fan, `/card-payments?${nonsense}`)).toMatchObject({ status: 400 })
})
