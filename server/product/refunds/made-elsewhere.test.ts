/** Refunds made in the card processor's own panel: kept at once, booked by a decision, and never given back a second time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RefundOrder } from '../../platform/adapters/cards.ts'
import { deliver, disputeEvent, refundEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import {
  buyByCard,
  buyFromWallet,
  depositByCard,
  onChain,
  tokenOf,
  totalOf,
} from '../../testing/paid-by-card.ts'
import { account } from '../ledger/ledger.ts'
import { reconcile } from '../operations/reconcile.ts'
import { askForRefunds } from '../payments/ask-refunds.ts'
import type { PaymentDetailWire } from '../payments/contract.ts'
import type { WaitingRefundWire } from './wire.ts'

let market: Market
let first: TestFan
let second: TestFan
const orders: RefundOrder[] = []
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '20000' } })
  market.ctx.cards.refund = async (order) => {
    orders.push(order)
    return { providerId: `re_${order.uid}`, status: 'done', failure: null }
  }
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  orders.length = 0
  ;[first, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = {
  status: number
  data: { code?: string; status?: string; decision?: { uid: string } | null }
}
const post = (by: TestFan | null, path: string, body: object = {}) =>
  market.call(by, path, body) as unknown as Promise<Answer>
const read = async (payment: string) =>
  ((await market.call(first, `/admin/activity/${payment}`)) as unknown as { data: PaymentDetailWire }).data
const waiting = async () =>
  ((await market.call(first, '/admin/refunds-waiting')) as unknown as { data: WaitingRefundWire[] }).data
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0
let named = 0

/** Somebody gives `amount` back in the processor's panel; resolves with our uid of it. */
async function inThePanel(payment: string, amount: number, status = 'succeeded', name?: string) {
  const id = name ?? `re_panel_${++named}`
  await deliver(market, refundEvent({ payment, id, status, amount }))
  await runJobs(market)
  const [refund] = await market.sql<
    { uid: string }[]
  >`select uid from private.refunds where provider_id = ${id}`
  return { id, uid: refund?.uid ?? '', path: `/admin/refunds/${refund?.uid}` }
}
const charge = { outcome: 'charged', note: 'pedido pelo telefone' }
const bear = { outcome: 'borne', note: 'engano nosso' }
const ask = (payment: string, amount: number) =>
  post(first, `/admin/activity/${payment}/refunds`, {
    amount,
    destination: 'card',
    reason: 'combinado',
    despitePlay: false,
  })

describe('a refund made in the processor’s own panel', () => {
  test('waits for a person, and from then on only what the processor still holds can be given back', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 15_000)
    const { uid, path } = await inThePanel(payment, 500)
    expect(await waiting()).toMatchObject([
      { uid, amount: 500, madeElsewhere: true, status: 'requested', payment, decision: null },
    ])
    expect((await read(payment)).refundable.card).toBe(14_500)
    // R$ 150,00 were paid, R$ 5,00 of them are back: the page does not go on to pay R$ 155,00.
    expect((await ask(payment, 15_000)).data.code).toBe('refund_exceeds_payment')
    expect((await ask(payment, 14_500)).status).toBe(200)
    expect((await post(first, `${path}/book`, charge)).data).toMatchObject({ status: 'done', decision: null })
    await runJobs(market)
    expect(orders.map(({ amount }) => amount)).toEqual([14_500])
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await onChain(market, fan.wallet)).toBe(0)
    expect((await read(payment)).refundable.card).toBe(0)
    expect(await waiting()).toEqual([])
  })

  test('is kept once, however often it is reported, and can be neither approved nor turned down', async () => {
    const payment = await depositByCard(market, await market.newFan(), 2000)
    const { id, uid } = await inThePanel(payment, 500, 'pending')
    expect((await inThePanel(payment, 500, 'succeeded', id)).uid).toBe(uid)
    for (const deed of ['approve', 'reject'])
      expect((await post(first, `/admin/refunds/${uid}/${deed}`, { reason: 'Engano' })).data.code).toBe(
        'refund_not_found',
      )
    expect((await read(payment)).refunds).toHaveLength(1)
    expect(orders).toEqual([])
  })

  test('is charged by the rules of any refund: the shares of an unplayed purchase go back, and the token ends', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000 })
    const payment = await buyByCard(market, fan, project)
    // With the service fee, which is the house's.
    const fee = totalOf(2000) - 2000
    const losses = await balance(account.disputeLosses)
    const { path } = await inThePanel(payment, totalOf(2000))
    expect((await post(first, `${path}/book`, charge)).data.status).toBe('done')
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'refund' })
    expect(await balance(account.payable(project.uid))).toBe(0)
    expect(await market.balanceOf(fan)).toBe(0)
    expect(losses - (await balance(account.disputeLosses))).toBe(fee)
    expect((await read(payment)).refunds).toMatchObject([{ amount: 2000, borne: fee, status: 'done' }])
    // An English reader is told in English.
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const bell = (await market.call(fan, '/notifications')).data as unknown as {
      notifications: { message: string }[]
    }
    expect(bell.notifications.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/to the card you paid with.* The card processor made this refund\.$/),
    )
  })

  test('is not charged where the money was spent, and the house bears it', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    await buyFromWallet(market, fan, await market.newProject({ price: 2000 }))
    const { path } = await inThePanel(payment, 2000)
    expect((await post(first, `${path}/book`, charge)).data.code).toBe('refund_uncovered')
    expect((await post(first, `${path}/book`, bear)).data.status).toBe('done')
    expect(await market.balanceOf(fan)).toBe(0)
    expect((await read(payment)).refunds).toMatchObject([{ amount: 2000, borne: 2000, status: 'done' }])
    expect((await read(payment)).refundable.card).toBe(0)
  })

  test('above the limit takes two people, and nobody decides about their own', async () => {
    const payment = await depositByCard(market, first, 30_000)
    const third = await market.newAdmin()
    const { path } = await inThePanel(payment, 30_000)
    expect((await post(first, `${path}/book`, charge)).data.code).toBe('own_decision')
    const asked = await post(second, `${path}/book`, charge)
    expect(asked.data).toMatchObject({ status: 'requested', decision: { outcome: 'charged' } })
    expect((await post(third, `${path}/book`, bear)).data.code).toBe('decision_waiting')
    const decision = `/admin/decisions/${asked.data.decision?.uid}`
    expect((await post(second, `${decision}/approve`)).data.code).toBe('second_person_due')
    expect((await post(first, `${decision}/approve`)).data.code).toBe('own_decision')
    expect((await post(third, `${decision}/reject`)).data).toMatchObject({
      status: 'requested',
      decision: null,
    })
    const again = await post(second, `${path}/book`, charge)
    const approve = `/admin/decisions/${again.data.decision?.uid}/approve`
    const answers = await Promise.all([post(third, approve), post(third, approve)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(await market.balanceOf(first)).toBe(0)
  })

  test('is booked once, whoever presses at once', async () => {
    const fan = await market.newFan(1000)
    const payment = await depositByCard(market, fan, 2000)
    const { path } = await inThePanel(payment, 2000)
    const answers = await Promise.all(
      [first, second, first].map((by, nth) => post(by, `${path}/book`, nth === 1 ? bear : charge)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([1000, 3000]).toContain(await market.balanceOf(fan))
  })

  test('that fails waits for nobody before it is booked, and gives everything back afterwards', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    const early = await inThePanel(payment, 700)
    await inThePanel(payment, 700, 'failed', early.id)
    expect((await post(first, `${early.path}/book`, charge)).data.code).toBe('nothing_to_book')
    expect((await read(payment)).refundable.card).toBe(2000)
    const losses = await balance(account.disputeLosses)
    for (const decided of [charge, bear]) {
      const late = await inThePanel(payment, 800)
      expect((await post(first, `${late.path}/book`, decided)).status).toBe(200)
      await inThePanel(payment, 800, 'failed', late.id)
    }
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await balance(account.disputeLosses)).toBe(losses)
    expect(await onChain(market, fan.wallet)).toBe(2000)
  })

  test('beside a dispute is the house’s alone', async () => {
    const payment = await depositByCard(market, await market.newFan(), 2000)
    const { path } = await inThePanel(payment, 500)
    await deliver(market, disputeEvent({ payment, dispute: 'dp_beside', amount: 1500 }))
    await runJobs(market)
    expect((await post(first, `${path}/book`, charge)).data.code).toBe('payment_disputed')
    expect((await post(first, `${path}/book`, bear)).status).toBe(200)
  })

  test('that was one of ours, made by hand, is no second one once that has been said', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    market.ctx.cards.refund = async () => {
      throw new Error('the processor is away')
    }
    await ask(payment, 2000)
    const [ours] = await market.sql<{ uid: string }[]>`
      update private.outgoing_attempts set attempted_at = now() - interval '1 hour'
      where uid in (select uid from private.refunds where user_id = ${fan.uid}) returning uid`
    const uid = ours?.uid ?? (await read(payment)).refunds[0]?.uid
    const { id, path } = await inThePanel(payment, 2000)
    await market.sql`update private.outgoing_attempts set attempted_at = now() - interval '1 hour'`
    market.ctx.cards.findRefund = async () => ({ providerId: id, status: 'done', failure: null })
    const said = { outcome: 'paid', reference: id, note: 'feito no painel' }
    expect((await post(first, `/admin/refunds/${uid}/decide`, said)).data.status).toBe('done')
    expect((await post(first, `${path}/book`, charge)).data.code).toBe('nothing_to_book')
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('whose webhook was lost is asked for, and so is its end; others’ are left alone', async () => {
    const payment = await depositByCard(market, await market.newFan(), 2000)
    const told = (of: string, id: string, status: string) => {
      const { data } = refundEvent({ payment: of, id, status })
      return { id, status, intentId: `pi_${of}`, object: (data as { object: unknown }).object }
    }
    const ask = async (status: string) => {
      const strangeRefundsSince = async () => [
        told(payment, 're_unheard', status),
        told(crypto.randomUUID(), 're_of_another_product', status),
      ]
      await askForRefunds({ ...market.ctx, cards: { ...market.ctx.cards, strangeRefundsSince } })
      await runJobs(market)
    }
    const kept = () => market.sql`select status from private.refunds where payment_id = (
      select id from payments where uid = ${payment}
    )`
    for (const _twice of [1, 2]) await ask('succeeded')
    expect(await kept()).toEqual([{ status: 'requested' }])
    for (const _twice of [1, 2]) await ask('failed')
    expect(await kept()).toEqual([{ status: 'rejected' }])
    expect(await market.sql`select from private.webhook_events where id like 'asked:re_%'`).toHaveLength(2)
  })

  test('differs from the processor until it is booked', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    const { id, path } = await inThePanel(payment, 2000)
    const later = new Date(Date.now() + 60 * 60_000)
    market.ctx.cards.receivedSince = async () => new Map()
    market.ctx.pix.receivedBetween = async () => []
    market.ctx.pix.paidOutBetween = async () => []
    market.ctx.cards.returnedSince = async () => [
      { id, intentId: `pi_${payment}`, amount: 2000, at: new Date() },
    ]
    const found = async () => {
      await reconcile(market.ctx, { balances: async () => new Map(), units: async () => [] }, later)
      const [report] = await market.sql<{ differences: { subject: string; other: number }[] }[]>`
        select differences from private.reconciliations order by id desc limit 1`
      return report?.differences.filter(({ subject }) => subject === id)
    }
    expect(await found()).toMatchObject([{ ledger: 0, other: 2000 }])
    await post(first, `${path}/book`, charge)
    expect(await found()).toEqual([])
  })
})
