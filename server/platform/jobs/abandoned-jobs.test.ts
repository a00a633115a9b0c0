/** A worker that dies while running a job does not keep the job. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { findDead, watchAbandonedJobs } from './abandoned-jobs.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

afterEach(() => market.sql`delete from graphile_worker._private_jobs`)

/** A job that `worker` took at this moment and has not finished. */
async function takenBy(worker: string): Promise<number> {
  await market.sql`select private.add_job('release-bids', '{}', ${`of ${worker}`})`
  const [job] = await market.sql<{ id: number }[]>`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now(), attempts = 1
    where key = ${`of ${worker}`}
    returning id`
  return job?.id ?? 0
}
const keeperOf = async (job: number) =>
  (
    await market.sql<{ keeper: string | null }[]>`
      select locked_by as keeper from graphile_worker._private_jobs where id = ${job}`
  )[0]?.keeper

test('what a dead worker held is free, however lately it was taken; what others hold is not', async () => {
  const living = await watchAbandonedJobs(market.ctx, Promise.resolve('living'))
  const other = await watchAbandonedJobs(market.ctx, Promise.resolve('other'))
  const jobs = {
    ofDead: await takenBy('dead'),
    ofLiving: await takenBy('living'),
    ofOther: await takenBy('other'),
  }
  await expect.poll(() => keeperOf(jobs.ofDead), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.ofLiving)).toBe('living')
  expect(await keeperOf(jobs.ofOther)).toBe('other')
  await living.stop()
  await expect.poll(() => keeperOf(jobs.ofLiving), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.ofOther)).toBe('other')
  await other.stop()
})

test('while a worker begins, and may have jobs under a name that has no lock yet, nobody is dead', async () => {
  let tellName = (_name: string): void => undefined
  const name = new Promise<string>((resolve) => {
    tellName = resolve
  })
  const newborn = await watchAbandonedJobs(market.ctx, name)
  await takenBy('newborn')
  await takenBy('dead')
  expect(await findDead(market.sql, 'asking')).toBeNull()
  tellName('newborn')
  await expect.poll(() => findDead(market.sql, 'asking'), { timeout: 20_000 }).toEqual(['dead'])
  await newborn.stop()
  await expect.poll(() => findDead(market.sql, 'asking')).toContain('newborn')
})

test('a worker that loses its connection, and not its life, keeps its jobs', async () => {
  const cut = await watchAbandonedJobs(market.ctx, Promise.resolve('cut'))
  const watching = await watchAbandonedJobs(market.ctx, Promise.resolve('watching'))
  const jobs = { ofCut: await takenBy('cut'), ofDead: await takenBy('dead') }
  const ownSession = () => market.sql`
    select pid from pg_locks where locktype = 'advisory' and objsubid = 1
      and ((classid::bigint << 32) | objid::bigint) = hashtextextended('tune worker cut', 0)`
  await expect.poll(ownSession, { timeout: 20_000 }).toHaveLength(1)
  await market.sql`select pg_terminate_backend(${(await ownSession())[0]?.pid})`
  await expect.poll(() => keeperOf(jobs.ofDead), { timeout: 20_000 }).toBeNull()
  await expect.poll(ownSession, { timeout: 20_000 }).toHaveLength(1)
  expect(await keeperOf(jobs.ofCut)).toBe('cut')
  await Promise.all([cut.stop(), watching.stop()])
})
