/** The card processor promises neither the order of its webhooks nor to tell each only once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../simulator/random.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { totalOf } from '../../testing/paid-by-card.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

type Event = { id: string }
type Deposit = { fan: TestFan; payment: string; amount: number }
const MOST_TIMES = 5
const DELIVERED_AT_ONCE = 8

/** What may become of a deposit, event by event. */
const STORIES: readonly ((deposit: Deposit) => Event[])[] = [
  (one) => [paid(one)],
  (one) => [told(one, 'payment_intent.payment_failed')],
  (one) => [told(one, 'payment_intent.payment_failed'), paid(one)],
  (one) => [told(one, 'payment_intent.processing'), paid(one)],
  (one) => [paid(one), disputed(one), disputed(one, 'won')],
  (one) => [paid(one), disputed(one), disputed(one, 'lost')],
  (one) => [told(one, 'payment_intent.payment_failed'), paid(one), disputed(one, 'lost')],
]

const told = ({ payment, amount }: Deposit, type: string) =>
  cardEvent({ payment, total: totalOf(amount), type })
const paid = (one: Deposit) => told(one, 'payment_intent.succeeded')
const disputed = ({ payment, amount }: Deposit, status?: 'won' | 'lost') =>
  disputeEvent({ payment, dispute: `dp_${payment}`, amount: totalOf(amount), ...(status && { status }) })

async function beginDeposit(amount: number): Promise<Deposit> {
  const fan = await market.newFan()
  const order = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount }
  const asked = await market.call(fan, '/buy-token', order)
  expect(asked.status).toBe(200)
  return { fan, payment: (asked.data as { payment: { uid: string } }).payment.uid, amount }
}

/** What is left of a deposit once all has been told. */
async function outcomeOf({ fan, payment }: Deposit) {
  const [row] = await market.sql<{ status: string }[]>`select status from payments where uid = ${payment}`
  return { status: row?.status, balance: await market.balanceOf(fan) }
}

/** Also those that wait for what has not been told yet. */
async function runAllJobs(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await market.sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`
    await runJobs(market)
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items]
  return items.map(() => left.splice(random.below(left.length), 1)[0] as Item)
}

async function endsAsInOrder(seed: number): Promise<void> {
  const random = createRandom(seed)
  const stories = Array.from(
    { length: 21 },
    (_, index) => STORIES[index % STORIES.length] as (typeof STORIES)[0],
  )
  const amounts = stories.map(() => 1000 + random.below(9000))
  const inOrder = await Promise.all(amounts.map(beginDeposit))
  const inDisorder = await Promise.all(amounts.map(beginDeposit))

  for (const [index, deposit] of inOrder.entries())
    for (const event of (stories[index] as (typeof STORIES)[0])(deposit)) {
      expect(await deliver(market, event)).toBe(200)
      await runJobs(market)
    }

  const events = inDisorder.flatMap((deposit, index) => (stories[index] as (typeof STORIES)[0])(deposit))
  const deliveries = shuffled(
    events.flatMap((event) => Array.from({ length: 1 + random.below(MOST_TIMES) }, () => event)),
    random,
  )
  while (deliveries.length > 0) {
    const some = deliveries.splice(0, DELIVERED_AT_ONCE)
    const answers = await Promise.all(some.map((event) => deliver(market, event)))
    expect(new Set(answers)).toEqual(new Set([200]))
    if (random.chance(0.3)) await runJobs(market)
  }
  await runAllJobs()

  expect(await Promise.all(inDisorder.map(outcomeOf))).toEqual(await Promise.all(inOrder.map(outcomeOf)))
  await market.expectHealthy()
}

const TITLE = 'told up to five times and in any order, deposits end as told once and in order: seed %i'
test.each([1])(TITLE, endsAsInOrder)
test.each([2, 3, 5, 8, 13, 21, 34, 55])(TITLE, { tags: ['release'] }, endsAsInOrder)
