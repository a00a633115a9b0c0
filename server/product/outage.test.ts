/** What an outage of somebody outside does to the background jobs. */
import { Logger, runOnce } from 'graphile-worker'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../testing/market.ts'
import { enqueueJob, notifyFans } from './outbox.ts'
import { createTasks } from './tasks.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

test('money is not behind mails: what is in our own books goes first, then notifications, last what strangers have sent', async () => {
  const fan = await market.newFan()
  await market.sql`delete from graphile_worker._private_jobs`
  await market.sql.begin(async (tx) => {
    for (const template of ['confirmation', 'recovery'])
      await enqueueJob(tx, 'send-mail', { template } as never)
    await notifyFans(tx, [{ fan: fan.uid, kind: 'deposit_credited', data: { amount: 100 } }])
    await enqueueJob(tx, 'pay-out-withdrawal', {} as never)
    await enqueueJob(tx, 'apply-card-event', {} as never)
  })
  const taken: string[] = []
  const tasks = Object.keys(createTasks(market.ctx))
  await runOnce({
    connectionString: market.database.url,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: Object.fromEntries(
      tasks.map((name) => [
        name,
        async (payload) => void taken.push((payload as { template?: string }).template ?? name),
      ]),
    ),
  })
  expect(taken).toEqual([
    'apply-card-event',
    'pay-out-withdrawal',
    'recovery',
    'mail-notification',
    'confirmation',
  ])
})

test('after an outage of a day money is tried within a quarter of an hour, a mail within two; what is not due waits', async () => {
  const { sql } = market
  await sql`delete from graphile_worker._private_jobs`
  const runAt = new Date(Date.now() + 6 * 3_600_000)
  await sql.begin(async (tx) => {
    await enqueueJob(tx, 'send-mail', {} as never, { jobKey: 'mail', runAt })
    for (const jobKey of ['payout', 'planned', 'given up']) {
      await enqueueJob(tx, 'pay-out-withdrawal', {} as never, { jobKey, runAt })
    }
  })
  await sql`update graphile_worker._private_jobs set attempts = 50 where key in ('mail', 'payout')`
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`
  const dueWithin = async (wait: string) =>
    (
      await sql<{ key: string }[]>`
        select key from graphile_worker.jobs where run_at <= now() + ${wait}::interval order by key`
    ).map(({ key }) => key)
  await createTasks(market.ctx)['hasten-jobs']?.({}, undefined as never)
  expect(await dueWithin('15 minutes')).toEqual(['payout'])
  expect(await dueWithin('2 hours')).toEqual(['mail', 'payout'])
})
