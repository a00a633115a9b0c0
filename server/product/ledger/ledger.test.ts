import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { account, balanceOf, type Entry, post } from './ledger.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const run = (entries: Entry[]) => market.sql.begin((tx) => post(tx, entries))
const gift = (fan: TestFan, amount: number, id: string = crypto.randomUUID()): Entry => ({
  id,
  kind: 'deposit',
  debit: account.clearing,
  credit: account.available(fan.uid),
  amount,
})
const hold = (id: string, fan: TestFan, amount: number) =>
  market.sql`
    select ledger.hold(array[row(${id}, ${fan.uid}, ${amount})::ledger.hold_order], 'test') as done`
const payOut = (id: string, amount: number) =>
  market.sql`
    select ledger.post_holds(
      array[row(${id}, ${`pay:${id}`}, 'sale_platform', ${account.revenue}, ${amount})::ledger.share]
    ) as done`
const giveBack = (id: string) => market.sql`select ledger.void_holds(array[${id}]) as done`

describe('posting', () => {
  test('repeating an id changes nothing; reusing it for something else is a fault', async () => {
    const fan = await market.newFan()
    const entry = gift(fan, 100)
    expect(await run([entry])).toBe(1)
    expect(await run([entry])).toBe(0)
    await expect(run([{ ...entry, amount: 101 }])).rejects.toMatchObject({ code: 'P0L02' })
    expect((await balanceOf(market.sql, fan.uid)).available).toBe(100)
  })

  test('one list that says two things under one id is a fault', async () => {
    const fan = await market.newFan()
    const entry = gift(fan, 100)
    await expect(run([entry, { ...entry, amount: 7 }])).rejects.toMatchObject({ code: 'P0L02' })
    expect((await balanceOf(market.sql, fan.uid)).available).toBe(0)
  })

  test('all or none: one leg too large undoes the others', async () => {
    const [ana, bia] = [await market.newFan(50), await market.newFan()]
    const move = (amount: number) => ({
      id: crypto.randomUUID(),
      kind: 'test',
      debit: account.available(ana.uid),
      credit: account.available(bia.uid),
      amount,
    })
    await expect(run([move(30), move(30)])).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
    expect((await balanceOf(market.sql, bia.uid)).available).toBe(0)
  })

  test('an account that does not exist is a fault', async () => {
    const fan = await market.newFan()
    await expect(run([{ ...gift(fan, 1), credit: 'fan:nobody:available' }])).rejects.toThrow()
  })

  test('neither a transfer nor a payment refers to what is not there', async () => {
    const fan = await market.newFan(10)
    const nowhere = market.sql`
      insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
      select 'test:nowhere', 'test', id, -1, 1 from ledger.accounts where code = ${account.available(fan.uid)}`
    await expect(nowhere).rejects.toMatchObject({ constraint_name: 'transfers_credit_account_fkey' })
    const pay = (uid: string, project: number | null) => market.sql`
      insert into payments (user_id, project_id, flow, method, amount)
      values (${uid}, ${project}, ${project === null ? 'balance' : 'mint'}, 'card', 100)`
    await expect(pay(crypto.randomUUID(), null)).rejects.toMatchObject({
      constraint_name: 'payments_user_id_fkey',
    })
    await expect(pay(fan.uid, -1)).rejects.toMatchObject({ constraint_name: 'payments_project_id_fkey' })
  })

  test('history cannot be changed', async () => {
    await market.newFan(10)
    await expect(market.sql`update ledger.transfers set amount = 1`).rejects.toMatchObject({ code: 'PT409' })
    await expect(market.sql`delete from ledger.transfers`).rejects.toMatchObject({ code: 'PT409' })
    await expect(market.sql`truncate ledger.transfers`).rejects.toMatchObject({ code: 'PT409' })
  })

  test('random concurrent moves conserve every centavo and never overdraw', async () => {
    const fans = await Promise.all(Array.from({ length: 4 }, () => market.newFan(1000)))
    const moves = fc.array(
      fc.record({ from: fc.nat(3), to: fc.nat(3), amount: fc.integer({ min: 1, max: 700 }) }),
      { minLength: 5, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        await Promise.allSettled(
          list
            .filter(({ from, to }) => from !== to)
            .map(({ from, to, amount }) =>
              run([
                {
                  id: crypto.randomUUID(),
                  kind: 'test',
                  debit: account.available(fans[from]?.uid ?? ''),
                  credit: account.available(fans[to]?.uid ?? ''),
                  amount,
                },
              ]),
            ),
        )
        const balances = await Promise.all(fans.map((fan) => market.balanceOf(fan)))
        expect(balances.every((balance) => balance >= 0)).toBe(true)
        expect(balances.reduce((all, one) => all + one, 0)).toBe(4000)
      }),
      { numRuns: 15 },
    )
  })
})

describe('holds', () => {
  test('set money aside, and end once: posted', async () => {
    const fan = await market.newFan(1000)
    expect(await hold(`h:${fan.uid}`, fan, 600)).toEqual([{ done: 1 }])
    expect(await hold(`h:${fan.uid}`, fan, 600)).toEqual([{ done: 0 }])
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 400, held: 600 })
    const end = () => payOut(`h:${fan.uid}`, 600)
    expect(await end()).toEqual([{ done: 1 }])
    expect(await end()).toEqual([{ done: 0 }])
    await expect(giveBack(`h:${fan.uid}`)).rejects.toMatchObject({
      code: 'P0L03',
    })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 400, held: 0 })
  })

  test('or voided: every centavo returns', async () => {
    const fan = await market.newFan(1000)
    await hold(`h:${fan.uid}`, fan, 600)
    expect(await giveBack(`h:${fan.uid}`)).toEqual([{ done: 1 }])
    expect(await giveBack(`h:${fan.uid}`)).toEqual([{ done: 0 }])
    await expect(payOut(`h:${fan.uid}`, 600)).rejects.toMatchObject({ code: 'P0L03' })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 1000, held: 0 })
  })

  test('never exceed what is there, and shares must add up', async () => {
    const fan = await market.newFan(100)
    await expect(hold(`h:${fan.uid}`, fan, 101)).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
    await hold(`h:${fan.uid}`, fan, 100)
    await expect(payOut(`h:${fan.uid}`, 99)).rejects.toMatchObject({ code: 'P0L03' })
    await giveBack(`h:${fan.uid}`)
  })

  test('fifty at once for one balance: as many as it covers', async () => {
    const fan = await market.newFan(1000)
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => hold(`h:${fan.uid}:${index}`, fan, 300)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 100, held: 900 })
  })
})
