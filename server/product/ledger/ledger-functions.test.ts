/** Each function of the ledger, called as the product's SQL calls it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Tx } from '../../platform/db/sql.ts'
import { answerOf, refused, testFunctions } from '../../testing/function-cases.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { account } from './ledger.ts'

let market: Market
let ana: TestFan
let bia: TestFan
beforeAll(async () => {
  market = await createMarket()
  ana = await market.newFan(1000)
  bia = await market.newFan(1000)
})
afterAll(async () => {
  await market.expectHealthy()
  await market.close()
})

type Leg = { id?: string; kind?: string; debit?: string; credit?: string; amount?: number | null }
/** From Ana to Bia, unless said otherwise. */
const leg = ({ id = 'test:1', kind = 'test', debit, credit, amount = 100 }: Leg = {}) => ({
  id,
  kind,
  debit: debit ?? account.available(ana.uid),
  credit: credit ?? account.available(bia.uid),
  amount,
})
const transfer = (tx: Tx, legs: Leg[]) =>
  answerOf<number>(tx`
    select ledger.transfer(array(
      select entry from jsonb_populate_recordset(null::ledger.entry, ${tx.json(legs.map(leg))}) entry))`)
const post = (tx: Tx, legs: Leg[]) => answerOf<number>(tx`select ledger.post(${tx.json(legs.map(leg))})`)
const hold = (tx: Tx, orders: { id?: string; amount: number }[]) =>
  answerOf<number>(tx`
    select ledger.hold(array(
      select hold_order from jsonb_populate_recordset(null::ledger.hold_order, ${tx.json(
        orders.map(({ id = 'test:hold', amount }) => ({ id, fan: ana.uid, amount })),
      )}) hold_order), 'test')`)
const postHolds = (tx: Tx, shares: { hold?: string; account?: string; amount: number }[]) =>
  answerOf<number>(tx`
    select ledger.post_holds(array(
      select share from jsonb_populate_recordset(null::ledger.share, ${tx.json(
        shares.map(({ hold = 'test:hold', account: to = account.revenue, amount }, place) => ({
          hold,
          transfer: `test:share:${place}`,
          kind: 'test',
          account: to,
          amount,
        })),
      )}) share))`)
const voidHolds = (tx: Tx, ids: string[]) => answerOf<number>(tx`select ledger.void_holds(${ids})`)
const balance = (tx: Tx, code: string) =>
  answerOf<number>(tx`select balance from ledger.accounts where code = ${code}`)
const overdraft = (tx: Tx) =>
  answerOf<number>(tx`select overdraft from ledger.accounts where code = ${account.available(ana.uid)}`)
const free = (tx: Tx, fan: TestFan = ana) => balance(tx, account.available(fan.uid))
const held = (tx: Tx) => balance(tx, account.held(ana.uid))

/** A dispute of money that Ana had deposited by card. */
async function dispute(tx: Tx, fanPart: number): Promise<string> {
  return answerOf<string>(tx`
    with paid as (
      insert into payments (user_id, flow, method, amount, status) values (${ana.uid}, 'balance', 'card', 5000, 'succeded')
      returning id
    )
    insert into private.disputes (provider_id, payment_id, user_id, amount, fan_part, reason)
    select ${randomUUID()}, id, ${ana.uid}, 5000, ${fanPart}, 'fraudulent' from paid returning uid`)
}
const takeDisputed = (tx: Tx, uid: string) => answerOf<number>(tx`select ledger.take_disputed(${uid})`)
const burnt = (tx: Tx) => tx`
  select payload ->> 'amount' as amount from chain.operations
  where kind = 'debit_balance' and payload ->> 'wallet' = ${ana.wallet}`

const expected = (tx: Tx, code: string) => answerOf<number | null>(tx`select ledger.expected(${code})`)
const sumOfLines = (tx: Tx, code: string) =>
  answerOf<number>(tx`select ledger.sum_of_lines(id) from ledger.accounts where code = ${code}`)
const recount = (tx: Tx, code: string) =>
  tx`select ledger.recount(array(select id from ledger.accounts where code = ${code}))`
const reverse = (tx: Tx, line: string) => answerOf<boolean>(tx`select ledger.reverse(${line})`)
/** A line of R$ 1,00 that no balance knows of. */
const writePast = (tx: Tx, debit: string, credit: string) => tx`
  insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
  select 'test:past', 'test', debit.id, credit.id, 100
  from ledger.accounts debit, ledger.accounts credit where debit.code = ${debit} and credit.code = ${credit}`

const NO_OVERDRAFT = { constraint_name: 'no_overdraft' }

testFunctions('ledger', () => market.sql, {
  refuse_change: {
    async normal(tx) {
      await transfer(tx, [{}])
      expect(await free(tx)).toBe(900)
    },
    async refused(tx) {
      const code = { code: 'PT409' }
      await refused(tx, (t) => t`update ledger.transfers set amount = 1`, code)
      await refused(tx, (t) => t`delete from ledger.transfers`, code)
      await refused(tx, (t) => t`truncate ledger.transfers`, code)
      await refused(tx, (t) => t`delete from ledger.accounts`, code)
    },
  },
  open_account: {
    async normal(tx) {
      await tx`select ledger.open_account('test:new')`
      expect(await balance(tx, 'test:new')).toBe(0)
      await refused(tx, (t) => transfer(t, [{ debit: 'test:new' }]), NO_OVERDRAFT)
    },
    async refused(tx) {
      await refused(tx, (t) => t`select ledger.open_account('No Such Name')`, { code: '23514' })
    },
    async repeated(tx) {
      await transfer(tx, [{ credit: account.revenue }])
      const before = await balance(tx, account.revenue)
      await tx`select ledger.open_account(${account.revenue}, true)`
      expect(await balance(tx, account.revenue)).toBe(before)
      expect(
        await answerOf(tx`select may_be_negative from ledger.accounts where code = ${account.revenue}`),
      ).toBe(false)
    },
    async edge(tx) {
      await tx`select ledger.open_account('test:world', may_be_negative => true)`
      await transfer(tx, [{ debit: 'test:world' }])
      expect(await balance(tx, 'test:world')).toBe(-100)
    },
  },
  transfer: {
    async normal(tx) {
      expect(await transfer(tx, [{}, { id: 'test:2', amount: 50 }])).toBe(2)
      expect([await free(tx), await free(tx, bia)]).toEqual([850, 1150])
    },
    async refused(tx) {
      await refused(tx, (t) => transfer(t, [{ amount: 1001 }]), NO_OVERDRAFT)
      await refused(tx, (t) => transfer(t, [{ amount: 0 }]), { code: '23514' })
      await refused(tx, (t) => transfer(t, [{ credit: account.available(ana.uid) }]), { code: '23514' })
      await refused(tx, (t) => transfer(t, [{ credit: 'fan:nobody:available' }]), { code: '23502' })
      await refused(tx, (t) => transfer(t, [{ amount: null }]), { code: '23502' })
      await transfer(tx, [{}])
      for (const other of [{ amount: 101 }, { kind: 'other' }, { credit: account.revenue }])
        await refused(tx, (t) => transfer(t, [other]), { code: 'P0L02' })
    },
    async repeated(tx) {
      await transfer(tx, [{}])
      expect(await transfer(tx, [{}])).toBe(0)
      expect(await transfer(tx, [{}, { id: 'test:2' }])).toBe(1)
      expect(await free(tx)).toBe(800)
    },
    async edge(tx) {
      expect(await transfer(tx, [])).toBe(0)
      // All the money there is, through a wallet that has none of its own for it.
      const through = [
        { id: 'test:in', amount: 1000 },
        { id: 'test:out', debit: account.available(bia.uid), credit: account.revenue, amount: 2000 },
      ]
      expect(await transfer(tx, through)).toBe(2)
      expect([await free(tx), await free(tx, bia)]).toEqual([0, 0])
      expect(
        await transfer(tx, [
          { id: 'test:twice', debit: account.clearing },
          { id: 'test:twice', debit: account.clearing },
        ]),
      ).toBe(1)
    },
  },
  post: {
    async normal(tx) {
      expect(await post(tx, [{}])).toBe(1)
      expect(await free(tx, bia)).toBe(1100)
    },
    async refused(tx) {
      await refused(tx, (t) => post(t, [{}, { id: 'test:2', amount: 901 }]), NO_OVERDRAFT)
      expect(await free(tx)).toBe(1000)
      await refused(tx, (t) => t`select ledger.post('{"id": "test:1"}')`, { code: '22023' })
    },
    async repeated(tx) {
      await post(tx, [{}])
      expect(await post(tx, [{}])).toBe(0)
    },
    async edge(tx) {
      expect(await post(tx, [])).toBe(0)
    },
  },
  hold: {
    async normal(tx) {
      expect(await hold(tx, [{ amount: 300 }])).toBe(1)
      expect([await free(tx), await held(tx)]).toEqual([700, 300])
    },
    async refused(tx) {
      await refused(tx, (t) => hold(t, [{ amount: 1001 }]), NO_OVERDRAFT)
      const both = [{ amount: 600 }, { id: 'test:other', amount: 600 }]
      await refused(tx, (t) => hold(t, both), NO_OVERDRAFT)
      await refused(tx, (t) => hold(t, [{ amount: 0 }]), { code: '23514' })
      expect([await free(tx), await held(tx)]).toEqual([1000, 0])
    },
    async repeated(tx) {
      await hold(tx, [{ amount: 300 }])
      expect(await hold(tx, [{ amount: 300 }])).toBe(0)
      expect(await held(tx)).toBe(300)
    },
    async edge(tx) {
      expect(await hold(tx, [])).toBe(0)
      expect(await hold(tx, [{ amount: 1000 }])).toBe(1)
      expect(await free(tx)).toBe(0)
    },
  },
  post_holds: {
    async normal(tx) {
      await hold(tx, [{ amount: 300 }])
      const revenue = await balance(tx, account.revenue)
      expect(
        await postHolds(tx, [{ amount: 200 }, { amount: 100, account: account.available(bia.uid) }]),
      ).toBe(1)
      expect([await held(tx), await free(tx, bia)]).toEqual([0, 1100])
      expect((await balance(tx, account.revenue)) - revenue).toBe(200)
    },
    async refused(tx) {
      await hold(tx, [{ amount: 300 }])
      const code = { code: 'P0L03' }
      for (const amount of [299, 301]) await refused(tx, (t) => postHolds(t, [{ amount }]), code)
      await refused(tx, (t) => postHolds(t, [{ hold: 'test:nothing', amount: 1 }]), code)
      await voidHolds(tx, ['test:hold'])
      await refused(tx, (t) => postHolds(t, [{ amount: 300 }]), code)
    },
    async repeated(tx) {
      await hold(tx, [{ amount: 300 }])
      await postHolds(tx, [{ amount: 300 }])
      expect(await postHolds(tx, [{ amount: 300 }])).toBe(0)
      expect([await free(tx), await held(tx)]).toEqual([700, 0])
    },
    async edge(tx) {
      expect(await postHolds(tx, [])).toBe(0)
      // One entry that is posted already among others that are not.
      await hold(tx, [{ amount: 300 }, { id: 'test:other', amount: 200 }])
      await tx`select ledger.post_holds(array[row('test:other', 'test:x', 'test', ${account.revenue}, 200)::ledger.share])`
      const shares = [{ amount: 300 }, { hold: 'test:other', amount: 200 }]
      expect(await postHolds(tx, shares)).toBe(1)
      expect([await free(tx), await held(tx)]).toEqual([500, 0])
    },
  },
  void_holds: {
    async normal(tx) {
      await hold(tx, [{ amount: 300 }])
      expect(await voidHolds(tx, ['test:hold'])).toBe(1)
      expect([await free(tx), await held(tx)]).toEqual([1000, 0])
    },
    async refused(tx) {
      await refused(tx, (t) => voidHolds(t, ['test:nothing']), { code: 'P0L03' })
      await hold(tx, [{ amount: 300 }])
      await postHolds(tx, [{ amount: 300 }])
      await refused(tx, (t) => voidHolds(t, ['test:hold']), { code: 'P0L03' })
    },
    async repeated(tx) {
      await hold(tx, [{ amount: 300 }])
      await voidHolds(tx, ['test:hold'])
      expect(await voidHolds(tx, ['test:hold'])).toBe(0)
      // A voided hold is not held again under the same id.
      expect(await hold(tx, [{ amount: 300 }])).toBe(0)
      expect(await free(tx)).toBe(1000)
    },
    async edge(tx) {
      expect(await voidHolds(tx, [])).toBe(0)
      await hold(tx, [{ amount: 300 }, { id: 'test:other', amount: 200 }])
      expect(await voidHolds(tx, ['test:other', 'test:hold'])).toBe(2)
    },
  },
  keep_overdraft: {
    async normal(tx) {
      await takeDisputed(tx, await dispute(tx, 1500))
      expect([await free(tx), await overdraft(tx)]).toEqual([-500, 500])
      await transfer(tx, [{ debit: account.clearing, credit: account.available(ana.uid), amount: 200 }])
      expect([await free(tx), await overdraft(tx)]).toEqual([-300, 300])
    },
    async refused(tx) {
      const open = (t: Tx, code: string) => t`update ledger.accounts set overdraft = 1 where code = ${code}`
      await refused(tx, (t) => open(t, account.available(ana.uid)), NO_OVERDRAFT)
      await refused(tx, (t) => open(t, account.revenue), NO_OVERDRAFT)
      await takeDisputed(tx, await dispute(tx, 1500))
      await refused(tx, (t) => transfer(t, [{ amount: 1 }]), NO_OVERDRAFT)
      await refused(
        tx,
        (t) => t`update ledger.accounts set overdraft = 1501 where code = ${account.available(ana.uid)}`,
        NO_OVERDRAFT,
      )
    },
    async edge(tx) {
      await takeDisputed(tx, await dispute(tx, 1500))
      // More than is owed: nothing is left of it.
      await transfer(tx, [{ debit: account.clearing, credit: account.available(ana.uid), amount: 800 }])
      expect([await free(tx), await overdraft(tx)]).toEqual([300, 0])
    },
  },
  mirror_debt: {
    async normal(tx) {
      await takeDisputed(tx, await dispute(tx, 1500))
      await transfer(tx, [{ debit: account.clearing, credit: account.available(ana.uid), amount: 200 }])
      expect(await burnt(tx)).toEqual([])
      await tx`set constraints ledger.accounts_mirror_debt immediate`
      expect(await burnt(tx)).toEqual([{ amount: '200' }])
    },
    async repeated(tx) {
      await takeDisputed(tx, await dispute(tx, 1500))
      await tx`set constraints ledger.accounts_mirror_debt immediate`
      const owed = { debit: account.clearing, credit: account.available(ana.uid), amount: 200 }
      await transfer(tx, [owed])
      await transfer(tx, [owed])
      await transfer(tx, [{ ...owed, id: 'test:2', amount: 900 }])
      expect(await burnt(tx)).toEqual([{ amount: '200' }, { amount: '300' }])
    },
    async edge(tx) {
      await tx`update users set is_complete_profile = false, wallet = null where uid = ${ana.uid}`
      await takeDisputed(tx, await dispute(tx, 1500))
      await transfer(tx, [{ debit: account.clearing, credit: account.available(ana.uid), amount: 200 }])
      await tx`set constraints ledger.accounts_mirror_debt immediate`
      expect(await burnt(tx)).toEqual([])
    },
  },
  take_disputed: {
    async normal(tx) {
      expect(await takeDisputed(tx, await dispute(tx, 400))).toBe(400)
      expect([await free(tx), await overdraft(tx)]).toEqual([600, 0])
    },
    async refused(tx) {
      await refused(tx, (t) => takeDisputed(t, randomUUID()), { code: 'P0002' })
    },
    async repeated(tx) {
      const uid = await dispute(tx, 400)
      await takeDisputed(tx, uid)
      expect(await takeDisputed(tx, uid)).toBe(0)
      expect(await free(tx)).toBe(600)
    },
    async edge(tx) {
      expect(await takeDisputed(tx, await dispute(tx, 0))).toBe(0)
      expect(await takeDisputed(tx, await dispute(tx, 1300))).toBe(1000)
      // There is nothing left that the wallet could give.
      expect(await takeDisputed(tx, await dispute(tx, 200))).toBe(0)
      expect([await free(tx), await overdraft(tx)]).toEqual([-500, 500])
    },
  },
  open_holds: {
    async normal(tx) {
      await hold(tx, [
        { id: 'test:one', amount: 300 },
        { id: 'test:two', amount: 100 },
      ])
      // Bids lead to theirs, and only those that stand.
      await tx`select ledger.void_holds(array['test:two'])`
      await tx`
        insert into bids (id, user_id, project_id, payment_id, amount, status, ended_at)
        overriding system value
        values (-1, ${ana.uid}, -1, -1, 200, 'pending', null), (-2, ${ana.uid}, -2, -2, 150, 'failed', now())`
      for (const [id, amount] of [
        ['bid:-1', 200],
        ['bid:-2', 150],
      ] as const)
        await tx`select ledger.hold(array[row(${id}, ${ana.uid}, ${amount})::ledger.hold_order], 'bid')`
      expect(await tx`select id, amount::int from ledger.open_holds(${ana.uid}) order by id`).toEqual([
        { id: 'bid:-1', amount: 200 },
        { id: 'test:one', amount: 300 },
      ])
      expect(await tx`select from ledger.open_holds(${randomUUID()})`).toEqual([])
    },
  },
  expected: {
    async normal(tx) {
      await hold(tx, [{ amount: 300 }])
      expect(await expected(tx, account.held(ana.uid))).toBe(300)
      await takeDisputed(tx, await dispute(tx, 400))
      expect(await expected(tx, 'disputes:open')).toBe(5000)
    },
    async edge(tx) {
      // No rows explain the platform's own revenue.
      expect(await expected(tx, account.revenue)).toBeNull()
      expect(await expected(tx, account.held(randomUUID()))).toBe(0)
    },
  },
  sum_of_lines: {
    async normal(tx) {
      await transfer(tx, [{}])
      expect(await sumOfLines(tx, account.available(ana.uid))).toBe(900)
    },
    async edge(tx) {
      await tx`select ledger.open_account('test:new')`
      expect(await sumOfLines(tx, 'test:new')).toBe(0)
      await hold(tx, [{ amount: 300 }])
      expect(await sumOfLines(tx, account.held(ana.uid))).toBe(300)
      expect(await sumOfLines(tx, account.available(ana.uid))).toBe(700)
    },
  },
  recount: {
    async normal(tx) {
      await tx`update ledger.accounts set balance = balance + 70 where code = ${account.available(ana.uid)}`
      await recount(tx, account.available(ana.uid))
      expect(await free(tx)).toBe(1000)
    },
    async refused(tx) {
      await tx`select ledger.open_account('test:low')`
      await writePast(tx, 'test:low', account.revenue)
      await refused(tx, (t) => recount(t, 'test:low'), NO_OVERDRAFT)
    },
    async repeated(tx) {
      await recount(tx, account.available(ana.uid))
      await recount(tx, account.available(ana.uid))
      expect(await free(tx)).toBe(1000)
    },
  },
  reverse: {
    async normal(tx) {
      await transfer(tx, [{}])
      expect(await reverse(tx, 'test:1')).toBe(true)
      expect([await free(tx), await free(tx, bia)]).toEqual([1000, 1000])
    },
    async refused(tx) {
      await refused(tx, (t) => reverse(t, 'test:nothing'), { code: 'P0002' })
      await transfer(tx, [{}])
      await reverse(tx, 'test:1')
      await refused(tx, (t) => reverse(t, 'reversal:test:1'), { code: 'P0L03' })
      // What has been spent since cannot be taken back.
      await transfer(tx, [
        { id: 'test:2' },
        { id: 'test:3', debit: account.available(bia.uid), credit: account.revenue, amount: 1100 },
      ])
      await refused(tx, (t) => reverse(t, 'test:2'), NO_OVERDRAFT)
    },
    async repeated(tx) {
      await transfer(tx, [{}])
      await reverse(tx, 'test:1')
      expect(await reverse(tx, 'test:1')).toBe(false)
      expect(await free(tx)).toBe(1000)
    },
    async edge(tx) {
      // A line that was written past `ledger.transfer`, whose balances never heard of it.
      await writePast(tx, account.available(ana.uid), account.available(bia.uid))
      expect(await reverse(tx, 'test:past')).toBe(true)
      expect([await free(tx), await free(tx, bia)]).toEqual([1000, 1000])
    },
  },
})
