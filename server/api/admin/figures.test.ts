/** The figures of the dashboard: counted by a job, the same however often it runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FiguresWire } from '#domain/wire/admin.ts'
import type { Answer } from '#domain/wire/api.ts'
import { createTasks } from '../../jobs/tasks.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newFan()
  await market.sql`update users set role = 'admin' where uid = ${admin.uid}`
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
  const { days, countedAt, ...counted } = await figures()
  expect(counted).toEqual({ activeUsers: 2, activeProjects: 1, transactions: 1, tokensIssued: 1 })
  expect(Date.parse(countedAt)).toBeLessThanOrEqual(Date.now())
  expect(days).toHaveLength(30)
  expect(days.reduce((sum, { volume }) => sum + volume, 0)).toBe(2000)
  expect(days.reduce((sum, { fees }) => sum + fees, 0)).toBe(200)

  await market.bid(await market.newFan(3000), auction, 3000)
  await market.endWindows(auction)
  await market.settleAll()
  // Nobody’s view counts anything.
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
