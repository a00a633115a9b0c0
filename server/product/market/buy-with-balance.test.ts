import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'

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
