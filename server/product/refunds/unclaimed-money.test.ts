/** Money that comes back for somebody who has erased their account: it is kept where it is seen, and answered for. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ReturnedByCard } from '../../platform/adapters/cards-moved.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { deliver, disputeEvent, refundEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyByCard, depositByCard, totalOf } from '../../testing/paid-by-card.ts'
import { quietPix } from '../../testing/pix-provider.ts'
import { account } from '../ledger/ledger.ts'
import { reconcile } from '../operations/reconcile.ts'
import type { WaitingWire } from '../operations/waiting-contract.ts'
import type { PaymentDetailWire } from '../payments/contract.ts'

let market: Market
let admin: TestFan
const sent: Mail[] = []
beforeAll(async () => {
  market = await createMarket()
  market.ctx.cards.refund = async ({ uid }) => ({ providerId: `re_${uid}`, status: 'done', failure: null })
  market.ctx.mailer.send = async (mail?: Mail) => {
    if (mail) sent.push(mail)
    return undefined
  }
  admin = await market.newAdmin()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { code?: string; uid: string; status: string; amount: number } }
const erase = async (fan: TestFan) =>
  expect((await market.call(fan, '/erase-account', { email: fan.email })).status).toBe(200)
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0
const refund = (payment: string, amount: number) =>
  market.call(admin, `/admin/activity/${payment}/refunds`, {
    amount,
    destination: 'card',
    reason: 'show cancelado',
    despitePlay: false,
  }) as Promise<Answer>
const read = async (payment: string) =>
  ((await market.call(admin, `/admin/activity/${payment}`)) as unknown as { data: PaymentDetailWire }).data
const handOver = (payment: string, reason = 'PIX E123, chave conferida') =>
  market.call(admin, `/admin/activity/${payment}/unclaimed`, { reason }) as Promise<Answer>
/** The subjects of what was mailed to the platform about a payment. */
const mails = (payment: string) =>
  sent
    .filter(({ to, text }) => to === market.ctx.env.SUPPORT_EMAIL && text.includes(payment))
    .map(({ subject }) => subject.replace(/\s/g, ' '))

/** A deposit that went back to its card, by a refund that the bank sends back once its fan is gone. */
async function sentBack(amount: number): Promise<{ fan: TestFan; payment: string; refund: string }> {
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, amount)
  const asked = await refund(payment, amount)
  expect(asked.status).toBe(200)
  await runJobs(market)
  await erase(fan)
  await failed(payment, asked.data.uid)
  return { fan, payment, refund: asked.data.uid }
}
async function failed(payment: string, uid: string): Promise<void> {
  for (let time = 0; time < 2; time++)
    await deliver(market, refundEvent({ payment, refund: uid, id: `re_${uid}`, status: 'failed' }))
  await runJobs(market)
}

test('a card refund that a bank sends back after that is kept, and the house hears of it once', async () => {
  const before = await balance(account.unclaimed)
  const { fan, payment } = await sentBack(5000)
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await balance(account.unclaimed)).toBe(before + 5000)
  expect(await read(payment)).toMatchObject({
    unclaimed: 5000,
    isSale: false,
    refundable: { wallet: 0, card: 5000 },
  })
  expect((await read(payment)).history).toContainEqual(
    expect.objectContaining({
      kind: 'transfer',
      transfer: 'card_refund_returned',
      credit: account.unclaimed,
    }),
  )
  expect(mails(payment)).toEqual(['R$ 50,00 de uma conta apagada voltaram'])
})

test('it goes to the card once more, and no further than what was kept of that payment', async () => {
  const other = await sentBack(9000)
  const { payment } = await sentBack(5000)
  expect((await refund(payment, 5001)).status).toBe(422)
  const spent = await market.newFan()
  const theirs = await depositByCard(market, spent, 3000)
  await market.sql`select ledger.post(${market.sql.json([
    {
      id: `spent:${theirs}`,
      kind: 'spent',
      debit: account.available(spent.uid),
      credit: account.revenue,
      amount: 3000,
    },
  ])})`
  await erase(spent)
  // What is kept for somebody else covers nothing.
  expect(await refund(theirs, 3000)).toMatchObject({ status: 409, data: { code: 'refund_uncovered' } })
  const again = await refund(payment, 5000)
  expect(again).toMatchObject({ status: 200, data: { status: 'approved' } })
  await runJobs(market)
  expect(await read(payment)).toMatchObject({ unclaimed: 0, refundable: { wallet: 0, card: 0 } })
  expect((await read(other.payment)).unclaimed).toBe(9000)
  // And comes back once more.
  await failed(payment, again.data.uid)
  expect((await read(payment)).unclaimed).toBe(5000)
})

test('its payment is among what waits, until nothing is kept of it', async () => {
  const kept = async () =>
    ((await market.call(admin, '/admin/waiting')) as unknown as { data: WaitingWire[] }).data.find(
      ({ kind }) => kind === 'unclaimed',
    )
  const others = (await kept())?.count ?? 0
  const { payment } = await sentBack(6000)
  expect((await kept())?.count).toBe(others + 1)
  expect((await handOver(payment)).status).toBe(200)
  expect((await kept())?.count ?? 0).toBe(others)
})

test('it is handed over elsewhere with a reason that stays, once, and by nobody to themselves', async () => {
  const { payment } = await sentBack(7000)
  const before = await balance(account.unclaimedPaid)
  expect((await handOver(payment, '  ')).status).toBe(400)
  const fan = await market.newFan()
  expect((await market.call(fan, `/admin/activity/${payment}/unclaimed`, { reason: 'x' })).status).toBe(403)
  const answers = await Promise.all([1, 2, 3].map(() => handOver(payment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.data.code).toBe('nothing_unclaimed')
  expect(await balance(account.unclaimedPaid)).toBe(before + 7000)
  expect(await read(payment)).toMatchObject({ unclaimed: 0, refundable: { card: 0 } })
  expect(
    await market.sql`
      select before, after from private.admin_actions where subject = ${payment} and action = 'refund.hand-over'`,
  ).toEqual([{ before: { unclaimed: 7000 }, after: { unclaimed: 0, reason: 'PIX E123, chave conferida' } }])
  expect((await handOver(crypto.randomUUID())).status).toBe(404)
})

test('what a dispute that is won gives back is kept, too, and the comparison with the processor agrees', async () => {
  const fan = await market.newFan()
  const project = await market.newProject({ price: 2000 })
  const payment = await buyByCard(market, fan, project)
  await erase(fan)
  const tell = async (status: 'needs_response' | 'won') => {
    await deliver(
      market,
      disputeEvent({ payment, dispute: 'dp_kept', amount: totalOf(2000), status, fee: 0 }),
    )
    await runJobs(market)
  }
  await tell('needs_response')
  // Their token was taken back, and paid for it.
  expect(await market.balanceOf(fan)).toBe(0)
  await tell('won')
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await read(payment)).toMatchObject({ unclaimed: 2000, refundable: { wallet: 0, card: 0 } })
  expect(mails(payment)).toContain('R$ 20,00 de uma conta apagada voltaram')

  const returned: ReturnedByCard[] = []
  const cards = {
    ...market.ctx.cards,
    receivedSince: async () => new Map<string, number>(),
    returnedSince: async () => returned,
  }
  const later = new Date(Date.now() + 3_600_000)
  const chain = { balances: async () => new Map<string, number>(), units: async () => [] }
  await reconcile({ ...market.ctx, cards, pix: quietPix(market.ctx.pix) }, chain, later)
  const [row] = await market.sql<{ differences: { subject: string }[] }[]>`
    select differences from private.reconciliations order by id desc limit 1`
  expect(row?.differences.filter(({ subject }) => subject === 'dp_kept')).toEqual([])
})

test('whatever else reaches the wallet of somebody who is no more is a fault that an operator sees', async () => {
  const fan = await market.newFan()
  await erase(fan)
  await market.sql
    .begin(async (tx) => {
      await tx`select ledger.post(${tx.json([
        {
          id: `lost:${fan.uid}`,
          kind: 'lost',
          debit: account.clearing,
          credit: account.available(fan.uid),
          amount: 1,
        },
      ])})`
      expect(await tx`select fault, detail from ledger.return_faults`).toEqual([
        { fault: 'money in the wallet of somebody who is no more', detail: account.available(fan.uid) },
      ])
      throw new Error('undone')
    })
    .catch((fault: Error) => expect(fault.message).toBe('undone'))
})
