/** A fan's statement: complete, in order, to the centavo, and nobody else's. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MOVEMENT_GROUPS } from '#domain/statement.ts'
import { transact } from '../../platform/db/transact.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createProductApi } from '../endpoints.ts'
import { approveWithdrawal, bookWithdrawalPaid, rejectWithdrawal } from '../withdrawals/decide-withdrawal.ts'
import type { ReceiptWire, StatementWire } from './contract.ts'

let market: Market
let fan: TestFan
beforeAll(async () => {
  market = await createMarket()
  fan = await liveThroughEverything()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const statement = async (who: TestFan, query = '') =>
  (await market.call(who, `/statement?${query}`)) as unknown as StatementWire & { status: number }
const receipt = (who: TestFan, id: string) =>
  market.call(who, `/statement/${encodeURIComponent(id)}`) as unknown as Promise<{
    status: number
    data: ReceiptWire
  }>

/** A deposit, a purchase undone, a bid won, a bid given up, withdrawals paid, rejected and cancelled. */
async function liveThroughEverything(): Promise<TestFan> {
  const { sql, call } = market
  const who = await market.newFan(20_000)
  const project = await market.newProject({ supply: 2, price: 1999 })
  await call(who, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  const [mint] = await sql<{ uid: string }[]>`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${who.uid} returning uid`
  expect((await call(who, '/regret', { UID: mint?.uid })).status).toBe(200)
  const auction = await market.newAuction({ price: 2000 })
  await market.bid(who, auction, 2500)
  await market.endWindows(auction)
  await market.settleAll()
  const other = await market.newAuction({ price: 2000 })
  await market.bid(who, other, 3000)
  await sql`update projects set expired_at = now() where id = ${other.id}`
  await market.settleAll()
  const uids: string[] = []
  for (const amount of [1000, 700, 300]) {
    const asked = await call(who, '/redeem-balance', { pixKeyType: 'email', pixKey: 'ana@tune.test', amount })
    uids.push((asked.data as { uid: string }).uid)
  }
  const [paid = '', rejected = '', cancelled = ''] = uids
  const boss = { uid: (await market.newAdmin()).uid, address: null }
  await approveWithdrawal(sql, paid, boss, 1000)
  await transact(sql, (tx) => bookWithdrawalPaid(tx, paid, 'E1234'))
  await rejectWithdrawal(sql, rejected, 'chave de outra pessoa', boss)
  await call(who, `/redeem-balance/${cancelled}/cancel`, {})
  return who
}

/** What happened, newest first: kind, change of the free money, and the free money after it. */
const STORY = [
  ['withdrawal_returned', 300, 16_500],
  ['withdrawal_returned', 700, 16_200],
  ['withdrawal_paid', 0, 15_500],
  ['withdrawal_requested', -300, 15_500],
  ['withdrawal_requested', -700, 15_800],
  ['withdrawal_requested', -1000, 16_500],
  ['bid_released', 3000, 17_500],
  ['bid_held', -3000, 14_500],
  ['bid_won', 0, 17_500],
  ['bid_held', -2500, 17_500],
  ['regret', 1999, 20_000],
  ['purchase', -1999, 18_001],
  ['deposit', 20_000, 20_000],
]
const told = ({ data }: StatementWire) => data.map(({ kind, change, balance }) => [kind, change, balance])

describe('a statement', () => {
  test('tells everything once, with the free money after it', async () => {
    const all = await statement(fan)
    expect(told(all)).toEqual(STORY)
    expect(all.next).toBeNull()
    expect(all.data.find(({ kind }) => kind === 'bid_won')).toMatchObject({ amount: 2500, project: 'Maré' })
    expect(all.data[0]?.withdrawal).toEqual({
      endToEndId: null,
      paidAt: null,
      status: 'cancelled',
      pixKeyType: 'email',
      pixKey: 'ana@tune.test',
    })
    expect(await market.balanceOf(fan)).toBe(16_500)
  })

  test.each([1, 2, 5])('in pages of %i is the same', async (limit) => {
    const found: unknown[] = []
    let next: string | null = ''
    for (let pages = 0; next !== null && pages <= STORY.length; pages++) {
      const page: StatementWire = await statement(fan, `limit=${limit}&cursor=${next}`)
      found.push(...told(page))
      next = page.next
    }
    expect(found).toEqual(STORY)
  })

  test.each(Object.entries(MOVEMENT_GROUPS))('narrowed to %s keeps the balances', async (group, kinds) => {
    const wanted = STORY.filter(([kind]) => (kinds as readonly unknown[]).includes(kind))
    const found: unknown[] = []
    let next: string | null = ''
    for (let pages = 0; next !== null && pages <= STORY.length; pages++) {
      const page: StatementWire = await statement(fan, `kind=${group}&limit=2&cursor=${next}`)
      found.push(...told(page))
      next = page.next
    }
    expect(found).toEqual(wanted)
  })

  test('of a period has its balances too', async () => {
    const { sql } = market
    const who = await market.newFan()
    const post = async (id: string, amount: number, at: string) => {
      // A day in the past cannot be lived through again: the row is written as the ledger would have written it then.
      await sql`
        insert into ledger.transfers (id, kind, debit_account, credit_account, amount, created_at)
        select ${`${id}:${who.uid}`}, 'deposit', clearing.id, mine.id, ${amount}, ${at}
        from ledger.accounts clearing, ledger.accounts mine
        where clearing.code = 'processor:clearing' and mine.code = ${`fan:${who.uid}:available`}`
      await sql`
        update ledger.accounts
        set balance = balance + case code when 'processor:clearing' then -${amount}::int else ${amount} end
        where code in ('processor:clearing', ${`fan:${who.uid}:available`})`
    }
    // 23:30 on the 10th in São Paulo is the 11th in Greenwich.
    await post('a', 100, '2026-03-10T12:00:00Z')
    await post('b', 200, '2026-03-11T02:30:00Z')
    await post('c', 400, '2026-03-11T03:00:00Z')
    await post('d', 800, '2026-03-12T03:00:00Z')
    expect(told(await statement(who, 'from=2026-03-10&to=2026-03-10'))).toEqual([
      ['deposit', 200, 300],
      ['deposit', 100, 100],
    ])
    expect(told(await statement(who, 'from=2026-03-11'))).toEqual([
      ['deposit', 800, 1500],
      ['deposit', 400, 700],
    ])
    expect(told(await statement(who, 'to=2026-03-11&limit=1'))).toEqual([['deposit', 400, 700]])
    expect(told(await statement(who, 'from=2026-03-13'))).toEqual([])
  })

  test.each([
    'kind=all',
    'from=10/03/2026',
    'to=2026-02-30',
    'from=0000-01-01',
    'limit=0',
    'cursor=x',
    `cursor=${btoa('{"id":1}')}`,
  ])('asked for with %s is refused', async (query) =>
    expect(await statement(fan, query)).toMatchObject({ status: 400 }),
  )

  test('needs a session', async () => {
    expect((await market.call(null, '/statement')).status).toBe(401)
    expect((await market.call(null, '/statement.csv')).status).toBe(401)
  })

  test('as a file has every line, and no name becomes a formula', async () => {
    await market.sql`update projects set project_name = '=1+1;"x"' where id = (
      select project_id from mints where user_id = ${fan.uid} and regretted_at is not null)`
    const answer = await createProductApi(market.ctx).request('/statement.csv', {
      headers: { authorization: `Bearer ${fan.token}` },
    })
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = text.trimEnd().split('\r\n')
    expect(lines).toHaveLength(STORY.length + 1)
    expect(lines[0]).toContain('Data;Movimento;Projeto')
    expect(lines[7]).toMatch(
      /^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2};Lance encerrado, valor liberado;Maré;30,00;30,00;175,00;;void:bid:\d+$/,
    )
    // The same words as on the screen.
    expect(lines[1]).toContain(';Resgate cancelado, valor devolvido;')
    expect(lines[2]).toContain(';Resgate recusado, valor devolvido;')
    expect(lines.filter((line) => line.includes(`;"'=1+1;""x""";19,99;`))).toHaveLength(2)
  })
})

describe('a receipt', () => {
  test('is there for every line, and only for its fan', async () => {
    const { data } = await statement(fan)
    const stranger = await market.newFan(100)
    for (const { balance: _, ...movement } of data) {
      const own = await receipt(fan, movement.id)
      expect(own).toMatchObject({ status: 200, data: movement })
      expect(own.data.reference).toMatch(/^([0-9a-f-]{36}|\d+)$/)
      expect((await receipt(stranger, movement.id)).status).toBe(404)
    }
    expect((await receipt(fan, 'nothing')).status).toBe(404)
    // The leg that is told of together with the platform's has no page of its own.
    const bought = data.find(({ kind }) => kind === 'purchase')?.id ?? ''
    expect((await receipt(fan, bought.replace('platform', 'author'))).status).toBe(404)
  })

  test('of a card payment says the fee; recorded ones lead to the chain', async () => {
    const who = await market.newFan()
    const [payment] = await market.sql<{ uid: string }[]>`
      insert into payments (user_id, flow, method, amount, fee, tx_hash)
      values (${who.uid}, 'balance', 'card', 10000, 438, ${`0x${'ab'.repeat(32)}`}) returning uid`
    await market.sql`select ledger.post(${market.sql.json([
      {
        id: `deposit:${payment?.uid}`,
        kind: 'deposit',
        debit: 'processor:clearing',
        credit: `fan:${who.uid}:available`,
        amount: 10_000,
      },
    ])})`
    expect((await receipt(who, `deposit:${payment?.uid}`)).data).toMatchObject({
      kind: 'deposit',
      amount: 10_000,
      fee: 438,
      reference: payment?.uid,
      txHash: `0x${'ab'.repeat(32)}`,
    })
    const file = await (await market.callRaw(who, '/statement.csv')).text()
    expect(file).toContain(`;100,00;100,00;100,00;4,38;deposit:${payment?.uid}`)
  })

  test('of a purchase says how it was paid, what came on top, and that it was undone', async () => {
    const who = await market.newFan(5000)
    const project = await market.newProject({ supply: 1, price: 2000 })
    await market.call(who, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    // As a payment by PIX of the same price leaves it.
    await market.sql`update payments set method = 'pix', fee = 20 where user_id = ${who.uid}`
    const [mint] = await market.sql<{ uid: string }[]>`
      update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
      where user_id = ${who.uid} returning uid`
    const id = `sale:${mint?.uid}:platform`
    const paid = { method: 'pix', fee: 20, tip: 0 }
    expect((await receipt(who, id)).data).toMatchObject({ amount: 2000, paid, undoneAt: null })
    await market.call(who, '/regret', { UID: mint?.uid })
    expect((await receipt(who, id)).data).toMatchObject({ paid, undoneAt: expect.stringMatching(/Z$/) })
  })
})
