/** A batch has the same outcome as its requests one by one, within a process and between two. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkBid } from '#domain/bid.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { batchLength } from './batcher.ts'
import { type BidAnswer, type BidBatcher, bidMarks, createBidBatcher, placeBids } from './place-bids.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

/** `fan`, `project` and `key` are places in lists: few of each, so that requests meet. */
type Wish = { fan: number; project: number; amount: number; key: number | null }
const wish: fc.Arbitrary<Wish> = fc.record({
  fan: fc.nat(5),
  project: fc.nat(2),
  amount: fc.integer({ min: 1995, max: 2010 }),
  key: fc.option(fc.nat(3)),
})

async function setScene(): Promise<{ fans: TestFan[]; projects: TestProject[] }> {
  const fans = await Promise.all(Array.from({ length: 6 }, (_, index) => market.newFan(2000 + index * 1500)))
  const projects = [
    await market.newAuction(),
    await market.newAuction({ units: 2 }),
    await market.newAuction({ units: 2 }),
  ]
  // The last one has units that wait: the first to arrive win them.
  const waiting = projects[2]
  if (waiting) await market.endWindows(waiting)
  await market.settleAll()
  return { fans, projects }
}

/** What was answered, without the names that differ from scene to scene. */
const said = (answer: BidAnswer) => (answer.ok ? `ok ${answer.payment.amount}` : answer.refusal)

async function place(
  batcher: BidBatcher,
  scene: Awaited<ReturnType<typeof setScene>>,
  { fan, project, amount, key }: Wish,
) {
  const answer = await batcher.take({
    fanUid: scene.fans[fan]?.uid ?? '',
    projectUid: scene.projects[project]?.uid ?? '',
    amount,
    key: key === null ? null : `key-${key}`,
    requestHash: `${project} ${amount}`,
  })
  return said(answer)
}

async function outcome({ fans, projects }: Awaited<ReturnType<typeof setScene>>) {
  const rows = await market.sql<
    { fan: string; project: string; amount: number; status: string; unit: number }[]
  >`
    select bids.user_id as fan, projects.uid as project, bids.amount, bids.status, units.number as unit
    from bids
    join projects on projects.id = bids.project_id
    left join mints on mints.payment_id = bids.payment_id
    left join units on units.id = mints.unit_id
    where bids.user_id in ${market.sql(fans.map(({ uid }) => uid))}
    order by bids.id`
  return rows.map(({ fan, project, ...row }) => ({
    ...row,
    fan: fans.findIndex(({ uid }) => uid === fan),
    project: projects.findIndex(({ uid }) => uid === project),
  }))
}

describe('the batcher', () => {
  test('answers a burst as it would answer the requests one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 25 }), async (wishes) => {
        const [together, alone] = [await setScene(), await setScene()]
        const batcher = market.ctx.bids
        const burst = await Promise.all(wishes.map((one) => place(batcher, together, one)))
        const queue: string[] = []
        for (const one of wishes) queue.push(await place(batcher, alone, one))
        expect(burst).toEqual(queue)
        expect(await outcome(together)).toEqual(await outcome(alone))
      }),
      { numRuns: 12 },
    )
  })

  test('shares a market with the batcher of another process', async () => {
    const scene = await setScene()
    const batchers = [market.ctx.bids, createBidBatcher(market.sql)]
    const wishes = Array.from(
      { length: 60 },
      (_, index): Wish => ({
        fan: index % 6,
        project: index % 3,
        amount: 2000 + (index % 7),
        key: null,
      }),
    )
    const answers = await Promise.all(
      wishes.map((one, index) => place(batchers[index % 2] as BidBatcher, scene, one)),
    )
    const accepted = await outcome(scene)
    expect(answers.filter((answer) => answer.startsWith('ok'))).toHaveLength(accepted.length)
    const standing = accepted.filter(({ status }) => status === 'pending')
    expect(new Set(standing.map(({ project, amount }) => `${project} ${amount}`)).size).toBe(standing.length)
    expect(new Set(standing.map(({ project, fan }) => `${project} ${fan}`)).size).toBe(standing.length)
  })

  test('takes no two that depend on each other into one call', () => {
    const bid = (fanUid: string, projectUid: string, amount: number) => ({
      fanUid,
      projectUid,
      amount,
      key: null,
      requestHash: '',
    })
    const length = (...bids: ReturnType<typeof bid>[]) => batchLength(bids, bidMarks)
    expect(length(bid('a', 'p', 1), bid('b', 'p', 2), bid('a', 'q', 3))).toBe(2)
    expect(length(bid('a', 'p', 1), bid('b', 'p', 1))).toBe(1)
    expect(length(bid('a', 'p', 1), bid('b', 'q', 1))).toBe(2)
  })
})

test('sends no call behind a larger one', async () => {
  const sizes: number[] = []
  const ends: (() => void)[] = []
  const answer = {
    refusal: null,
    language: 'pt',
    answer: { uid: 'u', status: 'succeded', flow: 'bid', amount: 5000, fee: 0 },
  }
  const database = (_: TemplateStringsArray, requests: string) => {
    const { length } = JSON.parse(requests)
    sizes.push(length)
    return new Promise((resolve) => ends.push(() => resolve(Array.from({ length }, () => answer))))
  }
  const batcher = createBidBatcher(database as unknown as Sql)
  let fans = 0
  const arrive = (count: number) =>
    Array.from({ length: count }, () =>
      batcher.take({ fanUid: `${fans}`, projectUid: 'p', amount: ++fans, key: null, requestHash: '' }),
    )
  const end = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }

  const bids = arrive(12)
  expect(sizes).toEqual([1, 1])
  await end()
  expect(sizes).toEqual([1, 1, 10])
  bids.push(...arrive(9))
  await end()
  expect(sizes).toEqual([1, 1, 10])
  bids.push(...arrive(1))
  expect(sizes).toEqual([1, 1, 10, 10])
  bids.push(...arrive(3))
  await end()
  await end()
  expect(sizes).toEqual([1, 1, 10, 10, 3])
  await end()
  expect(await Promise.all(bids)).toHaveLength(25)
})

test('reads no other bids, payments or counts to place one, also while the planner takes the tables for empty', async () => {
  const young = await createMarket()
  const project = await young.newAuction()
  const fans = await Promise.all(Array.from({ length: 60 }, () => young.newFan(200_000)))
  await young.sql`analyze`
  await young.sql.begin(async (tx) => {
    const place = (fan: TestFan, amount: number) =>
      placeBids(tx, [{ fanUid: fan.uid, projectUid: project.uid, amount, key: 'once', requestHash: '' }])
    const entriesRead = async () => {
      const [row] = await tx<{ read: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as read
        from pg_index
        where indrelid in ('bids'::regclass, 'payments'::regclass, 'market.standing_counts'::regclass)`
      return row?.read ?? 0
    }
    const last = fans.pop() as TestFan
    for (const [index, fan] of fans.entries())
      expect(await place(fan, 10_000 + index * 2000)).toMatchObject([{ refusal: null }])
    const before = await entriesRead()
    expect(await place(last, 20_001)).toMatchObject([{ refusal: null }])
    expect((await entriesRead()) - before).toBeLessThan(10)
  })
  await young.expectHealthy()
  await young.close()
})

test('whoever bids where somebody holds the project is told to come back, and nothing of it stays', async () => {
  const [project, fan] = [await market.newAuction(), await market.newFan(9000)]
  const bid = { fanUid: fan.uid, projectUid: project.uid, amount: 2500, key: 'held', requestHash: 'held' }
  await market.sql.begin(async (tx) => {
    await tx`select from market.state where project_id = ${project.id} for no key update`
    const unavailable = await market.ctx.bids.take(bid).catch(isUnavailable)
    expect(unavailable).toBe(true)
  })
  expect(await market.ctx.bids.take(bid)).toMatchObject({ ok: true })
})

test('the database refuses for the reason that the rules give', async () => {
  const project = await market.newAuction({ price: 2000 })
  const open = await market.newProject()
  const rival = await market.newFan(9000)
  await market.bid(rival, project, 2500)
  const paused = await market.newAuction({ price: 2000 })
  await market.sql`update projects set paused_at = now() where id = ${paused.id}`
  const [holder] = project.holders
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        target: fc.constantFrom('auction', 'first lot', 'paused', 'closed', 'draft', 'none'),
        amount: fc.constantFrom(1999, 2000, 2500, 3000),
        balance: fc.constantFrom(0, 2000, 5000),
        holds: fc.boolean(),
        active: fc.boolean(),
      }),
      async ({ target, amount, balance, holds, active }) => {
        const fan = holds && holder ? holder : await market.newFan(balance + (active ? 2600 : 0))
        const made =
          target === 'closed'
            ? await market.newProject({ open: false })
            : target === 'draft'
              ? await market.newProject({ published: false })
              : null
        const one = {
          auction: project,
          paused,
          'first lot': open,
          none: { ...open, uid: crypto.randomUUID() },
        }
        const place = made ?? one[target as keyof typeof one]
        const isActive = active && !holds && target === 'auction'
        if (isActive) expect((await market.bid(fan, project, 2600)).status).toBe(200)
        const free = holds ? 0 : balance + (active && !isActive ? 2600 : 0)
        const expected = checkBid(
          {
            project:
              target === 'none'
                ? null
                : {
                    isActive: target !== 'draft',
                    isPaused: target === 'paused',
                    expiredAt: target === 'closed' ? 0 : 2,
                    firstLotSold: target === 'auction',
                    fiatPrice: 2000,
                  },
            isPaidForIt: false,
            holdsLiveToken: holds && target === 'auction',
            regrets: 0,
            amountTaken: target === 'auction' && amount === 2500,
            hasActiveBid: isActive,
          },
          amount,
          free,
          1,
        )
        const answer = await market.bid(fan, place as TestProject, amount)
        expect(answer.status === 200 ? null : answer.data.code).toBe(expected)
        // What was placed would be in the way of the next one.
        await market.sql`update users set is_active = false where uid = ${fan.uid} and ${!holds}`
      },
    ),
    { numRuns: 40 },
  )
})
