/** An amount beside the price: whose it is, what it costs, how it goes back, and who reads its line. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cardFee } from '#domain/fee.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { mint, totalOf } from '../../testing/paid-by-card.ts'
import { account } from '../ledger/ledger.ts'
import { readMoney } from '../projects/public.ts'
import type { MovementWire } from '../wallet/contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { code?: string; payment: { uid: string; amount: number } } }
const TIP = { amount: 500, words: 'Obrigada por esta canção.' }

const buy = (fan: TestFan, { uid }: TestProject, tip: unknown, more: object = {}, headers = {}) =>
  market.call(
    fan,
    '/buy-token-balance',
    { typeBuy: 'mint', UID: uid, tip, ...more },
    headers,
  ) as Promise<Answer>
const payable = async ({ uid }: TestProject) => {
  const [row] = await market.sql<{ balance: number }[]>`
    select balance from ledger.accounts where code = ${account.payable(uid)}`
  return row?.balance ?? 0
}
const moneyOf = async ({ uid }: TestProject) => (await readMoney(market.sql, [uid])).get(uid)
const statement = async (fan: TestFan) =>
  ((await market.call(fan, '/statement')).data as MovementWire[]).map(({ kind, change }) => [kind, change])
const tokenOf = async (payment: string) => {
  const [row] = await market.sql<{ uid: string }[]>`
    select mints.uid from mints join payments on payments.id = payment_id where payments.uid = ${payment}`
  return row?.uid as string
}

test('from the wallet: the whole of it is the artist’s, on a line of its own, and the price stays the price', async () => {
  const project = await market.newProject({ price: 1999 })
  const fan = await market.newFan(2499)
  const bought = await buy(fan, project, TIP)
  expect(bought).toMatchObject({ status: 200, data: { payment: { amount: 2499 } } })
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await payable(project)).toBe(1799 + 500)
  expect(await statement(fan)).toEqual([
    ['tip', -500],
    ['purchase', -1999],
    ['deposit', 2499],
  ])
  const token = await tokenOf(bought.data.payment.uid)
  expect((await market.call(fan, '/user-projects')).data).toMatchObject([{ amount: 1999, tip: 500 }])
  expect(await market.sql`select payload from chain.operations where key = ${`sell:${token}`}`).toMatchObject(
    [{ payload: { amount: 1999, shares: [{ amount: 2299 }, { amount: 200 }] } }],
  )
  // What is sold is the price, and of it the platform has its share.
  expect(await moneyOf(project)).toMatchObject({ volume: 1999, fees: 200 })
})

test('more than the wallet has is refused, and so is what is no tip', async () => {
  const project = await market.newProject()
  const fan = await market.newFan(2499)
  expect(await buy(fan, project, TIP)).toMatchObject({ data: { code: 'insufficient_balance' } })
  for (const tip of [
    { amount: 99, words: '' },
    { amount: 50_001, words: '' },
    { amount: 1.5, words: '' },
    { amount: -500, words: '' },
    { amount: 500, words: 'a'.repeat(141) },
  ]) {
    expect((await buy(fan, project, tip)).status).toBe(400)
  }
  for (const words of ['Ganhe em golpe.com', 'Ganhe em golpe\u200b.com agora', 'Chame no (11) 98765-4321'])
    expect(await buy(fan, project, { amount: 500, words })).toMatchObject({
      data: { code: 'words_lead_away' },
    })
  const bid = { typeBuy: 'balance', UID: '', amount: 2000, paymentMethodId: 'pm_1', tip: TIP }
  expect((await market.call(fan, '/buy-token', bid)).status).toBe(400)
  // A bid drops nothing in silence.
  for (const more of [{ tip: TIP }, { gift: { email: null, words: '' } }]) {
    const fromWallet = { typeBuy: 'bid', UID: project.uid, amount: 2000, ...more }
    expect((await market.call(fan, '/buy-token-balance', fromWallet)).status).toBe(400)
  }
  expect((await buy(fan, project, undefined)).status).toBe(200)
})

test('repeated under its key it is paid once', async () => {
  const project = await market.newProject()
  const fan = await market.newFan(9000)
  const key = { 'idempotency-key': 'a-tip-once' }
  const first = await buy(fan, project, TIP, {}, key)
  expect(await buy(fan, project, TIP, {}, key)).toEqual(first)
  expect(await buy(fan, project, { ...TIP, amount: 700 }, {}, key)).toMatchObject({
    data: { code: 'key_reused' },
  })
  expect(await market.balanceOf(fan)).toBe(9000 - 2500)
})

async function byCard(fan: TestFan, project: TestProject): Promise<string> {
  const body = { paymentMethodId: 'pm_1', typeBuy: 'mint', UID: project.uid, amount: project.price, tip: TIP }
  const { data } = (await market.call(fan, '/buy-token', body)) as Answer
  expect(data.payment).toMatchObject({ amount: 2500, fee: cardFee(2500) })
  await deliver(market, cardEvent({ payment: data.payment.uid, total: totalOf(2500) }))
  await runJobs(market)
  return data.payment.uid
}

test('by card: the fee is that of the whole; undone, all of it goes back', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const payment = await byCard(fan, project)
  await mint(market, payment)
  const token = await tokenOf(payment)
  expect(await payable(project)).toBe(2300)
  expect(await market.call(fan, '/regret', { UID: token })).toMatchObject({ data: { amount: 2500 } })
  expect(await market.call(fan, '/regret', { UID: token })).toMatchObject({ data: { amount: 2500 } })
  expect(await market.balanceOf(fan)).toBe(2500)
  expect(await payable(project)).toBe(0)
  expect(await moneyOf(project)).toMatchObject({ volume: 0, fees: 0 })
})

test('an administrator refunds a part and then the rest, tip and all', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const payment = await byCard(fan, project)
  await mint(market, payment)
  const admin = await market.newAdmin()
  const refund = (amount: number) =>
    market.call(admin, `/admin/activity/${payment}/refunds`, {
      amount,
      destination: 'wallet',
      reason: 'Engano',
      despitePlay: false,
    })
  const detail = async () =>
    (await market.call(admin, `/admin/activity/${payment}`)).data as {
      tip: number
      tipWords: string
      refundable: { wallet: number }
    }
  expect(await detail()).toMatchObject({ tip: 500, tipWords: TIP.words, refundable: { wallet: 2500 } })
  expect((await refund(1000)).status).toBe(200)
  // The price goes back first, to the platform's share of all that was paid.
  expect(await moneyOf(project)).toEqual({ volume: 1000, fees: 120, tips: 500 })
  expect((await refund(1500)).status).toBe(200)
  expect(await moneyOf(project)).toEqual({ volume: 0, fees: 0, tips: 0 })
  expect(await market.balanceOf(fan)).toBe(2500)
  expect(await payable(project)).toBe(0)
  expect((await detail()).refundable.wallet).toBe(0)
})

test('a payment that its bank takes back takes the tip back, too', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const payment = await byCard(fan, project)
  await mint(market, payment)
  await deliver(market, disputeEvent({ payment, dispute: 'du_tip', amount: totalOf(2500) }))
  await runJobs(market)
  expect(await payable(project)).toBe(0)
  expect(await moneyOf(project)).toEqual({ volume: 0, fees: 0, tips: 0 })
  expect(await market.balanceOf(fan)).toBe(0)
})

test('a tip on a gift is held with the price, goes to the artist on acceptance, and back with the gift', async () => {
  const project = await market.newProject()
  const gift = { gift: { email: null, words: '' } }
  const [fan, other] = [await market.newFan(2500), await market.newFan(2500)]
  for (const giver of [fan, other]) expect((await buy(giver, project, TIP, gift)).status).toBe(200)
  expect(await payable(project)).toBe(0)
  const uidOf = async (giver: TestFan) =>
    ((await market.call(giver, '/gifts')).data as { uid: string }[])[0]?.uid
  await market.call(fan, `/gifts/${await uidOf(fan)}/take-back`, {})
  expect(await market.balanceOf(fan)).toBe(2500)
  const { data } = (await market.call(other, `/gifts/${await uidOf(other)}/link`, {})) as {
    data: { link: string }
  }
  const recipient = await market.newFan()
  const code = new URL(data.link).hash.slice(1)
  expect((await market.call(recipient, '/gifts/accept', { code })).status).toBe(200)
  expect(await payable(project)).toBe(2300)
})

test('the operator reads amounts and lines, and no artist’s list says who wrote them', async () => {
  const project = await market.newProject()
  const fan = await market.newFan(5000)
  const { data } = await buy(fan, project, TIP)
  const admin = await market.newAdmin()
  const [artist] = await market.sql<{ uid: string }[]>`
    select artists.uid from private.artists join projects on lower(author_wallet) = wallet
    where projects.uid = ${project.uid}`
  const answer = await market.call(admin, `/admin/artists/${artist?.uid}/tips`)
  expect(answer.data).toMatchObject([{ project: 'Maré', amount: 500, words: TIP.words, isReturned: false }])
  expect(JSON.stringify(answer)).not.toContain(fan.uid)
  expect((await market.call(fan, `/admin/artists/${artist?.uid}/tips`)).status).toBe(403)
  const month = new Date().toISOString().slice(0, 7)
  const kinds = (await market.call(admin, `/admin/artists/${artist?.uid}/statement?month=${month}`)).data as {
    kind: string
    amount: number
  }[]
  expect(kinds.find(({ kind }) => kind === 'tip')).toMatchObject({ amount: 500 })
  await mint(market, data.payment.uid)
  await market.call(fan, '/regret', { UID: await tokenOf(data.payment.uid) })
  expect((await market.call(admin, `/admin/artists/${artist?.uid}/tips`)).data).toMatchObject([
    { isReturned: true },
  ])
  expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain(TIP.words)
})

test('a tip stands beside a price alone: the database refuses any other', async () => {
  const fan = await market.newFan()
  const project = await market.newProject()
  const insert = (flow: string, amount: number, tip: number) => market.sql`
    insert into payments (user_id, project_id, flow, method, amount, tip)
    values (${fan.uid}, ${flow === 'balance' ? null : project.id}, ${flow}, 'card', ${amount}, ${tip})`
  for (const [flow, amount, tip] of [
    ['bid', 2000, 500],
    ['balance', 2000, 500],
    ['mint', 500, 500],
    ['mint', 2000, -1],
    ['mint', 90_000, 50_001],
  ] as const) {
    await expect(insert(flow, amount, tip)).rejects.toMatchObject({
      constraint_name: 'payments_tip_beside_a_price',
    })
  }
})
