import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { createPurchaseBatcher, type PurchaseBatcher } from './buy-units.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const buy = (fan: { token: string }, uid: string, headers: Record<string, string> = {}) =>
  market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid }, headers)

describe('buying with balance', () => {
  test('takes the price, splits it, makes a token and asks the chain', async () => {
    const fan = await market.newFan(5000)
    const project = await market.newProject({ price: 1999 })
    const bought = await buy(fan, project.uid)
    expect(bought).toMatchObject({
      status: 200,
      data: { payment: { status: 'succeded', amount: 1999, fee: 0 } },
    })
    expect(await market.balanceOf(fan)).toBe(3001)
    const [payable] = await market.sql`
      select balance from ledger.accounts where code = ${`project:${project.uid}:payable`}`
    expect(payable).toEqual({ balance: 1799 })
    const mints = await market.sql`select status, status_song, amount from mints where user_id = ${fan.uid}`
    expect(mints).toEqual([{ status: 'pending', status_song: 'none', amount: 1999 }])
    const operations = await market.sql`
      select payload from chain.operations where payload ->> 'wallet' = ${fan.wallet}`
    expect(operations).toMatchObject([
      { payload: { unit: 1, amount: 1999, shares: [{ amount: 1799 }, { amount: 200 }] } },
    ])
  })

  test.each([
    ['a project that does not exist', {}, 'missing', 404, 'project_not_found'],
    ['a project that is not published', { published: false }, 'own', 404, 'project_not_published'],
    ['a project that has ended', { open: false }, 'own', 409, 'project_closed'],
    ['a price above the balance', { price: 5001 }, 'own', 409, 'insufficient_balance'],
    ['an uid that is none', {}, 'malformed', 400, 'malformed'],
  ] as const)('refuses %s and changes nothing', async (_name, facts, which, status, code) => {
    const fan = await market.newFan(5000)
    const project = await market.newProject(facts)
    const uid = { own: project.uid, missing: crypto.randomUUID(), malformed: "1' or '1'='1" }[which]
    expect(await buy(fan, uid)).toMatchObject({ status, data: { code } })
    expect(await market.balanceOf(fan)).toBe(5000)
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(0)
  })

  test('refuses a second live token of the same project', async () => {
    const fan = await market.newFan(9000)
    const project = await market.newProject()
    expect((await buy(fan, project.uid)).status).toBe(200)
    expect(await buy(fan, project.uid)).toMatchObject({ status: 409, data: { code: 'already_owned' } })
  })

  test('the same purchase sent twenty times at once happens once', async () => {
    const fan = await market.newFan(100_000)
    const project = await market.newProject({ supply: 30 })
    const key = { 'idempotency-key': 'one-tap' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(fan, project.uid, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(98_000)
    expect(await market.sql`select from mints where user_id = ${fan.uid}`).toHaveLength(1)
  })

  test('without a key, twenty at once still buy one, and the others say why', async () => {
    const fan = await market.newFan(100_000)
    const project = await market.newProject({ supply: 30 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(fan, project.uid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await market.balanceOf(fan)).toBe(98_000)
  })

  test('a key used again for something else is refused', async () => {
    const fan = await market.newFan(9000)
    const [one, other] = [await market.newProject(), await market.newProject()]
    const key = { 'idempotency-key': 'k1' }
    expect((await buy(fan, one.uid, key)).status).toBe(200)
    expect(await buy(fan, other.uid, key)).toMatchObject({ status: 422, data: { code: 'key_reused' } })
  })

  test('a refused call does not burn its key', async () => {
    const fan = await market.newFan(100)
    const project = await market.newProject({ price: 150 })
    const key = { 'idempotency-key': 'k1' }
    expect((await buy(fan, project.uid, key)).status).toBe(409)
    await market.sql`update projects set fiat_price = 100 where id = ${project.id}`
    expect((await buy(fan, project.uid, key)).status).toBe(200)
  })

  test('fifty fans race for the last unit: one has it, nobody pays for nothing', async () => {
    const project = await market.newProject({ supply: 1 })
    const fans = await Promise.all(Array.from({ length: 50 }, () => market.newFan(2000)))
    const answers = await Promise.all(fans.map((fan) => buy(fan, project.uid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const balances = await Promise.all(fans.map(market.balanceOf))
    expect(balances.filter((balance) => balance === 0)).toHaveLength(1)
    expect(balances.filter((balance) => balance === 2000)).toHaveLength(49)
  })

  test('one fan racing for several projects never spends more than there is', async () => {
    const fan = await market.newFan(4500)
    const projects = await Promise.all(Array.from({ length: 8 }, () => market.newProject()))
    const answers = await Promise.all(projects.map(({ uid }) => buy(fan, uid)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await market.balanceOf(fan)).toBe(500)
  })
})

type Wish = { fan: number; project: number; key: number | null }
const wish: fc.Arbitrary<Wish> = fc.record({
  fan: fc.nat(5),
  project: fc.nat(2),
  key: fc.option(fc.nat(2)),
})

/** Six fans of little money, three projects; of the last one both units are set aside, one of them for the first fan. */
async function setScene() {
  const fans = await Promise.all(
    Array.from({ length: 6 }, (_, index) => market.newFan(index ? 900 + index * 600 : 2900)),
  )
  const projects = await Promise.all([1, 3, 2].map((supply) => market.newProject({ price: 1000, supply })))
  const [first, stranger, last] = [fans[0] as TestFan, await market.newFan(), projects[2] as TestProject]
  for (const [index, { uid }] of [first, stranger].entries()) {
    await market.sql`
      with payment as (
        insert into payments (user_id, project_id, flow, method, amount)
        values (${uid}, ${last.id}, 'mint', 'card', 1000)
        returning id
      )
      update units set reserved_by = payment.id, reserved_until = now() + interval '10 minutes'
      from payment where project_id = ${last.id} and number = ${index + 1}`
  }
  return { fans, projects }
}
type Scene = Awaited<ReturnType<typeof setScene>>

async function order(batcher: PurchaseBatcher, { fans, projects }: Scene, { fan, project, key }: Wish) {
  const bought = await batcher.take({
    fanUid: fans[fan]?.uid ?? '',
    projectUid: projects[project]?.uid ?? '',
    gift: null,
    tip: null,
    key: key === null ? null : `key-${key}`,
    requestHash: String(project),
  })
  return bought.ok ? `ok ${bought.value.amount}` : bought.refusal
}

/** Who has which unit, and how much money everybody has. */
async function outcome({ fans, projects }: Scene) {
  const sold = await market.sql<{ fan: string; project: string; number: number }[]>`
    select mints.user_id as fan, projects.uid as project, units.number
    from mints join units on units.id = mints.unit_id join projects on projects.id = mints.project_id
    where projects.uid in ${market.sql(projects.map(({ uid }) => uid))}
    order by units.number`
  return {
    sold: projects.map(({ uid: one }) =>
      sold
        .filter(({ project }) => project === one)
        .map(({ fan, number }) => [number, fans.findIndex(({ uid }) => uid === fan)]),
    ),
    balances: await Promise.all(fans.map(market.balanceOf)),
  }
}

describe('the batcher for purchases', () => {
  test('answers a burst as it would answer the requests one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wish, { minLength: 2, maxLength: 25 }), async (wishes) => {
        const [together, alone] = [await setScene(), await setScene()]
        const batcher = market.ctx.purchases
        const burst = await Promise.all(wishes.map((one) => order(batcher, together, one)))
        const queue: string[] = []
        for (const one of wishes) queue.push(await order(batcher, alone, one))
        expect(burst).toEqual(queue)
        expect(await outcome(together)).toEqual(await outcome(alone))
      }),
      { numRuns: 12 },
    )
  })

  test('who has one already, but comes after the last unit, hears that all are sold', async () => {
    const scene = await setScene()
    const wishes = [1, 0, 2, 0].map((fan) => ({ fan, project: 1, key: null }))
    const said = await Promise.all(wishes.map((one) => order(market.ctx.purchases, scene, one)))
    expect(said).toEqual(['ok 1000', 'ok 1000', 'ok 1000', 'sold_out'])
  })

  test('in a rush on two processes nobody is charged without a unit, and no unit is sold twice', async () => {
    const project = await market.newProject({ price: 1000, supply: 7 })
    const fans = await Promise.all(Array.from({ length: 60 }, () => market.newFan(1000)))
    const batchers = [market.ctx.purchases, createPurchaseBatcher(market.sql)]
    const scene = { fans, projects: [project] }
    const said = await Promise.all(
      fans.map((_, fan) =>
        order(batchers[fan % 2] as PurchaseBatcher, scene, { fan, project: 0, key: null }),
      ),
    )
    expect(said.filter((one) => one === 'ok 1000')).toHaveLength(7)
    expect(said.filter((one) => one === 'sold_out')).toHaveLength(53)
    const { sold, balances } = await outcome(scene)
    expect(sold[0]?.map(([number]) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    for (const [fan, balance] of balances.entries()) expect(balance).toBe(said[fan] === 'sold_out' ? 1000 : 0)
  })

  test('a pause under way refuses one purchase and not its neighbours', async () => {
    const [paused, open] = [await market.newProject(), await market.newProject()]
    const fans = await Promise.all(Array.from({ length: 6 }, () => market.newFan(5000)))
    await market.sql`update projects set paused_at = now() where id = ${paused.id}`
    const scene = { fans, projects: [paused, open] }
    const said = await Promise.all(
      fans.map((_, fan) => order(market.ctx.purchases, scene, { fan, project: fan % 2, key: null })),
    )
    expect(said.map((one) => one.split(' ')[0])).toEqual(
      fans.map((_, fan) => (fan % 2 ? 'ok' : 'project_paused')),
    )
  })
})
