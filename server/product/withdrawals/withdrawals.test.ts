/** Money on its way out: asked for, decided, raced. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { account, balanceOf } from '../ledger/ledger.ts'
import { recordChainOutcome } from '../market/record-chain-outcome.ts'
import type { BalanceWire } from '../wallet/contract.ts'
import type { WithdrawalWire } from './contract.ts'
import {
  approveWithdrawal as approveAs,
  bookWithdrawalFailed,
  bookWithdrawalPaid,
  cancelWithdrawal,
  rejectWithdrawal as rejectAs,
} from './decide-withdrawal.ts'

let market: Market
let boss: Actor
beforeAll(async () => {
  market = await createMarket({ env: { ADDRESS_LIMIT_FACTOR: '100' } })
  boss = { uid: (await market.newAdmin()).uid, address: null }
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const ALONE = 100_000_000
const approveWithdrawal = (sql: Sql, uid: string) => approveAs(sql, uid, boss, ALONE)
const rejectWithdrawal = (sql: Sql, uid: string, reason: string) => rejectAs(sql, uid, reason, boss)

type Answer = { status: number; data: WithdrawalWire & { code: string; error: string } }
const KEY = { pixKeyType: 'cpf', pixKey: '529.982.247-25' }
const ask = (fan: TestFan, amount: number, more: object = {}, headers = {}) =>
  market.call(fan, '/redeem-balance', { ...KEY, amount, ...more }, headers) as Promise<Answer>
const wallet = async (fan: TestFan) =>
  ((await market.call(fan, '/balance')) as unknown as { data: { data: BalanceWire } }).data.data
const told = async (fan: TestFan) =>
  (
    await market.sql<{ kind: string }[]>`
      select kind from notifications where user_id = ${fan.uid} order by id`
  ).map(({ kind }) => kind)
const paidOut = async () => {
  const [row] = await market.sql<{ balance: number }[]>`
    select balance from ledger.accounts where code = ${account.paidOut}`
  return row?.balance ?? 0
}
async function requested(amount = 3000): Promise<{ fan: TestFan; uid: string }> {
  const fan = await market.newFan(5000)
  const { status, data } = await ask(fan, amount)
  expect(status).toBe(201)
  return { fan, uid: data.uid }
}

describe('a request', () => {
  test('holds its amount, which is neither free nor in auction, and tells the fan', async () => {
    const fan = await market.newFan(5000)
    expect(await ask(fan, 3000)).toMatchObject({
      status: 201,
      data: { status: 'requested', pixKeyType: 'cpf', pixKey: '52998224725', amount: 3000 },
    })
    expect(await wallet(fan)).toEqual({ balance: 2000, totalBided: 0 })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 2000, held: 3000 })
    expect(await told(fan)).toEqual(['withdrawal_requested'])
  })

  test.each([
    ['a key of another type', 3000, { pixKeyType: 'phone' }, 422, 'pix_key_invalid'],
    ['a key that is none', 3000, { pixKey: '52998224724' }, 422, 'pix_key_invalid'],
    ['a type nobody knows', 3000, { pixKeyType: 'iban' }, 400, 'malformed'],
    ['more than the balance', 5001, {}, 422, 'withdrawal_exceeds_balance'],
    ['less than a real', 99, {}, 422, 'withdrawal_too_small'],
    ['nothing', 0, {}, 400, 'malformed'],
    ['less than nothing', -100, {}, 400, 'malformed'],
    ['parts of a centavo', 10.5, {}, 400, 'malformed'],
  ])('for %s is refused and changes nothing', async (_name, amount, more, status, code) => {
    const fan = await market.newFan(5000)
    expect(await ask(fan, amount, more)).toMatchObject({ status, data: { code } })
    expect(await wallet(fan)).toEqual({ balance: 5000, totalBided: 0 })
    expect(await market.sql`select from redeem_balance where user_id = ${fan.uid}`).toHaveLength(0)
    expect(await told(fan)).toEqual([])
  })

  test('beyond the balance is refused in the words of the specification', async () => {
    const fan = await market.newFan(100)
    const { data } = await ask(fan, 101)
    expect(data.error).toBe('Você não possui saldo suficiente para concluir essa solicitação.')
  })

  test('of which twenty come at once never overdraws', async () => {
    const fan = await market.newFan(5000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(fan, 1200)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(answers.filter(({ data }) => data.code === 'withdrawal_exceeds_balance')).toHaveLength(16)
    expect(await wallet(fan)).toEqual({ balance: 200, totalBided: 0 })
  })

  test('takes all that is left, however little', async () => {
    const fan = await market.newFan(1099)
    expect(await ask(fan, 1000)).toMatchObject({ status: 201 })
    expect(await ask(fan, 98)).toMatchObject({ data: { code: 'withdrawal_too_small' } })
    expect(await ask(fan, 99)).toMatchObject({ status: 201 })
  })

  test('beside five that wait is refused, also when all come at once, until one is answered', async () => {
    const fan = await market.newFan(5000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(fan, 100)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ data }) => data.code === 'withdrawals_limit')).toHaveLength(7)
    expect(await wallet(fan)).toEqual({ balance: 4500, totalBided: 0 })
    const uid = answers.find(({ status }) => status === 201)?.data.uid ?? ''
    await market.call(fan, `/redeem-balance/${uid}/cancel`, {})
    expect(await ask(fan, 100)).toMatchObject({ status: 201 })
  })

  test('sent again with its key is the same request; with another body the key is refused', async () => {
    const fan = await market.newFan(5000)
    const key = { 'idempotency-key': 'one-tap' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(fan, 700, {}, key)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await wallet(fan)).toEqual({ balance: 4300, totalBided: 0 })
    expect(await ask(fan, 800, {}, key)).toMatchObject({ status: 422, data: { code: 'key_reused' } })
  })

  test('races with a bid for the same money: one of them has it', async () => {
    const auction = await market.newAuction({ price: 2000 })
    const fan = await market.newFan(2500)
    const [request, bid] = await Promise.all([ask(fan, 2000), market.bid(fan, auction, 2000)])
    expect([request.status === 201, bid.status === 200].filter(Boolean)).toHaveLength(1)
    expect((await wallet(fan)).balance).toBe(500)
  })

  test('is listed for its fan alone, newest first, page by page', async () => {
    const fan = await market.newFan(5000)
    for (const amount of [100, 200, 300]) await ask(fan, amount)
    const first = (await market.call(fan, '/redeem-balance?limit=2')) as unknown as {
      data: WithdrawalWire[]
      next: string
    }
    expect(first.data.map(({ amount }) => amount)).toEqual([300, 200])
    const second = (await market.call(fan, `/redeem-balance?limit=2&after=${first.next}`)) as unknown as {
      data: WithdrawalWire[]
    }
    expect(second).toMatchObject({ data: [{ amount: 100 }], next: null })
    expect(await market.call(await market.newFan(), '/redeem-balance')).toMatchObject({
      data: [],
      next: null,
    })
  })
})

describe('a decision', () => {
  test('to pay takes the money out, once, and burns the mirror', async () => {
    const { fan, uid } = await requested()
    const before = await paidOut()
    expect(await transact(market.sql, (tx) => bookWithdrawalPaid(tx, uid, 'E1234'))).toMatchObject({
      ok: false,
      refusal: 'withdrawal_decided',
    })
    await approveWithdrawal(market.sql, uid)
    const payments = await Promise.all(
      Array.from({ length: 5 }, () => transact(market.sql, (tx) => bookWithdrawalPaid(tx, uid, 'E1234'))),
    )
    expect(payments.every(({ ok }) => ok)).toBe(true)
    expect((await paidOut()) - before).toBe(3000)
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 2000, held: 0 })
    const operations = await market.sql`
      select kind, payload from chain.operations where key = ${`debit:${uid}`}`
    expect(operations).toEqual([
      { kind: 'debit_balance', payload: { wallet: fan.wallet, amount: 3000, reference: uid } },
    ])
    expect(await told(fan)).toEqual(['withdrawal_requested', 'withdrawal_paid'])

    const txHash = `0x${'cd'.repeat(32)}`
    await market.sql.begin((tx) =>
      recordChainOutcome(
        tx as unknown as Tx,
        {
          kind: 'debit_balance',
          payload: { wallet: fan.wallet, amount: 3000, reference: uid },
          txHash,
          failure: null,
          deployed: null,
        },
        3600,
      ),
    )
    expect(await market.sql`select tx_hash from redeem_balance where uid = ${uid}`).toEqual([
      { tx_hash: txHash },
    ])
  })

  test.each([
    ['to reject', (uid: string) => rejectWithdrawal(market.sql, uid, 'chave de outra pessoa'), 'rejected'],
    [
      'that the bank refused',
      async (uid: string) => {
        await approveWithdrawal(market.sql, uid)
        return transact(market.sql, (tx) => bookWithdrawalFailed(tx, uid, 'conta encerrada'))
      },
      'failed',
    ],
  ] as const)('%s gives the money back and says so', async (_name, deed, status) => {
    const { fan, uid } = await requested()
    expect(await deed(uid)).toMatchObject({ ok: true, value: { status } })
    expect(await deed(uid)).toMatchObject({ ok: true, value: { status } })
    expect(await wallet(fan)).toEqual({ balance: 5000, totalBided: 0 })
    expect(await told(fan)).toEqual(['withdrawal_requested', `withdrawal_${status}`])
  })

  test('of the fan to cancel frees the money, until somebody has decided', async () => {
    const { fan, uid } = await requested()
    const cancel = (who: TestFan, which = uid) => market.call(who, `/redeem-balance/${which}/cancel`, {})
    expect(await cancel(await market.newFan())).toMatchObject({
      status: 404,
      data: { code: 'withdrawal_not_found' },
    })
    expect(await cancel(fan, 'x')).toMatchObject({ status: 404 })
    expect(await cancel(fan)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await cancel(fan)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await wallet(fan)).toEqual({ balance: 5000, totalBided: 0 })
    expect(await approveWithdrawal(market.sql, uid)).toMatchObject({ refusal: 'withdrawal_decided' })

    const other = await requested()
    await approveWithdrawal(market.sql, other.uid)
    expect(await cancel(other.fan, other.uid)).toMatchObject({
      status: 409,
      data: { code: 'withdrawal_decided' },
    })
  })

  test('that races with others is the only one', async () => {
    for (let round = 0; round < 6; round++) {
      const { fan, uid } = await requested()
      const first = await Promise.all([
        approveWithdrawal(market.sql, uid),
        rejectWithdrawal(market.sql, uid, 'não'),
        cancelWithdrawal(market.sql, fan.uid, uid),
      ])
      expect(first.filter(({ ok }) => ok)).toHaveLength(1)
      const before = await paidOut()
      const second = await Promise.all([
        transact(market.sql, (tx) => bookWithdrawalPaid(tx, uid, 'E1234')),
        rejectWithdrawal(market.sql, uid, 'não'),
        transact(market.sql, (tx) => bookWithdrawalFailed(tx, uid, 'não')),
      ])
      const approved = first[0].ok
      if (approved) expect(second.filter(({ ok }) => ok)).toHaveLength(1)
      const paid = approved && second[0].ok
      expect((await paidOut()) - before).toBe(paid ? 3000 : 0)
      expect(await wallet(fan)).toEqual({ balance: paid ? 2000 : 5000, totalBided: 0 })
    }
  })
})

test('the database keeps keys in their form, whoever writes them', async () => {
  const fan = await market.newFan(5000)
  for (const [type, key] of [
    ['cpf', '52998224724'],
    ['phone', '11987654321'],
    ['random', 'x'],
    ['email', 'Ana@tune.test'],
    ['cnpj', '12abc34501de35'],
  ] as const) {
    await expect(
      market.sql`
        insert into redeem_balance (user_id, pix_key_type, pix_key, amount)
        values (${fan.uid}, ${type}, ${key}, 100)`,
    ).rejects.toMatchObject({ constraint_name: 'key_is_of_its_type' })
  }
})
