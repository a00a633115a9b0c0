/** Money of somebody who has been erased meanwhile: it goes to nobody, and blocks nobody. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyByCard, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import { createTasks } from '../tasks.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterEach(async () => {
  await market.expectHealthy()
  // Everything queued for the chain names its owner.
  expect(
    await market.sql`select key, payload from chain.operations where payload -> 'wallet' = 'null'::jsonb`,
  ).toEqual([])
})
afterAll(() => market.close())

const erase = async (fan: TestFan) =>
  expect((await market.call(fan, '/erase-account', { email: fan.email })).status).toBe(200)
/** A deposit by card that the processor has not answered yet. */
async function depositUnderWay(fan: TestFan): Promise<{ payment: string; total: number }> {
  const asked = (await market.call(fan, '/buy-token', {
    paymentMethodId: 'pm_card_visa',
    typeBuy: 'balance',
    UID: '',
    amount: 5000,
  })) as unknown as { data: { payment: { uid: string } } }
  return { payment: asked.data.payment.uid, total: totalOf(5000) }
}
/** The part of the artist's share that the chain is asked to take off the public mirror. */
const burnedOf = async ({ id }: TestProject) =>
  (
    await market.sql<{ amount: number }[]>`
      select (payload ->> 'amount')::bigint as amount
      from chain.operations
      join projects on author_wallet = payload ->> 'wallet'
      where kind = 'debit_balance' and projects.id = ${id}`
  ).map(({ amount }) => amount)
const refund = (payment: string, destination: 'wallet' | 'card') =>
  market.call(admin, `/admin/activity/${payment}/refunds`, {
    amount: 2000,
    destination,
    reason: 'show cancelado',
    despitePlay: true,
  }) as Promise<{ status: number; data: { code?: string } }>

test('a bank takes back what bought an access that nobody has any longer', async () => {
  const [fan, project] = [await market.newFan(), await market.newProject()]
  const payment = await buyByCard(market, fan, project)
  await erase(fan)
  await deliver(market, disputeEvent({ payment, dispute: 'dp_erased', amount: totalOf(2000) }))
  await runJobs(market)
  expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
  expect(await burnedOf(project)).toEqual([1800])
})

test('what a bank leaves of a returned access is kept by the house, and told', async () => {
  const [fan, project] = [await market.newFan(), await market.newProject()]
  const payment = await buyByCard(market, fan, project)
  await erase(fan)
  // The service fee is the platform's: of these centavos five reais are the fan's part.
  const fee = totalOf(2000) - 2000
  await deliver(market, disputeEvent({ payment, dispute: 'dp_partial', amount: 500 + fee }))
  await runJobs(market)
  expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await market.call(admin, `/admin/activity/${payment}`)).toMatchObject({ data: { unclaimed: 1500 } })
  await deliver(
    market,
    disputeEvent({ payment, dispute: 'dp_partial', amount: 500 + fee, status: 'won', fee: 0 }),
  )
  await runJobs(market)
  expect(await market.call(admin, `/admin/activity/${payment}`)).toMatchObject({ data: { unclaimed: 2000 } })
})

test('the house gives a price back to the card, and to no wallet that nobody has', async () => {
  const [fan, project] = [await market.newFan(), await market.newProject()]
  const payment = await buyByCard(market, fan, project)
  await market.sql`
    update mints set status_song = 'pending', played_at = now() where payment_id = (
      select id from payments where uid = ${payment})`
  await erase(fan)
  expect(await refund(payment, 'wallet')).toMatchObject({ status: 404, data: { code: 'user_not_found' } })
  expect((await refund(payment, 'card')).status).toBe(200)
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await burnedOf(project)).toEqual([1800])
})

test('a card that pays after all is put before a person', async () => {
  const fan = await market.newFan()
  const facts = await depositUnderWay(fan)
  await deliver(market, cardEvent({ ...facts, type: 'payment_intent.payment_failed' }))
  await runJobs(market)
  await erase(fan)
  const paid = cardEvent(facts)
  await deliver(market, paid)
  await runJobs(market)
  expect(await market.sql`select outcome from private.webhook_events where id = ${paid.id}`).toEqual([
    { outcome: 'refused: its payer was erased' },
  ])
  expect(await market.balanceOf(fan)).toBe(0)
  // The disputed money was booked nowhere: nothing waits for it.
  const disputed = disputeEvent({ payment: facts.payment, dispute: 'dp_unbooked', amount: facts.total })
  await deliver(market, disputed)
  await runJobs(market)
  expect(await market.sql`select outcome from private.webhook_events where id = ${disputed.id}`).toEqual([
    { outcome: 'refused: its payer was erased' },
  ])
  expect(await market.sql`select from private.disputes where provider_id = 'dp_unbooked'`).toHaveLength(0)
})

test('a card that pays while its payer is erased is booked nowhere', async () => {
  const fan = await market.newFan()
  const facts = await depositUnderWay(fan)
  const [payment] = await market.sql<{ id: number }[]>`select id from payments where uid = ${facts.payment}`
  // Between the job's question and the processor's answer its first attempt is reported as failed, and the fan
  // leaves.
  const findIntent = async () => {
    await deliver(market, cardEvent({ ...facts, type: 'payment_intent.payment_failed' }))
    await runJobs(market)
    await erase(fan)
    return { intentId: 'pi_late', status: 'succeeded', failure: null, received: facts.total, currency: 'brl' }
  }
  const tasks = createTasks({ ...market.ctx, cards: { ...market.ctx.cards, findIntent } })
  await expect(tasks['check-payment']?.({ paymentId: payment?.id }, undefined as never)).rejects.toThrow(
    'erased',
  )
  expect(await market.balanceOf(fan)).toBe(0)
})
