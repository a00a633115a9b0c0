/** What was given back here and the provider paid all the same: found, named, and charged or borne, once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payout } from '../../platform/adapters/pix-payouts.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { owedArtist } from '../../testing/owed-artist.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import { payOutArtist } from '../artists/pay-out-artist.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { account } from '../ledger/ledger.ts'
import { payOutWithdrawal } from '../withdrawals/pay-out-withdrawal.ts'
import type { StuckWire } from './outgoing-contract.ts'
import { reconcile } from './reconcile.ts'
import type { ReconciliationWire } from './reconciliation-contract.ts'

let market: Market
let first: TestFan
let second: TestFan
let known: Payout | null | Error = null
const paid = new Map<string, number>()
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  market.ctx.pix.payOut = async () => ({ status: 'refused', endToEndId: null, said: 'REJEITADO' }) as Payout
  market.ctx.pix.findPayout = async () => {
    if (known instanceof Error) throw known
    return known
  }
  market.ctx.pix.paidOut = async (uid) => paid.get(uid) ?? 0
  market.ctx.pix.receivedFor = async () => 0
  market.ctx.pix.receivedBetween = async () => []
  market.ctx.pix.paidOutBetween = async () => []
  market.ctx.cards.receivedSince = async () => new Map()
  market.ctx.cards.returnedSince = async () => []
})
beforeEach(async () => {
  known = null
  ;[first, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = {
  status: number
  data: { uid: string; code?: string; status?: string; decision?: { uid: string } | null }
}
const BANK_ID = `E${'0'.repeat(30)}1`
const post = (by: TestFan, path: string, body: object = {}) =>
  market.call(by, path, body) as unknown as Promise<Answer>
const charge = { outcome: 'charged', note: 'o banco pagou' }
const bear = { outcome: 'borne', note: 'engano nosso' }
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0

/** A withdrawal that was given back to a fan with R$ 100,00, and that the provider pays afterwards. */
async function paidLate(amount = 3000) {
  const fan = await market.newFan(10_000)
  const asked = await post(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount })
  const { uid } = asked.data
  await post(first, `/admin/withdrawals/${uid}/approve`)
  if (amount > 5000) await post(second, `/admin/withdrawals/${uid}/approve`)
  await payOutWithdrawal(market.ctx, uid)
  expect(await market.balanceOf(fan)).toBe(10_000)
  providerPays(uid, amount)
  return { fan, uid, path: `/admin/withdrawals/${uid}/book` }
}
function providerPays(uid: string, amount: number): void {
  known = { status: 'done', endToEndId: BANK_ID }
  paid.set(uid, amount)
}

/** What a comparison made now says about `uid`. */
async function differenceOf(uid: string) {
  const later = new Date(Date.now() + 60 * 60_000)
  await reconcile(market.ctx, { balances: async () => new Map(), units: async () => [] }, later)
  return reported(uid)
}
async function reported(uid: string) {
  const { data } = (await market.call(first, '/admin/reconciliations')) as unknown as {
    data: ReconciliationWire[]
  }
  return data[0]?.differences.find(({ subject }) => subject === uid)
}

test('a withdrawal that the provider paid after all is found with whose it is, and charged to its fan', async () => {
  const { fan, uid, path } = await paidLate()
  expect(await differenceOf(uid)).toMatchObject({
    ledger: 0,
    other: 3000,
    about: { kind: 'user', uid: fan.uid, name: 'Ana' },
    unbooked: { kind: 'withdrawal', uid, amount: 3000, payee: 'Ana', decision: null },
  })
  expect((await post(first, path, charge)).data).toMatchObject({ status: 'paid', decision: null })
  expect(await market.balanceOf(fan)).toBe(7000)
  expect(await market.sql`select payload from chain.operations where key = ${`debit:${uid}`}`).toMatchObject([
    { payload: { amount: 3000 } },
  ])
  // Of the old comparison it waits for nobody, and the next one finds nothing.
  expect(await reported(uid)).toMatchObject({ unbooked: null, settled: { note: charge.note } })
  expect(await differenceOf(uid)).toBeUndefined()
  expect(await market.call(fan, '/redeem-balance')).toMatchObject({
    data: [{ uid, status: 'paid', endToEndId: BANK_ID }],
  })
  expect((await post(first, path, bear)).data.code).toBe('nothing_to_book')
})

test('what either will write is shown before, whoever has to agree, and showing it changes nothing', async () => {
  const { fan, path } = await paidLate(6000)
  const shown = (outcome: string, by = first) =>
    market.call(by, `${path}-lines?outcome=${outcome}`) as unknown as Promise<{ data: WrittenWire }>
  expect((await shown('charged')).data.accounts).toContainEqual({
    code: account.available(fan.uid),
    owner: { kind: 'user', uid: fan.uid, name: 'Ana' },
    before: 10_000,
    after: 4000,
  })
  const losses = await balance(account.disputeLosses)
  const [line] = (await shown('borne')).data.lines
  expect(line).toMatchObject({ debit: account.disputeLosses, amount: 6000 })
  expect(await balance(account.disputeLosses)).toBe(losses)
  expect(await market.balanceOf(fan)).toBe(10_000)
  const asked = await post(first, path, bear)
  expect((await shown('borne', second)).data).toMatchObject({ code: 'decision_waiting' })
  const decision = `/admin/decisions/${asked.data.decision?.uid}`
  expect(await market.call(second, `${decision}/approve-lines`)).toMatchObject({
    data: { lines: [{ debit: account.disputeLosses, amount: 6000 }] },
  })
  expect(await balance(account.disputeLosses)).toBe(losses)
  await post(second, `${decision}/approve`)
  expect(losses - (await balance(account.disputeLosses))).toBe(6000)
  expect((await shown('borne')).data).toMatchObject({ code: 'nothing_to_book' })
})

test('or borne by the house, where the fan keeps both', async () => {
  const { fan, uid, path } = await paidLate()
  const losses = await balance(account.disputeLosses)
  expect((await post(first, path, bear)).data).toMatchObject({ status: 'failed', decision: null })
  expect(await market.balanceOf(fan)).toBe(10_000)
  expect(losses - (await balance(account.disputeLosses))).toBe(3000)
  expect(await differenceOf(uid)).toBeUndefined()
  expect((await post(first, path, charge)).data.code).toBe('nothing_to_book')
})

test('is not booked before the provider says that it paid, nor charged to a wallet that no longer has it', async () => {
  const { fan, path } = await paidLate()
  for (const word of [null, new Error('away'), { status: 'under_way', endToEndId: BANK_ID } as Payout]) {
    known = word
    expect((await post(first, path, charge)).data.code).toBe('provider_not_paid')
  }
  known = { status: 'done', endToEndId: BANK_ID }
  await buyFromWallet(market, fan, await market.newProject({ price: 8000 }))
  expect((await post(first, path, charge)).data.code).toBe('refund_uncovered')
  expect(await market.balanceOf(fan)).toBe(2000)
  expect((await post(first, path, bear)).status).toBe(200)
})

test('above the limit takes two people, who find it among the payments that need somebody', async () => {
  const { fan, uid, path } = await paidLate(6000)
  const third = await market.newAdmin()
  const asked = await post(first, path, charge)
  expect(asked.data).toMatchObject({ status: 'failed', decision: { outcome: 'charged' } })
  const { data: stuck } = (await market.call(third, '/admin/stuck')) as unknown as { data: StuckWire[] }
  expect(stuck).toMatchObject([{ kind: 'withdrawal', uid, hasLeft: true, payee: { name: 'Ana' } }])
  expect(await market.balanceOf(fan)).toBe(10_000)
  const approve = `/admin/decisions/${asked.data.decision?.uid}/approve`
  expect((await post(first, approve)).data.code).toBe('second_person_due')
  const answers = await Promise.all([post(third, approve), post(third, approve)])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await market.balanceOf(fan)).toBe(4000)
})

test('is booked once, whoever presses at once', async () => {
  const { fan, path } = await paidLate()
  const answers = await Promise.all([first, second, first].map((by) => post(by, path, charge)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await market.balanceOf(fan)).toBe(7000)
})

test('is never booked by whom it was paid to', async () => {
  const own = await paidLate()
  await market.sql`update users set role = 'finance' where uid = ${own.fan.uid}`
  expect((await post(own.fan, own.path, bear)).status).not.toBe(200)
  expect((await post(first, own.path, bear)).status).toBe(200)
})

test('one on its way, or refused for good, is nothing to book', async () => {
  const fan = await market.newFan(5000)
  const asked = await post(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 3000 })
  known = { status: 'done', endToEndId: BANK_ID }
  const path = `/admin/withdrawals/${asked.data.uid}`
  expect((await post(first, `${path}/book`, charge)).data.code).toBe('nothing_to_book')
  await post(first, `${path}/reject`, { reason: 'chave de outra pessoa' })
  expect((await post(first, `${path}/book`, charge)).data.code).toBe('nothing_to_book')
  expect(await market.balanceOf(fan)).toBe(5000)
})

test('of an artist it is charged to what they have to receive, or borne', async () => {
  const { path, project } = await owedArtist(market, [first, second])
  const payable = () => balance(account.payable(project.uid))
  const before = await payable()
  for (const [decided, left] of [
    [bear, before],
    [charge, before - 1000],
  ] as const) {
    const { uid } = (await post(first, `${path}/payouts`, { amount: 1000 })).data
    await payOutArtist(market.ctx, uid)
    expect(await payable()).toBe(before)
    providerPays(uid, 1000)
    expect(await differenceOf(uid)).toMatchObject({ unbooked: { kind: 'payout', uid } })
    expect((await post(first, `/admin/payouts/${uid}/book`, decided)).status).toBe(200)
    expect(await payable()).toBe(left)
    expect(await differenceOf(uid)).toBeUndefined()
  }
})
