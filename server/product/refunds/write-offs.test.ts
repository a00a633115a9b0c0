/** A debt that a dispute left is given up: by whom, how much, once, and what everybody sees of it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/sql.ts'
import { deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet, depositByCard, onChain, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { account } from '../ledger/ledger.ts'
import type { UserDetailWire } from '../people/contract.ts'
import type { WaitingWriteOffWire, WriteOffWire } from './wire.ts'

let market: Market
let first: TestFan
let second: TestFan
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  ;[first, second] = [await newAdmin(), await newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: WriteOffWire & { code?: string } }
async function newAdmin(): Promise<TestFan> {
  const admin = await market.newAdmin()
  return admin
}
const ask = (
  by: TestFan | null,
  fan: TestFan,
  amount: number,
  key?: string,
  reason = 'acordo com a pessoa',
) =>
  market.call(
    by,
    `/admin/users/${fan.uid}/write-offs`,
    { amount, reason },
    key ? { 'idempotency-key': key } : {},
  ) as Promise<Answer>
const decide = (by: TestFan, uid: string, action: 'approve' | 'reject') =>
  market.call(by, `/admin/write-offs/${uid}/${action}`, {}) as Promise<Answer>
const read = async (fan: TestFan) =>
  ((await market.call(first, `/admin/users/${fan.uid}`)) as unknown as { data: UserDetailWire }).data
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0
const deeds = async (fan: TestFan) =>
  (
    await market.sql<{ action: string }[]>`
      select action from private.admin_actions where subject = ${fan.uid} order by id`
  ).map(({ action }) => action)

/** Somebody who paid `amount` by card, spent it on what they have played, and whose bank took it back, for good unless it has not decided. */
async function debtor(amount: number, fan?: TestFan, end: 'lost' | null = 'lost'): Promise<TestFan> {
  const person = fan ?? (await market.newFan())
  const payment = await depositByCard(market, person, amount)
  const bought = await buyFromWallet(market, person, await market.newProject({ price: amount }))
  await market.sql`
    update mints set status_song = 'pending', played_at = now()
    where uid = ${(await tokenOf(market, bought))?.uid ?? ''}`
  const dispute = { payment, dispute: `dp_${payment}`, amount: totalOf(amount) }
  await deliver(market, disputeEvent(dispute))
  await runJobs(market)
  expect(await market.balanceOf(person)).toBe(-amount)
  if (end) await deliver(market, disputeEvent({ ...dispute, status: end }))
  await runJobs(market)
  return person
}

/** As whoever writes to the database past the product would. */
async function writeOffIn(tx: Tx, fan: TestFan, approver: TestFan | null): Promise<void> {
  const [row] = await tx<{ id: number }[]>`
    insert into private.write_offs (user_id, amount, reason) values (${fan.uid}, 500, 'x') returning id`
  const id = row?.id ?? 0
  if (approver)
    await tx`insert into private.write_off_approvals (write_off_id, admin_id) values (${id}, ${approver.uid})`
  await tx`update private.write_offs set status = 'done', ended_at = now() where id = ${id}`
}

test('the house pays it out of what disputes cost, the wallet is at nothing, and everybody is told', async () => {
  const fan = await debtor(4000)
  const losses = await balance(account.disputeLosses)
  expect(await ask(first, fan, 4000)).toMatchObject({
    status: 200,
    data: {
      status: 'done',
      amount: 4000,
      reason: 'acordo com a pessoa',
      approvals: [{ email: first.email }],
    },
  })
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await balance(account.disputeLosses)).toBe(losses - 4000)
  expect(await onChain(market, fan.wallet)).toBe(0)
  expect(await deeds(fan)).toEqual(['write-off.request', 'write-off.approve'])
  expect(await read(fan)).toMatchObject({ available: 0, writeOffs: [{ status: 'done', amount: 4000 }] })
  const lines = (await market.call(fan, '/statement?kind=disputes')) as unknown as {
    data: { kind: string; change: number; balance: number }[]
  }
  expect(lines.data[0]).toMatchObject({ kind: 'debt_written_off', change: 4000, balance: 0 })
  expect(
    await market.sql`
      select kind, data from notifications where user_id = ${fan.uid} order by id desc limit 1`,
  ).toEqual([{ kind: 'debt_written_off', data: { amount: 4000 } }])
  // The account spends again.
  await depositByCard(market, fan, 3000)
  expect(await market.balanceOf(fan)).toBe(3000)
})

test('what it will write is shown before, whoever has to agree, and showing it changes nothing', async () => {
  const fan = await debtor(9000)
  const shown = async (amount: number, by = first) =>
    (
      (await market.call(by, `/admin/users/${fan.uid}/write-off-lines?amount=${amount}`)) as unknown as {
        data: WrittenWire & { code?: string }
      }
    ).data
  const written = await shown(9000)
  expect(written).toMatchObject({
    lines: [{ debit: account.disputeLosses, credit: account.available(fan.uid), amount: 9000 }],
    accounts: [{}, { code: account.available(fan.uid), before: -9000, after: 0 }],
  })
  expect((await shown(9001)).code).toBe('debt_gone')
  expect(await market.balanceOf(fan)).toBe(-9000)
  expect(await deeds(fan)).toEqual(['user.read'])
  expect((await read(fan)).writeOffs).toEqual([])
  const { data } = await ask(first, fan, 9000)
  const approving = (await market.call(second, `/admin/write-offs/${data.uid}/approve-lines`)) as unknown as {
    data: WrittenWire
  }
  expect(approving.data.accounts).toEqual(written.accounts)
  expect(await market.balanceOf(fan)).toBe(-9000)
  await decide(second, data.uid, 'reject')
})

test('everybody who owes is on the list of debtors, and nobody else', async () => {
  const fan = await debtor(4000)
  const list = async () =>
    (
      (await market.call(first, `/admin/debtors?search=${fan.email}`)) as unknown as {
        data: { owed: number; user: { uid: string }; disputedAt: string | null }[]
      }
    ).data
  expect(await list()).toMatchObject([
    { owed: 4000, user: { uid: fan.uid }, disputedAt: expect.stringMatching(/Z$/) },
  ])
  await ask(first, fan, 4000)
  expect(await list()).toEqual([])
})

test('is no more than what is owed: never a present, whoever writes to the database', async () => {
  const fan = await debtor(4000)
  expect(await ask(first, fan, 4001)).toMatchObject({ status: 409, data: { code: 'debt_gone' } })
  expect(await ask(first, await market.newFan(500), 1)).toMatchObject({
    status: 409,
    data: { code: 'debt_gone' },
  })
  expect((await ask(first, fan, 1500)).status).toBe(200)
  expect(await market.balanceOf(fan)).toBe(-2500)
  await depositByCard(market, fan, 2000)
  expect((await ask(first, fan, 2500)).data.code).toBe('debt_gone')
  const forced = market.sql.begin(async (tx) => {
    await tx`select ledger.post(${tx.json([
      {
        id: 'forced',
        kind: 'deposit',
        debit: account.clearing,
        credit: account.available(fan.uid),
        amount: 600,
      },
    ])})`
    await writeOffIn(tx, fan, first)
  })
  await expect(forced).rejects.toMatchObject({ constraint_name: 'write_off_within_debt' })
  const unasked = market.sql.begin((tx) => writeOffIn(tx, fan, null))
  await expect(unasked).rejects.toMatchObject({ code: 'P0W01' })
})

test('above the limit, all of one person together, two people agree; of their races one counts', async () => {
  const fan = await debtor(9000)
  expect((await ask(first, fan, 3000)).data.status).toBe('done')
  expect(await read(fan)).toMatchObject({ available: -6000, aloneUpTo: 2000 })
  const asked = await ask(first, fan, 6000)
  expect(asked).toMatchObject({ status: 200, data: { status: 'requested' } })
  expect(await market.balanceOf(fan)).toBe(-6000)
  expect((await ask(second, fan, 6000)).data.code).toBe('write_off_waiting')
  expect((await decide(first, asked.data.uid, 'approve')).data.code).toBe('second_person_due')
  const waiting = (await market.call(second, '/admin/write-offs-waiting')) as unknown as {
    data: WaitingWriteOffWire[]
  }
  expect(waiting.data).toMatchObject([{ uid: asked.data.uid, user: { uid: fan.uid } }])
  const answers = await Promise.all([
    decide(second, asked.data.uid, 'approve'),
    decide(second, asked.data.uid, 'approve'),
    decide(first, asked.data.uid, 'reject'),
  ])
  const [end] = await market.sql<{ status: string }[]>`
    select status from private.write_offs where uid = ${asked.data.uid}`
  expect(await market.balanceOf(fan)).toBe(end?.status === 'done' ? 0 : -6000)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect((await market.call(second, '/admin/write-offs-waiting')).data).toEqual([])
  const other = await debtor(6000)
  const rejected = await ask(first, other, 6000)
  expect((await decide(second, rejected.data.uid, 'reject')).data.status).toBe('rejected')
  expect((await decide(second, rejected.data.uid, 'approve')).data.code).toBe('write_off_decided')
  expect(await market.balanceOf(other)).toBe(-6000)
  // One that was rejected may be asked for again.
  expect((await ask(second, other, 6000)).data.status).toBe('requested')
})

test('is refused while withdrawals are asked for, whose money covers the debt once they are refused or cancelled', async () => {
  const fan = await market.newFan(10_000)
  const withdraw = async (amount: number) => {
    const answer = await market.call(fan, '/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount,
    })
    return (answer.data as { uid: string }).uid
  }
  const [refused, cancelled] = [await withdraw(3000), await withdraw(7000)]
  await debtor(4000, fan)
  expect(await read(fan)).toMatchObject({ available: -4000, withdrawing: 10_000 })
  expect((await ask(first, fan, 4000)).data.code).toBe('debt_has_withdrawals')
  await market.call(first, `/admin/withdrawals/${refused}/reject`, { reason: 'Há uma dívida.' })
  expect(await market.balanceOf(fan)).toBe(-1000)
  expect((await ask(first, fan, 1000)).data.code).toBe('debt_has_withdrawals')
  await market.call(fan, `/redeem-balance/${cancelled}/cancel`, {})
  expect(await read(fan)).toMatchObject({ available: 6000, withdrawing: 0, writeOffs: [] })
})

test('is refused while a bank has not decided: won, the dispute gives back what it took, and nobody is given both', async () => {
  const fan = await debtor(4000, undefined, null)
  expect((await ask(first, fan, 4000)).data.code).toBe('debt_disputed')
  const forced = market.sql.begin((tx) => writeOffIn(tx, fan, first))
  await expect(forced).rejects.toMatchObject({ constraint_name: 'write_off_after_disputes' })
  const [row] = await market.sql<{ payment: string }[]>`
    select payments.uid as payment from payments where user_id = ${fan.uid} and method = 'card'`
  const payment = row?.payment ?? ''
  await deliver(
    market,
    disputeEvent({ payment, dispute: `dp_${payment}`, amount: totalOf(4000), status: 'won' }),
  )
  await runJobs(market)
  expect(await market.balanceOf(fan)).toBe(0)
  expect((await ask(first, fan, 4000)).data.code).toBe('debt_gone')
})

test('a debt that became smaller meanwhile is not given up as it was', async () => {
  const fan = await debtor(6000)
  const asked = await ask(first, fan, 6000)
  await depositByCard(market, fan, 1000)
  expect((await decide(second, asked.data.uid, 'approve')).data.code).toBe('debt_gone')
  expect(await market.balanceOf(fan)).toBe(-5000)
  expect((await decide(second, asked.data.uid, 'reject')).status).toBe(200)
})

test('asked for again under its key it is the same one; at once, one', async () => {
  const fan = await debtor(4000)
  const key = crypto.randomUUID()
  const same = await Promise.all([1, 2, 3].map(() => ask(first, fan, 4000, key)))
  expect(new Set(same.map(({ data }) => data.uid)).size).toBe(1)
  expect((await ask(first, fan, 3999, key)).data.code).toBe('key_reused')
  const other = await debtor(4000)
  const raced = await Promise.all(
    [await newAdmin(), await newAdmin()].map((admin) => ask(admin, other, 4000)),
  )
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await market.balanceOf(other)).toBe(0)
})

test('is for administrators, about somebody else, with a reason', async () => {
  const admin = await debtor(4000, await newAdmin())
  expect((await ask(admin, admin, 4000)).data.code).toBe('own_debt')
  const large = await debtor(6000, await newAdmin())
  const asked = await ask(first, large, 6000)
  expect((await decide(large, asked.data.uid, 'approve')).data.code).toBe('own_debt')
  expect((await decide(large, asked.data.uid, 'reject')).data.code).toBe('own_debt')
  const fan = await market.newFan()
  expect((await ask(fan, admin, 4000)).status).toBe(403)
  expect((await ask(null, admin, 4000)).status).toBe(401)
  expect((await decide(fan, asked.data.uid, 'approve')).status).toBe(403)
  expect((await market.call(fan, '/admin/write-offs-waiting')).status).toBe(403)
  expect((await ask(first, admin, 4000, undefined, ' ')).status).toBe(400)
  for (const amount of [0, -1, 1.5]) expect((await ask(first, admin, amount)).status).toBe(400)
  for (const uid of ['x', crypto.randomUUID()]) {
    expect((await market.call(first, `/admin/write-offs/${uid}/approve`, {})).status).toBe(404)
    expect((await market.call(first, `/admin/write-offs/${uid}/reject`, {})).status).toBe(404)
    expect(
      (await market.call(first, `/admin/users/${uid}/write-offs`, { amount: 1, reason: 'x' })).status,
    ).toBe(404)
  }
})
