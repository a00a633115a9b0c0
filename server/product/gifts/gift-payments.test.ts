/** Gifts paid by card and PIX, disputed, refunded and erased; and gifts after an opening. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { maskedEmail } from '#domain/artist.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyFromWallet, depositByCard, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import { creditPayment } from '../payments/finish-payment.ts'
import { lockPayment } from '../payments/lock-payment.ts'
import type { GiftWire } from './contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

let people = 0
let GIFT = { email: '', words: 'Para você.' }
// Nobody is written to more than three times a day.
beforeEach(() => {
  GIFT = { ...GIFT, email: `amiga${++people}@tune.test` }
})

async function orderByCard(fan: TestFan, project: TestProject): Promise<string> {
  const body = {
    paymentMethodId: 'pm_1',
    typeBuy: 'mint',
    UID: project.uid,
    amount: project.price,
    gift: GIFT,
  }
  const asked = await market.call(fan, '/buy-token', body)
  expect(asked.status).toBe(200)
  return (asked.data as { payment: { uid: string } }).payment.uid
}

const arrive = async (payment: string, amount: number) => {
  await deliver(market, cardEvent({ payment, total: totalOf(amount) }))
  await runJobs(market)
}
const given = async (fan: TestFan) => (await market.call(fan, '/gifts')).data as GiftWire[]

test('by card: the gift waits once the money is here, however often that is reported', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const payment = await orderByCard(fan, project)
  expect(await given(fan)).toEqual([])
  await arrive(payment, project.price)
  await arrive(payment, project.price)
  expect(await given(fan)).toMatchObject([
    { status: 'waiting', payment, email: GIFT.email, words: GIFT.words },
  ])
  expect(await market.sql`select from private.gift_mails where giver = ${fan.uid}`).toHaveLength(1)
  // The buyer's mail is their receipt.
  const { price } = project
  expect(
    await market.sql`select data from notifications where user_id = ${fan.uid} and kind = 'gift_waiting'`,
  ).toMatchObject([
    {
      data: {
        receiver: maskedEmail(GIFT.email),
        paid: totalOf(price),
        tip: 0,
        fee: totalOf(price) - price,
        method: 'card',
        receipt: `deposit:${payment}`,
      },
    },
  ])
  expect((await market.call(fan, `/statement/${encodeURIComponent(`deposit:${payment}`)}`)).status).toBe(200)
})

test('money that comes too late stays in the wallet, and gives nothing', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const uid = await orderByCard(fan, project)
  for (let time = 0; time < 2; time++) {
    await market.sql.begin(async (tx) => {
      const payment = await lockPayment(tx, { uid })
      if (payment) await creditPayment(tx, payment, { late: true })
    })
  }
  expect(await market.balanceOf(fan)).toBe(project.price)
  expect(await given(fan)).toEqual([])
})

test('two orders of one work: the second finds a gift waiting, and its money stays in the wallet', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const orders = [await orderByCard(fan, project), await orderByCard(fan, project)]
  for (const payment of orders) await arrive(payment, project.price)
  expect(await given(fan)).toHaveLength(1)
  expect(await market.balanceOf(fan)).toBe(project.price)
})

test('a payment that its bank takes back ends the gift that it paid for', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const payment = await orderByCard(fan, project)
  await arrive(payment, project.price)
  await deliver(
    market,
    disputeEvent({ payment, dispute: 'du_gift', amount: totalOf(project.price), status: 'needs_response' }),
  )
  await runJobs(market)
  expect(await given(fan)).toMatchObject([{ status: 'returned', returnedFor: 'disputed' }])
  expect(await market.balanceOf(fan)).toBe(0)
})

test('after an opening one gives in one’s turn', async () => {
  const project = await market.newProject({ supply: 1 })
  await market.sql`
    update projects set opens_at = clock_timestamp() + interval '10 minutes' where id = ${project.id}`
  const [first, second] = [await market.newFan(2000), await market.newFan(2000)]
  const give = (fan: TestFan) =>
    market.call(fan, '/buy-token-balance', {
      typeBuy: 'mint',
      UID: project.uid,
      gift: { email: null, words: '' },
    }) as Promise<{ status: number; data: { code?: string } }>
  expect(await give(first)).toMatchObject({ data: { code: 'project_not_open' } })
  for (const fan of [first, second]) await market.call(fan, `/projects/${project.uid}/queue`, {})
  await market.sql`update projects set opens_at = clock_timestamp() where id = ${project.id}`
  const answers = [await give(first), await give(second)]
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an erased giver leaves neither words nor addresses, and the recipient keeps the token', async () => {
  const project = await market.newProject()
  const fan = await market.newFan(project.price)
  const body = { typeBuy: 'mint', UID: project.uid, gift: GIFT }
  expect((await market.call(fan, '/buy-token-balance', body)).status).toBe(200)
  expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain(GIFT.email)
  const erase = () => market.call(fan, '/erase-account', { email: fan.email })
  // What waits is the giver's money still.
  expect(await erase()).toMatchObject({ data: { code: 'wallet_not_empty' } })

  const [{ uid } = { uid: '' }] = await given(fan)
  const { data } = (await market.call(fan, `/gifts/${uid}/link`, {})) as { data: { link: string } }
  const recipient = await market.newFan()
  const accepted = await market.call(recipient, '/gifts/accept', { code: new URL(data.link).hash.slice(1) })
  const { token } = accepted.data as { token: string }
  await market.sql`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where uid = ${token}`
  expect((await erase()).status).toBe(200)
  expect(await market.sql`select email, words from private.gifts where giver = ${fan.uid}`).toEqual([
    { email: null, words: '' },
  ])
  expect((await market.call(recipient, '/play', { UID: token })).status).toBe(200)
  expect(await (await market.callRaw(recipient, '/personal-data')).text()).not.toContain(fan.email)
})

/** Somebody accepts the gift that `giver` has waiting; its token's uid. */
async function acceptFrom(giver: TestFan, recipient: TestFan): Promise<string> {
  const [{ uid } = { uid: '' }] = await given(giver)
  const { data } = (await market.call(giver, `/gifts/${uid}/link`, {})) as { data: { link: string } }
  const accepted = await market.call(recipient, '/gifts/accept', { code: new URL(data.link).hash.slice(1) })
  return (accepted.data as { token: string }).token
}

test('nobody is erased while the chain is still making a token that they gave: its price may come back', async () => {
  const project = await market.newProject()
  const fan = await market.newFan(project.price)
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, gift: GIFT })
  await acceptFrom(fan, await market.newFan())
  const erased = await market.call(fan, '/erase-account', { email: fan.email })
  expect(erased).toMatchObject({ status: 409, data: { code: 'payments_pending' } })
})

test('money that a bank takes back never paid for a gift that was bought before it came', async () => {
  const [project, other] = [await market.newProject(), await market.newProject()]
  const fan = await market.newFan(project.price)
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, gift: GIFT })
  const deposit = await depositByCard(market, fan, other.price)
  await arrive(deposit, other.price)
  const bought = await buyFromWallet(market, fan, other)
  const played = await market.call(fan, '/play', { UID: (await tokenOf(market, bought))?.uid })
  expect(played.status).toBe(200)
  const token = await acceptFrom(fan, await market.newFan())
  await market.sql`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where uid = ${token}`
  await deliver(
    market,
    disputeEvent({
      payment: deposit,
      dispute: 'du_after',
      amount: totalOf(other.price),
      status: 'needs_response',
    }),
  )
  await runJobs(market)
  expect(await market.balanceOf(fan)).toBe(-other.price)
  expect(await market.sql`select status from mints where uid = ${token}`).toEqual([{ status: 'minted' }])
})
