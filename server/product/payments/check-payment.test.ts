/** What becomes of a payment whose webhook never came. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CardProcessor, IntentState } from '../../platform/adapters/cards.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { createTasks } from '../tasks.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const state = (status: string, received = 0): IntentState => ({
  intentId: `pi_${crypto.randomUUID()}`,
  status,
  failure: null,
  received,
  currency: 'brl',
})

/** A fan's unfinished purchase by card, and the job that looks after it, told `processor` by the processor. */
async function unfinished(processor: Partial<CardProcessor>) {
  const fan = await market.newFan()
  const project = await market.newProject({ supply: 1 })
  await market.call(fan, '/buy-token', {
    typeBuy: 'mint',
    UID: project.uid,
    amount: project.price,
    paymentMethodId: 'pm_1',
  })
  const [payment] = await market.sql<{ id: number }[]>`
    update payments set intent_id = null where user_id = ${fan.uid} returning id`
  const tasks = createTasks({ ...market.ctx, cards: { ...market.ctx.cards, ...processor } })
  const check = () => tasks['check-payment']?.({ paymentId: payment?.id }, undefined as never)
  const outcome = async () => {
    const [row] = await market.sql`
      select status, (select count(*)::int from units where reserved_by = payments.id) as reserved
      from payments where id = ${payment?.id ?? 0}`
    return row
  }
  return { fan, check, outcome }
}

test('money that came is booked, once', async () => {
  const { check, outcome, fan } = await unfinished({ findIntent: async () => state('succeeded', 2119) })
  await check()
  await check()
  expect(await outcome()).toEqual({ status: 'succeded', reserved: 0 })
  expect(await market.balanceOf(fan)).toBe(0)
})

test('a charge the processor never heard of has failed, and frees its unit', async () => {
  const { check, outcome } = await unfinished({ findIntent: async () => null })
  await check()
  expect(await outcome()).toEqual({ status: 'failed', reserved: 0 })
})

test('a bank’s question that nobody answered is withdrawn', async () => {
  const asked = state('requires_action')
  const cancelled: string[] = []
  const { check, outcome } = await unfinished({
    findIntent: async () => asked,
    cancelIntent: async (intentId) => {
      cancelled.push(intentId)
      return state('canceled')
    },
  })
  await check()
  expect(cancelled).toEqual([asked.intentId])
  expect(await outcome()).toEqual({ status: 'failed', reserved: 0 })
})

test('answered at the very last moment, the money still counts', async () => {
  const { check, outcome } = await unfinished({
    findIntent: async () => state('requires_action'),
    cancelIntent: async () => state('succeeded', 2119),
  })
  await check()
  expect(await outcome()).toEqual({ status: 'succeded', reserved: 0 })
})

test('one that is still being processed is asked about again', async () => {
  const { check, outcome } = await unfinished({ findIntent: async () => state('processing') })
  await expect(check()).rejects.toThrow('still with its payer')
  expect(await outcome()).toEqual({ status: 'pending', reserved: 1 })
})

test('a state that we do not know is no failure: the job fails, and somebody has to look', async () => {
  const { check, outcome } = await unfinished({ findIntent: async () => state('partially_received') })
  await expect(check()).rejects.toThrow('a state that we do not know: partially_received')
  expect(await outcome()).toEqual({ status: 'pending', reserved: 1 })
})

test.each(['canceled', 'requires_payment_method', 'requires_confirmation'])(
  'a charge that is %s brings no money, and frees its unit',
  async (status) => {
    const { check, outcome } = await unfinished({ findIntent: async () => state(status) })
    await check()
    expect(await outcome()).toEqual({ status: 'failed', reserved: 0 })
  },
)
