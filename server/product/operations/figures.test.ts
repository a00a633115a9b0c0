/** The figures of the dashboard: counted by a job, with the same result however often it runs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { Answer } from '../api/call.ts'
import { createTasks } from '../tasks.ts'
import type { FiguresWire } from './figures-contract.ts'

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

test('a purchase is its price, whatever was added to it, and one that was undone is none', async () => {
  const volume = async () => {
    await count()
    const { days, projects, others } = await figures()
    const sums = [days, projects].map((some) => some.reduce((sum, { volume }) => sum + volume, 0))
    expect(sums[1]).toBe((sums[0] ?? 0) - others)
    return sums[0] ?? 0
  }
  const before = await volume()
  const fan = await market.newFan(4500)
  const project = await market.newProject({ price: 4000 })
  const tip = { amount: 500, words: '' }
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, tip })
  expect(await volume()).toBe(before + 4000)
  const [token] = await market.sql<{ uid: string }[]>`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${fan.uid} returning uid`
  expect((await market.call(fan, '/regret', { UID: token?.uid })).status).toBe(200)
  expect(await volume()).toBe(before)
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

type Planted = Awaited<ReturnType<typeof createMarket>>
const figuresOf = async (own: Planted, admin: TestFan, query = '') => {
  await createTasks(own.ctx)['count-figures']?.({}, undefined as never)
  return (await (own.call(admin, `/admin/figures${query}`) as unknown as Promise<Answer<FiguresWire>>)).data
}
/** The days that have something, without what other tests look at. */
const marketOf = (days: FiguresWire['days']) =>
  days
    .filter(({ issued, bids }) => issued + bids > 0)
    .map(({ volume: _volume, fees: _fees, held: _held, ...market }) => market)

test('hours played, what units went for again, how long they had been free, and bids, by day', async () => {
  const own = await createMarket()
  try {
    const admin = await own.newAdmin()
    const auction = await own.newAuction({ units: 2, price: 2000 })
    await own.endWindows(auction)
    await own.settleAll()
    // The first two take the units that are free.
    for (const amount of [3000, 5000, 4000]) await own.bid(await own.newFan(amount), auction, amount)
    await own.settleAll()
    // They had been free for one hour and for three.
    await own.sql`
      update mints former set ended_at = date_trunc('hour', now()) - interval '5 days' - make_interval(hours => 2 * units.number - 1)
      from units where former.unit_id = units.id and units.mint_id is distinct from former.id`
    await own.sql`
      update mints set created_at = date_trunc('hour', now()) - interval '5 days', minted_at = now() - interval '4 days', status = 'minted',
        will_expire_at = now() + interval '1 hour'
      from payments where payments.id = payment_id and flow = 'bid'`
    await own.sql`
      update mints set minted_at = now() - interval '40 days'
      from payments where payments.id = payment_id and flow = 'mint'`
    await own.sql`
      update mints set status_song = 'pending', played_at = minted_at
      where id = (select min(id) from mints) or id = (select max(id) from mints)`
    await own.sql`delete from private.daily_market`
    const { days, before } = await figuresOf(own, admin)
    const hour = 3_600_000
    expect(marketOf(days)).toEqual([
      {
        day: days.at(-5)?.day,
        issued: 2,
        played: 1,
        resold: 2,
        resale: 8000,
        firstPrice: 4000,
        waited: 4 * hour,
        bids: 0,
      },
      expect.objectContaining({ day: days.at(-1)?.day, issued: 0, bids: 3 }),
    ])
    expect(before).toHaveLength(30)
    expect(marketOf(before)).toEqual([
      expect.objectContaining({ day: before.at(-11)?.day, issued: 2, played: 1, resold: 0, waited: 0 }),
    ])
    // Counting again changes nothing.
    expect((await figuresOf(own, admin)).days).toEqual(days)

    const [day] = await own.sql<{ day: string }[]>`select (private.day_of(now()) - 4)::text as day`
    const narrow = await figuresOf(own, admin, `?from=${day?.day}&to=${day?.day}`)
    expect(narrow.days).toEqual([days.at(-5)])
    expect(narrow.before).toEqual([days.at(-6)])

    const inPortuguese = (iso = '') => iso.split('-').toReversed().join('/')
    const file = await own.callRaw(admin, `/admin/figures.csv?from=${day?.day}&to=${day?.day}`)
    const [head = '', row = ''] = (await file.text()).split('\r\n')
    expect(head).toMatch(/^dia;volume de vendas;.*;antes: dia;antes: volume de vendas;/)
    expect(row).toContain(
      `${inPortuguese(day?.day)};0,00;0,00;0,00;2;1;2;80,00;40,00;4,00;0;${inPortuguese(days.at(-6)?.day)};`,
    )
    expect(row.split(';')).toHaveLength(head.split(';').length)
    await own.sql`update users set language = 'en' where uid = ${admin.uid}`
    const english = await own.callRaw(admin, `/admin/figures.csv?from=${day?.day}&to=${day?.day}`)
    expect((await english.text()).split('\r\n')[1]).toContain(
      `${day?.day},0.00,0.00,0.00,2,1,2,80.00,40.00,4.00,0,`,
    )
  } finally {
    await own.close()
  }
})

test('of those who bought first in a month, how many came back in each month since', async () => {
  const own = await createMarket()
  try {
    const admin = await own.newAdmin()
    const buy = async (fan: TestFan, monthsAgo: number) => {
      const { uid } = await own.newProject({ price: 1000 })
      await own.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid })
      await own.sql`
        update mints set status = 'minted', will_expire_at = now(), minted_at =
          (date_trunc('month', private.day_of(now())::timestamp) + interval '12 hours' - make_interval(months => ${monthsAgo}))
            at time zone 'America/Sao_Paulo'
        from projects where projects.id = project_id and projects.uid = ${uid}`
    }
    const [once, loyal, late] = [await own.newFan(9000), await own.newFan(9000), await own.newFan(9000)]
    await buy(once, 3)
    await buy(once, 3)
    await buy(loyal, 3)
    await buy(loyal, 2)
    await buy(loyal, 0)
    await buy(late, 1)
    await buy(late, 0)
    await createTasks(own.ctx)['count-figures']?.({}, undefined as never)
    // Not counted yet is not the same as nobody.
    expect(await figuresOf(own, admin)).toMatchObject({ cohortsAt: null, boughtSince: true })
    // What was bought this month may lie ahead, or behind, of this hour.
    await own.sql`update mints set minted_at = least(minted_at, now())`
    for (let time = 0; time < 2; time++)
      await createTasks(own.ctx)['count-conversion']?.({}, undefined as never)
    const { cohorts, cohortsAt, boughtSince } = await figuresOf(own, admin)
    expect(Date.parse(cohortsAt ?? '')).not.toBeNaN()
    expect(boughtSince).toBe(false)
    await own.sql`update private.figures set cohorts_counted_at = '2020-01-01'`
    expect((await figuresOf(own, admin)).boughtSince).toBe(true)
    expect(cohorts).toHaveLength(12)
    expect(cohorts.slice(-4).map(({ people }) => people)).toEqual([[2, 1, 0, 1], [0, 0, 0], [1, 1], [0]])
    const [month] = await own.sql<{ month: string }[]>`
      select to_char(date_trunc('month', private.day_of(now())::timestamp), 'YYYY-MM-DD') as month`
    expect(cohorts.at(-1)?.month).toBe(month?.month)
  } finally {
    await own.close()
  }
})

test.each([
  ['a day that does not exist', 'from=2026-02-30'],
  ['no day', 'to=soon'],
  ['a span that ends before it begins', 'from=2026-03-02&to=2026-03-01'],
  ['more than a year', 'from=2025-01-01&to=2026-01-02'],
])('%s is refused, as a file too', async (_what, query) => {
  for (const file of ['', '.csv']) {
    const answer = await market.callRaw(admin, `/admin/figures${file}?${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ data: { code: 'filter_nonsense' } })
  }
})
