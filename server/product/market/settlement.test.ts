/** What happens when windows end, projects close and bids are given up. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PLATFORM_SHARE_BASIS_POINTS, splitProceeds } from '#domain/proceeds.ts'
import { runJobs } from '../../testing/card-events.ts'
import { rowsRead, undone } from '../../testing/function-cases.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { account, balanceOf } from '../ledger/ledger.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

async function bidders(project: TestProject, amounts: number[]): Promise<TestFan[]> {
  const fans: TestFan[] = []
  for (const amount of amounts) {
    const fan = await market.newFan(amount)
    expect((await market.bid(fan, project, amount)).status).toBe(200)
    fans.push(fan)
  }
  return fans
}
const statuses = async (project: TestProject) =>
  (
    await market.sql<{ status: string }[]>`
      select status from bids where project_id = ${project.id} order by id`
  ).map(({ status }) => status)
const tokens = async (project: TestProject) =>
  market.sql<{ status: string; fan: string; unit: number; amount: number }[]>`
    select status, user_id as fan, number as unit, amount
    from mints
    join units on units.id = mints.unit_id
    where mints.project_id = ${project.id}
    order by mints.id`
const payable = async (project: TestProject) => {
  const [row] = await market.sql<{ balance: number }[]>`
    select balance from ledger.accounts where code = ${account.payable(project.uid)}`
  return row?.balance ?? 0
}
const told = async (fan: TestFan) =>
  (
    await market.sql<
      { kind: string }[]
    >`select kind from notifications where user_id = ${fan.uid} order by id`
  ).map(({ kind }) => kind)

describe('when a window ends', () => {
  test('the unit goes to the highest bid; author and platform are paid to the centavo', async () => {
    const project = await market.newAuction({ price: 2000 })
    const before = await payable(project)
    const [low, high] = await bidders(project, [2000, 2999])
    await market.endWindows(project)
    await market.settleAll()
    expect(await tokens(project)).toMatchObject([
      { status: 'solded', fan: project.holders[0]?.uid },
      { status: 'pending', fan: high?.uid, unit: 1, amount: 2999 },
    ])
    expect(await statuses(project)).toEqual(['pending', 'winner'])
    expect((await payable(project)) - before).toBe(splitProceeds(2999).author)
    if (!low || !high) throw new Error('no bidders')
    expect(await balanceOf(market.sql, high.uid)).toEqual({ available: 0, held: 0 })
    expect(await balanceOf(market.sql, low.uid)).toEqual({ available: 0, held: 2000 })
    expect(await told(high)).toEqual(['won'])
    expect(await market.sql`select status from payments where user_id = ${high.uid}`).toEqual([
      { status: 'succeded-winner' },
    ])
    expect(
      await market.sql`
        select kind, payload ->> 'wallet' as wallet, payload ->> 'unit' as unit
        from chain.operations
        where kind = 'sell_unit' and payload ->> 'wallet' = ${high.wallet}`,
    ).toEqual([{ kind: 'sell_unit', wallet: high.wallet, unit: '1' }])
    await market.settleAll()
    expect(await tokens(project)).toHaveLength(2)
  })

  test('many that end together go in the order of their ends to the bids in the order of their rank', async () => {
    const project = await market.newAuction({ units: 4, endsIn: 0 })
    const amounts = [2100, 2500, 2300]
    // Bids placed while windows have already ended would settle them first: these stood before.
    await market.sql`update mints set will_expire_at = will_expire_at + interval '1 hour' where project_id = ${project.id}`
    const fans = await bidders(project, amounts)
    await market.sql`update mints set will_expire_at = will_expire_at - interval '1 hour' where project_id = ${project.id}`
    await market.settleAll()
    const byUnit = (await tokens(project)).filter(({ status }) => status === 'pending')
    expect(byUnit.map(({ unit, amount }) => [unit, amount])).toEqual([
      [1, 2500],
      [2, 2300],
      [3, 2100],
    ])
    expect(byUnit.map(({ fan }) => fan)).toEqual([fans[1]?.uid, fans[2]?.uid, fans[0]?.uid])
    expect((await tokens(project)).filter(({ status }) => status === 'expired')).toHaveLength(1)
  })

  test('without a bid the unit waits, and the first valid bid wins it at once, not the highest', async () => {
    const project = await market.newAuction({ units: 2 })
    await market.endWindows(project)
    await market.settleAll()
    const fans = await Promise.all([2000, 9000, 5000].map((amount) => market.newFan(amount)))
    await Promise.all(fans.map((fan, index) => market.bid(fan, project, [2000, 9000, 5000][index] ?? 0)))
    expect(await statuses(project)).toEqual(['winner', 'winner', 'pending'])
    expect(
      await market.sql`select count(*)::int as free from units where project_id = ${project.id} and mint_id is null`,
    ).toEqual([{ free: 0 }])
  })

  test('a bid that lands in the same instant finds the market settled up to then', async () => {
    const project = await market.newAuction()
    const [standing] = await bidders(project, [2000])
    await market.endWindows(project)
    // Nobody has settled yet. The late bid is higher, and still does not get what came free before it.
    const late = await market.newFan(9000)
    expect((await market.bid(late, project, 9000)).status).toBe(200)
    const held = (await tokens(project)).filter(({ status }) => status === 'pending')
    expect(held).toMatchObject([{ fan: standing?.uid, amount: 2000 }])
    expect(await balanceOf(market.sql, late.uid)).toEqual({ available: 0, held: 9000 })
  })

  test('five workers at once settle each token once', async () => {
    const project = await market.newAuction({ units: 20 })
    await bidders(
      project,
      Array.from({ length: 15 }, (_, index) => 2000 + index),
    )
    await market.endWindows(project)
    await Promise.all(Array.from({ length: 5 }, () => market.settleAll()))
    const all = await tokens(project)
    expect(all.filter(({ status }) => status === 'pending')).toHaveLength(15)
    expect(all.filter(({ status }) => status === 'solded')).toHaveLength(15)
    expect(all.filter(({ status }) => status === 'expired')).toHaveLength(5)
  })

  test('an hour later the same fans win, and windows ended when they said', async () => {
    const project = await market.newAuction({ units: 2 })
    await bidders(project, [2000, 2001])
    await market.sql`
      update mints set will_expire_at = now() - interval '1 hour' where project_id = ${project.id} and status = 'minted'`
    await market.settleAll()
    expect(await statuses(project)).toEqual(['winner', 'winner'])
    expect(
      await market.sql`
        select count(*)::int as n from mints
        where project_id = ${project.id} and status = 'solded' and ended_at = will_expire_at`,
    ).toEqual([{ n: 2 }])
  })

  test('a clock that steps back ends nothing twice and revives nothing', async () => {
    const project = await market.newAuction()
    const [winner] = await bidders(project, [2000])
    await market.endWindows(project)
    await market.settleAll()
    // As if the clock had stepped back an hour: every instant kept lies that much further ahead.
    await market.sql`
      update mints set will_expire_at = will_expire_at + interval '1 hour', ended_at = ended_at + interval '1 hour'
      where project_id = ${project.id} and status = 'solded'`
    await market.settleAll()
    expect(await tokens(project)).toMatchObject([
      { status: 'solded' },
      { status: 'pending', fan: winner?.uid },
    ])
  })
})

describe('when a project closes', () => {
  const close = (project: TestProject) =>
    market.sql`update projects set expired_at = clock_timestamp() where id = ${project.id}`

  test('bids are given up, their money is free at once, and live tokens keep their window', async () => {
    const project = await market.newAuction()
    const fans = await bidders(project, [2000, 3000])
    await close(project)
    await market.settleAll()
    expect(await statuses(project)).toEqual(['pending-cancel', 'pending-cancel'])
    for (const [index, fan] of fans.entries()) {
      expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: [2000, 3000][index], held: 0 })
      expect(await told(fan)).toEqual(['bid_released'])
    }
    expect(await tokens(project)).toMatchObject([{ status: 'minted' }])
    const late = await market.newFan(5000)
    expect(await market.bid(late, project, 5000)).toMatchObject({ data: { code: 'project_closed' } })
  })

  test('a window that ended before still finds its bid; one that ends at that instant does not', async () => {
    const project = await market.newAuction({ units: 2 })
    await bidders(project, [2000, 3000])
    await market.sql`update projects set expired_at = now() where id = ${project.id}`
    await market.sql`
      update mints
      set will_expire_at = (select expired_at from projects where id = ${project.id})
        - case number when 1 then interval '1 millisecond' else interval '0' end
      from units
      where units.id = mints.unit_id and mints.project_id = ${project.id}`
    await market.settleAll()
    expect(await statuses(project)).toEqual(['pending-cancel', 'winner'])
    expect((await tokens(project)).map(({ status }) => status)).toEqual(['solded', 'expired', 'pending'])
  })

  test('a round does not read the bids of other projects', async () => {
    const projects = [await market.newAuction(), await market.newAuction()]
    for (const project of projects) await bidders(project, [2000, 3000])
    const BEFORE = 10_000
    await undone(market.sql, async (tx) => {
      await tx`
        insert into bids (id, user_id, project_id, payment_id, amount)
        overriding system value
        select -n, gen_random_uuid(), -(n % 20), -n, n from generate_series(1, ${BEFORE}::integer) n`
      await tx`analyze bids`
      const ids = projects.map(({ id }) => id)
      await tx`update projects set expired_at = clock_timestamp() where id = any (${ids})`
      const before = await rowsRead(tx, 'bids')
      await tx`select market.settle(${ids}::bigint[])`
      expect((await rowsRead(tx, 'bids')) - before).toBeLessThan(BEFORE / 10)
    })
  })

  test('hundreds of bids are given up, in as many rounds as it takes', async () => {
    const project = await market.newAuction()
    await Promise.all(Array.from({ length: 450 }, (_, place) => bidders(project, [2000 + place])))
    await close(project)
    await market.settleAll()
    expect(new Set(await statuses(project))).toEqual(new Set(['pending-cancel']))
  })
})

test('a deactivated account gives up its bids and nothing else', async () => {
  const [one, two] = [await market.newAuction(), await market.newAuction()]
  const fan = await market.newFan(9000)
  await market.bid(fan, one, 2000)
  await market.bid(fan, two, 3000)
  const [rival] = await bidders(one, [2500])
  await market.sql`update users set is_active = false where uid = ${fan.uid}`
  expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 9000, held: 0 })
  expect(await statuses(one)).toEqual(['pending-cancel', 'pending'])
  expect(await statuses(two)).toEqual(['pending-cancel'])
  await market.endWindows(one)
  await market.settleAll()
  expect((await tokens(one)).at(-1)).toMatchObject({ fan: rival?.uid })
})

test('a bid that was being placed while its account was deactivated is given up a moment later', async () => {
  const project = await market.newAuction()
  const fan = await market.newFan(9000)
  await market.sql`update users set is_active = false where uid = ${fan.uid}`
  // As if the deactivation had looked just before this bid was committed.
  await market.sql`alter table users disable trigger users_give_up_bids`
  await market.sql`update users set is_active = true where uid = ${fan.uid}`
  expect((await market.bid(fan, project, 2000)).status).toBe(200)
  await market.sql`update users set is_active = false where uid = ${fan.uid}`
  await market.sql`alter table users enable trigger users_give_up_bids`
  await market.sql`update graphile_worker._private_jobs set run_at = now() where key = ${`release-bids:${fan.uid}`}`
  await runJobs(market)
  expect(await statuses(project)).toEqual(['pending-cancel'])
  expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 9000, held: 0 })
})

test('the database splits proceeds as the rules say', async () => {
  expect(PLATFORM_SHARE_BASIS_POINTS).toBe(1000)
  const amounts = [1, 4, 5, 14, 15, 99, 100, 1234, 99_999_995, 100_000_000]
  for (const amount of amounts) {
    const [row] = await market.sql<{ share: number }[]>`select private.platform_share(${amount}) as share`
    expect(row?.share).toBe(splitProceeds(amount).platform)
  }
})

test('bids that land in the very instant of the closing are refused or given back, never kept', async () => {
  const project = await market.newAuction()
  const fans = await Promise.all(Array.from({ length: 30 }, () => market.newFan(9000)))
  const answers = await Promise.all([
    ...fans.slice(0, 15).map((fan, index) => market.bid(fan, project, 2000 + index)),
    market.sql`update projects set expired_at = clock_timestamp() where id = ${project.id}`.then(() => null),
    ...fans.slice(15).map((fan, index) => market.bid(fan, project, 3000 + index)),
  ])
  await market.settleAll()
  for (const answer of answers) {
    if (answer && answer.status !== 200) expect(answer.data.code).toBe('project_closed')
  }
  const accepted = answers.filter((answer) => answer?.status === 200)
  expect(await statuses(project)).toEqual(accepted.map(() => 'pending-cancel'))
  for (const fan of fans) {
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 9000, held: 0 })
  }
})
