/** What an outage of somebody outside does to the background jobs. */
import { Logger, runOnce } from 'graphile-worker'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueueJob, tell } from '../outbox.ts'
import { createMarket, type Market } from '../testing/market.ts'
import { createTasks } from './tasks.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

test('money is not behind mails: what is in our own books goes first, news last', async () => {
  const fan = await market.newFan()
  await market.sql`delete from graphile_worker._private_jobs`
  await market.sql.begin(async (tx) => {
    await enqueueJob(tx, 'send-mail', {})
    await tell(tx, [{ fan: fan.uid, kind: 'deposit_credited', data: { amount: 100 } }])
    await enqueueJob(tx, 'pay-out-withdrawal', {})
    await enqueueJob(tx, 'apply-card-event', {})
  })
  const taken: string[] = []
  const tasks = Object.keys(createTasks(market.ctx))
  await runOnce({
    connectionString: market.database.url,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: Object.fromEntries(tasks.map((name) => [name, async () => void taken.push(name)])),
  })
  expect(taken).toEqual(['apply-card-event', 'pay-out-withdrawal', 'send-mail', 'mail-notification'])
})

test('after an outage of a day a job is tried within a quarter of an hour; one that is not due yet waits', async () => {
  const { sql } = market
  await sql`delete from graphile_worker._private_jobs`
  await sql.begin(async (tx) => {
    for (const jobKey of ['failing', 'planned', 'given up']) {
      await enqueueJob(tx, 'send-mail', {}, { jobKey, runAt: new Date(Date.now() + 6 * 3_600_000) })
    }
  })
  await sql`update graphile_worker._private_jobs set attempts = 100 where key = 'failing'`
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`
  await createTasks(market.ctx)['hasten-jobs']?.({}, undefined as never)
  expect(
    await sql`select key from graphile_worker.jobs where run_at <= now() + interval '15 minutes'`,
  ).toEqual([{ key: 'failing' }])
})
