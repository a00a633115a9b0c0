/** A worker that dies while running a job does not keep the job. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { freeAbandonedJobs, watchAbandonedJobs } from './abandoned-jobs.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** A job that `worker` took a minute ago and has not finished. */
async function takenBy(worker: string, ago = '1 minute'): Promise<number> {
  await market.sql`select private.add_job('release-bids', '{}', ${`of ${worker}`})`
  const [job] = await market.sql<{ id: number }[]>`
    update graphile_worker._private_jobs
    set locked_by = ${worker}, locked_at = now() - ${ago}::interval, attempts = 1
    where key = ${`of ${worker}`}
    returning id`
  return job?.id ?? 0
}
const keeperOf = async (job: number) =>
  (
    await market.sql<{ keeper: string | null }[]>`
      select locked_by as keeper from graphile_worker._private_jobs where id = ${job}`
  )[0]?.keeper

test('what a dead worker held is free; what others hold, and what was only just taken, is not', async () => {
  const living = watchAbandonedJobs(market.ctx, 'living')
  const jobs = {
    ofDead: await takenBy('dead'),
    ofLiving: await takenBy('living'),
    // A few minutes ahead, so that it is still fresh however slowly this test runs.
    fresh: await takenBy('newborn', '-5 minutes'),
  }
  try {
    // The running worker finds it by itself.
    await expect.poll(() => keeperOf(jobs.ofDead), { timeout: 20_000 }).toBeNull()
    expect(await freeAbandonedJobs(market.sql, 'asking')).toEqual([])
    expect(await keeperOf(jobs.ofLiving)).toBe('living')
  } finally {
    await living.stop()
  }
  const own = await takenBy('asking')
  await expect.poll(() => freeAbandonedJobs(market.sql, 'asking')).toEqual(['living'])
  expect(await keeperOf(jobs.ofLiving)).toBeNull()
  expect(await keeperOf(own)).toBe('asking')
  expect(await keeperOf(jobs.fresh)).toBe('newborn')
})
