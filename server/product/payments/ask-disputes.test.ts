/** A dispute of which no webhook came is asked for, and so is its end. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { depositByCard, totalOf } from '../../testing/paid-by-card.ts'
import { askForDisputes } from './ask-disputes.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

test('a dispute whose webhooks were lost is set aside and ended all the same, and others’ are left alone', async () => {
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, 10_000)
  let status: 'needs_response' | 'won' = 'needs_response'
  const objectOf = (of: string, dispute: string) => {
    const { data } = disputeEvent({ payment: of, dispute, amount: totalOf(10_000), status })
    return { id: dispute, status, object: (data as { object: unknown }).object }
  }
  let since = new Date()
  const cards = {
    ...market.ctx.cards,
    async disputesSince(asked: Date) {
      since = asked
      return [objectOf(payment, 'dp_lost'), objectOf(crypto.randomUUID(), 'dp_of_another_product')]
    },
  }
  const ask = async (now?: Date) => {
    await askForDisputes({ ...market.ctx, cards }, now)
    await runJobs(market)
  }
  await ask()
  expect(await market.balanceOf(fan)).toBe(0)
  await ask()
  const disputes = () => market.sql`select provider_id, status from private.disputes`
  expect(await disputes()).toEqual([{ provider_id: 'dp_lost', status: 'open' }])

  // A bank takes weeks: it is asked for as long as the dispute is open.
  const later = new Date(Date.now() + 60 * 86_400_000)
  status = 'won'
  await ask(later)
  expect(since.getTime()).toBeLessThan(Date.now())
  expect(await disputes()).toEqual([{ provider_id: 'dp_lost', status: 'won' }])
  expect(await market.balanceOf(fan)).toBe(10_000)
  await ask(later)
  await market.expectHealthy()
})
