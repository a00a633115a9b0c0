/** The figures of the dashboard: counted by a job, with the same result however often it runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Answer } from '../api/call.ts'
import { createTasks } from '../tasks.ts'
import type { FiguresWire } from './contract.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

const count = async () => createTasks(market.ctx)['count-figures']?.({}, undefined as never)
const figures = async () =>
  (await (market.call(admin, '/admin/figures') as unknown as Promise<Answer<FiguresWire>>)).data

test('people, projects, payments, tokens, and each day’s sales and fees', async () => {
  const auction = await market.newAuction({ units: 1, price: 2000 })
  await market.newProject({ published: false })
  await market.newProject({ open: false })
  const gone = await market.newFan()
  await market.sql`update users set is_active = false where uid = ${gone.uid}`
  await count()
  await count()
  const { days, countedAt, activeUsers, activeProjects, transactions, tokensIssued } = await figures()
  const counted = { activeUsers, activeProjects, transactions, tokensIssued }
  expect(counted).toEqual({ activeUsers: 2, activeProjects: 1, transactions: 1, tokensIssued: 1 })
  expect(Date.parse(countedAt)).toBeLessThanOrEqual(Date.now())
  expect(days).toHaveLength(30)
  expect(days.reduce((sum, { volume }) => sum + volume, 0)).toBe(2000)
  expect(days.reduce((sum, { fees }) => sum + fees, 0)).toBe(200)

  await market.bid(await market.newFan(3000), auction, 3000)
  await market.endWindows(auction)
  await market.settleAll()
  // Viewing counts nothing.
  expect((await figures()).transactions).toBe(1)
  await Promise.all([count(), count()])
  const after = await figures()
  expect(after.transactions).toBe(2)
  expect(after.days.reduce((sum, { volume }) => sum + volume, 0)).toBe(5000)
  expect(after.days.reduce((sum, { fees }) => sum + fees, 0)).toBe(500)
})

test('a purchase that was undone is no sale', async () => {
  const before = (await figures()).days.reduce((sum, { volume }) => sum + volume, 0)
  const fan = await market.newFan(4000)
  const project = await market.newProject({ price: 4000 })
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  const [token] = await market.sql<{ uid: string }[]>`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${fan.uid} returning uid`
  expect((await market.call(fan, '/regret', { UID: token?.uid })).status).toBe(200)
  await count()
  expect((await figures()).days.reduce((sum, { volume }) => sum + volume, 0)).toBe(before)
})

test('a day ends at midnight in São Paulo', async () => {
  expect(
    await market.sql`
      select private.day_of('2026-01-02T02:59:59Z')::text as before, private.day_of('2026-01-02T03:00:00Z')::text as after`,
  ).toEqual([{ before: '2026-01-01', after: '2026-01-02' }])
})

test('a day that was never counted is caught up with, and days that are over stay', async () => {
  await market.sql`
    insert into private.daily_figures (day, payments, tokens, volume, fees)
    values (private.day_of(now()) - 9, 7, 3, 700, 70)`
  await market.sql`delete from private.daily_figures where day >= private.day_of(now()) - 1`
  await count()
  const { days, transactions } = await figures()
  expect(days.find(({ volume }) => volume === 700)).toBeDefined()
  expect(transactions).toBeGreaterThan(7)
})

test('the month by project: the ten that sold most by name, all others together, and nothing that went back', async () => {
  const own = await createMarket()
  try {
    const admin = await own.newAdmin()
    const sold: string[] = []
    for (let number = 0; number < 12; number++) {
      const project = await own.newProject({ price: 1000 + number * 100 })
      sold.unshift(project.uid)
      const fan = await own.newFan(project.price)
      await own.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    }
    const count = () => createTasks(own.ctx)['count-figures']?.({}, undefined as never)
    await Promise.all([count(), count()])
    const read = async () =>
      (await (own.call(admin, '/admin/figures') as unknown as Promise<Answer<FiguresWire>>)).data
    const { projects, others } = await read()
    expect(projects.map(({ uid }) => uid)).toEqual(sold.slice(0, 10))
    expect(projects[0]?.volume).toBe(2100)
    expect(others).toBe(1000 + 1100)

    const [token] = await own.sql<{ uid: string; fan: string }[]>`
      update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
      from projects where projects.id = mints.project_id and projects.uid = ${sold[0] ?? ''}
      returning mints.uid, mints.user_id as fan`
    const session = { token: await own.sessionToken(token?.fan ?? '') }
    expect((await own.call(session, '/regret', { UID: token?.uid })).status).toBe(200)
    await count()
    const after = await read()
    expect(after.projects.map(({ uid }) => uid)).toEqual(sold.slice(1, 11))
    expect(after.others).toBe(1000)
    expect(after.days.at(-1)?.volume).toBe(
      after.projects.reduce((sum, { volume }) => sum + volume, 0) + after.others,
    )
  } finally {
    await own.close()
  }
})

test('held money is told at the end of each day, and of today as it is', async () => {
  const own = await createMarket()
  try {
    const admin = await own.newAdmin()
    const fan = await own.newFan(9000)
    await own.sql`
      select ledger.hold(array[row('one', ${fan.uid}::uuid, 3000)::ledger.hold_order,
        row('two', ${fan.uid}::uuid, 2000)::ledger.hold_order], 'test')`
    // The first was created two days ago; the one created three days ago ended yesterday.
    await own.sql`update ledger.holds set created_at = now() - interval '2 days' where id = 'one'`
    await own.sql`
      insert into ledger.holds (id, fan, amount, status, reason, created_at, ended_at)
      values ('old', ${fan.uid}, 500, 'voided', 'test', now() - interval '3 days', now() - interval '1 day')`
    await own.sql`delete from private.daily_held`
    await createTasks(own.ctx)['count-figures']?.({}, undefined as never)
    const { data } = await (own.call(admin, '/admin/figures') as unknown as Promise<Answer<FiguresWire>>)
    expect(data.days.slice(-4).map(({ held }) => held)).toEqual([500, 3500, 3000, 5000])
  } finally {
    await own.close()
  }
})

test('of the people who registered in a week, who completed their profile, paid and bid', async () => {
  const own = await createMarket()
  try {
    const admin = await own.newFan()
    await own.sql`update users set role = 'admin', is_complete_profile = false where uid = ${admin.uid}`
    const auction = await own.newAuction({ price: 2000 })
    await own.bid(await own.newFan(3000), auction, 3000)
    const early = await own.newFan()
    await own.sql`update users set created_at = now() - interval '21 days' where uid = ${early.uid}`
    const count = () => createTasks(own.ctx)['count-conversion']?.({}, undefined as never)
    await Promise.all([count(), count()])
    const { data } = await (own.call(admin, '/admin/figures') as unknown as Promise<Answer<FiguresWire>>)
    expect(data.weeks).toHaveLength(12)
    expect(data.weeks.at(-1)).toMatchObject({ registered: 3, completed: 2, paid: 2, bid: 1 })
    expect(data.weeks.at(-4)).toMatchObject({ registered: 1, completed: 1, paid: 0, bid: 0 })
  } finally {
    await own.close()
  }
})
