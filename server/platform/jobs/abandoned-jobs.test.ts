/** A worker that dies while running a job does not keep the job, nor one that never learned that it has it. */
import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { findDead, watchAbandonedJobs } from './abandoned-jobs.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

afterEach(() => market.sql`delete from graphile_worker._private_jobs`)

type Watching = { stop: () => Promise<void>; events: WorkerEvents; named: (name: string) => void }

/** As in a worker's process, whose queue has not begun. */
async function watch(): Promise<Watching> {
  const events: WorkerEvents = new EventEmitter()
  const { stop } = await watchAbandonedJobs(market.ctx, events)
  return { stop, events, named: (id) => events.emit('pool:create', { workerPool: { id } } as never) }
}

async function watchAs(name: string): Promise<Watching> {
  const watching = await watch()
  watching.named(name)
  return watching
}

const begin = ({ events }: Watching, id: number, attempts = 1) =>
  events.emit('job:start', { job: { id: String(id), attempts } } as never)

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
  const [living, other] = [await watchAs('living'), await watchAs('other')]
  const jobs = {
    ofDead: await takenBy('dead'),
    ofLiving: await takenBy('living'),
    ofOther: await takenBy('other'),
  }
  begin(living, jobs.ofLiving)
  begin(other, jobs.ofOther)
  await expect.poll(() => keeperOf(jobs.ofDead), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.ofLiving)).toBe('living')
  expect(await keeperOf(jobs.ofOther)).toBe('other')
  await living.stop()
  await expect.poll(() => keeperOf(jobs.ofLiving), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.ofOther)).toBe('other')
  await other.stop()
})

test('while a worker begins, and may have jobs under a name that has no lock yet, nobody is dead', async () => {
  const newborn = await watch()
  begin(newborn, await takenBy('newborn'))
  await takenBy('dead')
  expect(await findDead(market.sql, 'asking')).toBeNull()
  newborn.named('newborn')
  await expect.poll(() => findDead(market.sql, 'asking'), { timeout: 20_000 }).toEqual(['dead'])
  await newborn.stop()
  await expect.poll(() => findDead(market.sql, 'asking')).toContain('newborn')
})

test('a worker that loses its connection, and not its life, keeps its jobs', async () => {
  const [cut, watching] = [await watchAs('cut'), await watchAs('watching')]
  const jobs = { ofCut: await takenBy('cut'), ofDead: await takenBy('dead') }
  begin(cut, jobs.ofCut)
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

test('a job whose worker lives and was never told of it is free; what it runs is not, nor what it began meanwhile', async () => {
  const living = await watchAs('living')
  const jobs = { lost: await takenBy('living'), running: await takenBy('living too') }
  await market.sql`
    update graphile_worker._private_jobs set locked_by = 'living', attempts = 3 where id = ${jobs.running}`
  begin(living, jobs.running, 3)
  await expect.poll(() => keeperOf(jobs.lost), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.running)).toBe('living')
  // The second time the answer arrives.
  await market.sql`
    update graphile_worker._private_jobs set locked_by = 'living', attempts = 2 where id = ${jobs.lost}`
  begin(living, jobs.lost, 2)
  const next = await takenBy('dead')
  await expect.poll(() => keeperOf(next), { timeout: 20_000 }).toBeNull()
  expect(await keeperOf(jobs.lost)).toBe('living')
  await living.stop()
})
