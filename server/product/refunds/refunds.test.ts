/** Refunds: who may give what back, once, which way, and what they undo. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RefundOrder, RefundOutcome } from '../../platform/adapters/cards.ts'
import { deliver, disputeEvent, refundEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import {
  buyByCard,
  buyFromWallet,
  depositByCard,
  onChain,
  orderByCard,
  tokenOf,
  totalOf,
} from '../../testing/paid-by-card.ts'
import type { TokenWire } from '../access/contract.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { account } from '../ledger/ledger.ts'
import type { PaymentDetailWire } from '../payments/contract.ts'
import type { ReceiptWire, StatementWire } from '../wallet/contract.ts'
import { refundToCard } from './refund-to-card.ts'
import type { RefundWire } from './wire.ts'

let market: Market
let first: TestFan
let second: TestFan
/** What the processor was asked to give back, and what it answers. */
const orders: RefundOrder[] = []
let outcome: RefundOutcome['status'] = 'done'
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  market.ctx.cards.refund = async (order) => {
    orders.push(order)
    const providerId = outcome === 'failed' ? null : `re_${order.uid}`
    return { providerId, status: outcome, failure: outcome === 'failed' ? 'expired_or_canceled_card' : null }
  }
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  ;[first, second] = [await newAdmin(), await newAdmin()]
})
afterEach(async () => {
  outcome = 'done'
  await market.expectHealthy()
})
afterAll(() => market.close())

type Answer = { status: number; data: RefundWire & { code?: string; counts?: boolean } }
type Ask = Partial<{ amount: number; destination: 'wallet' | 'card'; reason: string; despitePlay: boolean }>

async function newAdmin(): Promise<TestFan> {
  const admin = await market.newAdmin()
  return admin
}
const ask = (by: TestFan | null, payment: string, body: Ask, key?: string) =>
  market.call(
    by,
    `/admin/activity/${payment}/refunds`,
    { amount: 2000, destination: 'wallet', reason: 'show cancelado', despitePlay: false, ...body },
    key ? { 'idempotency-key': key } : {},
  ) as Promise<Answer>
const decide = (
  by: TestFan,
  uid: string,
  action: 'approve' | 'reject',
  body: object = action === 'reject' ? { reason: 'não se justifica' } : {},
) => market.call(by, `/admin/refunds/${uid}/${action}`, body) as Promise<Answer>
const read = async (payment: string) =>
  ((await market.call(first, `/admin/activity/${payment}`)) as unknown as { data: PaymentDetailWire }).data
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0
const deeds = async (payment: string) =>
  (
    await market.sql<{ action: string }[]>`
      select action from private.admin_actions where subject = ${payment} order by id`
  ).map(({ action }) => action)
async function play(payment: string): Promise<void> {
  await market.sql`
    update mints set status_song = 'pending', played_at = now() where uid = ${(await tokenOf(market, payment))?.uid ?? ''}`
}
async function expectMirrored(fan: TestFan): Promise<void> {
  expect(await onChain(market, fan.wallet)).toBe(
    (await market.balanceOf(fan)) + (await balance(account.held(fan.uid))),
  )
}

test('what a refund will write is shown before, is what is then written, and showing it changes nothing', async () => {
  const fan = await market.newFan()
  const project = await market.newProject({ price: 6000 })
  const payment = await buyByCard(market, fan, project)
  const shown = async (query: string, by = first) =>
    (
      (await market.call(by, `/admin/activity/${payment}/refund-lines?${query}`)) as unknown as {
        data: WrittenWire & { code?: string }
      }
    ).data
  const lines = () =>
    market.sql<{ id: string; amount: number }[]>`select id, amount from ledger.transfers order by id`
  const before = await lines()
  // Above the limit, which takes two people to carry out.
  const { lines: written, accounts } = await shown('amount=6000&destination=wallet')
  expect(accounts).toContainEqual(
    expect.objectContaining({ code: account.available(fan.uid), before: 0, after: 6000 }),
  )
  expect((await shown('amount=6000&destination=card')).lines).toContainEqual(
    expect.objectContaining({ credit: account.refunding, amount: 6000 }),
  )
  expect((await shown('amount=6001&destination=wallet')).code).toBe('refund_exceeds_payment')
  expect((await shown('amount=0')).code).toBe('malformed')
  expect(await lines()).toEqual(before)
  expect((await read(payment)).refunds).toEqual([])
  expect(await deeds(payment)).toEqual([])
  const asked = await ask(first, payment, { amount: 6000 })
  // The second person sees them too; the first one cannot agree twice.
  const approving = async (by: TestFan) =>
    (await market.call(by, `/admin/refunds/${asked.data.uid}/approve-lines`)) as unknown as { data: unknown }
  expect((await approving(second)).data).toMatchObject({
    lines: written.map(({ debit, credit, amount }) => ({ debit, credit, amount })),
    accounts,
  })
  expect((await approving(first)).data).toMatchObject({ code: 'second_person_due' })
  expect(await lines()).toEqual(before)
  expect((await read(payment)).refunds).toMatchObject([{ status: 'requested', approvals: [{}] }])
  await decide(second, asked.data.uid, 'approve')
  const known = new Set(before.map(({ id }) => id))
  const since = (await lines()).filter(({ id }) => !known.has(id))
  expect(since.map(({ amount }) => amount).toSorted()).toEqual(written.map(({ amount }) => amount).toSorted())
})

describe('to the wallet', () => {
  test('of a purchase gives every share back, ends the unplayed token and puts its unit on sale', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000, supply: 2 })
    const payment = await buyByCard(market, fan, project)
    expect((await read(payment)).refundable).toEqual({ wallet: 2000, card: 2000 })
    expect(await ask(first, payment, {})).toMatchObject({ status: 200, data: { status: 'done' } })
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await balance(account.payable(project.uid))).toBe(0)
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'refund' })
    // Its fan's shelf tells it from one whose time is over.
    const shelf = (await market.call(fan, '/user-projects')) as unknown as { data: TokenWire[] }
    expect(shelf.data).toMatchObject([{ status: 'expired', regretted: false, revokedFor: 'refund' }])
    expect(await deeds(payment)).toEqual(['refund.request', 'refund.approve'])
    await expectMirrored(fan)
    // Both units are to be had again, at the fixed price.
    for (const other of [await market.newFan(2000), await market.newFan(2000)]) {
      const bought = await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
      expect(bought.status).toBe(200)
    }
  })

  test('at auction sends the unit to the best waiting bid at once', async () => {
    const auction = await market.newAuction({ price: 2000 })
    const bidder = await market.newFan(3000)
    await market.bid(bidder, auction, 3000)
    const [payment] = await market.sql<{ uid: string }[]>`
      select payments.uid from payments join mints on mints.payment_id = payments.id
      where payments.project_id = ${auction.id} and flow = 'mint'`
    await ask(first, payment?.uid ?? '', {})
    expect(await market.sql`select status from bids where user_id = ${bidder.uid}`).toEqual([
      { status: 'winner' },
    ])
  })

  test('in parts keeps the access, adds up to what each was paid, and regret returns only the rest', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 1999 })
    const payment = await buyByCard(market, fan, project)
    for (const amount of [333, 777]) expect((await ask(first, payment, { amount })).status).toBe(200)
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'minted', revoked: null })
    expect((await read(payment)).refundable.wallet).toBe(889)
    await expectMirrored(fan)
    const shelf = (await market.call(fan, '/user-projects')) as unknown as { data: TokenWire[] }
    expect(shelf.data).toMatchObject([{ amount: 1999, refunded: 1110 }])
    // Its receipt calls it undone once it is.
    const uid = (await tokenOf(market, payment))?.uid
    const undoneAt = async () => {
      const receipt = await market.call(fan, `/statement/${encodeURIComponent(`sale:${uid}:platform`)}`)
      return (receipt as unknown as { data: ReceiptWire }).data.undoneAt
    }
    expect(await undoneAt()).toBeNull()
    const regret = await market.call(fan, '/regret', { UID: (await tokenOf(market, payment))?.uid })
    expect(regret).toMatchObject({ status: 200, data: { amount: 889 } })
    // The fee of the payment stays, and its fan is told.
    const [notice] = await market.sql`
      select data from notifications where user_id = ${fan.uid} and kind = 'purchase_undone'`
    expect(notice?.data).toMatchObject({ amount: 889, keptFee: totalOf(1999) - 1999 })
    expect(await undoneAt()).toMatch(/Z$/)
    expect(await market.balanceOf(fan)).toBe(1999)
    expect(await balance(account.payable(project.uid))).toBe(0)
    await expectMirrored(fan)
    const lines = (await market.call(fan, '/statement')) as unknown as {
      data: { kind: string; change: number; project: string }[]
    }
    expect(lines.data.slice(0, 3)).toMatchObject([
      { kind: 'regret', change: 889, project: 'Maré' },
      { kind: 'refunded', change: 777, project: 'Maré' },
      { kind: 'refunded', change: 333, project: 'Maré' },
    ])
  })

  test('of a played token needs the operator’s word that it is known, and leaves the access', async () => {
    const fan = await market.newFan(2000)
    const payment = await buyFromWallet(market, fan, await market.newProject())
    await play(payment)
    expect(await ask(first, payment, {})).toMatchObject({ status: 409, data: { code: 'refund_after_play' } })
    expect((await ask(first, payment, { despitePlay: true })).status).toBe(200)
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'minted' })
    expect(await market.balanceOf(fan)).toBe(2000)
  })

  test('that was played while it waited is approved by who was told so, and only by them', async () => {
    const fan = await market.newFan(6000)
    const payment = await buyFromWallet(market, fan, await market.newProject({ price: 6000 }))
    const { uid, effects } = (await ask(first, payment, { amount: 6000 })).data
    expect(effects).toEqual({
      fee: 0,
      isSale: true,
      isUnclaimed: false,
      token: { isMinted: true, isPlayed: false },
    })
    await play(payment)
    const lines = (await market.call(second, `/admin/refunds/${uid}/approve-lines`)) as { status: number }
    expect(lines.status).toBe(200)
    expect((await read(payment)).refunds[0]?.effects.token).toEqual({ isMinted: true, isPlayed: true })
    expect((await decide(second, uid, 'approve')).data.code).toBe('refund_after_play')
    expect((await decide(second, uid, 'approve', { despitePlay: true })).data).toMatchObject({
      status: 'done',
      counts: true,
    })
    // Whoever comes after them is told that it was not their word.
    const third = await newAdmin()
    expect((await decide(third, uid, 'approve')).data).toMatchObject({ status: 'done', counts: false })
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'minted' })
  })

  test('is refused where nothing was bought, where the token is still being made, and beyond what is left', async () => {
    const fan = await market.newFan()
    const deposit = await depositByCard(market, fan, 4000)
    expect((await ask(first, deposit, {})).data.code).toBe('refund_in_wallet')
    const project = await market.newProject()
    const order = await orderByCard(market, fan, project)
    expect((await ask(first, order, {})).data.code).toBe('token_not_playable')
    for (const amount of [2001, 1950, 50])
      expect(await ask(first, order, { amount })).toMatchObject({
        status: 422,
        data: { code: 'refund_exceeds_payment' },
      })
    for (const body of [{ amount: 0 }, { amount: 10.5 }, { reason: ' ' }, { destination: 'pix' as 'card' }])
      expect((await ask(first, order, body)).status).toBe(400)
    expect((await ask(first, crypto.randomUUID(), {})).data.code).toBe('payment_not_found')
    expect((await ask(first, 'nonsense', {})).status).toBe(404)
  })
})

describe('to the card', () => {
  test('of a deposit leaves the wallet, and is the processor’s business once', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 3000)
    const clearing = await balance(account.clearing)
    const answer = await ask(first, payment, { amount: 1000, destination: 'card' })
    expect(answer).toMatchObject({ status: 200, data: { status: 'approved' } })
    expect([await market.balanceOf(fan), await balance(account.refunding)]).toEqual([2000, 1000])
    await expectMirrored(fan)
    const { uid } = answer.data
    await Promise.all([runJobs(market), runJobs(market)])
    await refundToCard(market.ctx, uid)
    const about = { payment, refund: uid, id: `re_${uid}`, status: 'succeeded' }
    await deliver(market, refundEvent({ ...about, type: 'refund.created' }))
    await deliver(market, refundEvent(about))
    await runJobs(market)
    expect(orders.filter((order) => order.uid === uid)).toEqual([
      { uid, intentId: `pi_${payment}`, amount: 1000 },
    ])
    expect([await balance(account.refunding), await balance(account.clearing)]).toEqual([0, clearing + 1000])
    const page = await read(payment)
    expect(page.refunds).toMatchObject([{ status: 'done', amount: 1000 }])
    expect(page.refundable.card).toBe(2000)
    // The fee of the payment stays, and its fan is told.
    const [notice] = await market.sql`
      select data from notifications where user_id = ${fan.uid} and kind = 'refunded_to_card'`
    expect(notice?.data).toMatchObject({ amount: 1000, feeKept: totalOf(3000) - 3000 })
    const told = new Set(page.history.map((event) => event.kind))
    expect(told).toEqual(new Set(['state', 'webhook', 'transfer', 'chain', 'deed']))
  })

  test('that the bank does not take, at once or days later, is free in the wallet again', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 3000)
    outcome = 'failed'
    await ask(first, payment, { amount: 3000, destination: 'card' })
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(3000)
    await expectMirrored(fan)

    outcome = 'under_way'
    const { uid } = (await ask(first, payment, { amount: 3000, destination: 'card' })).data
    await runJobs(market)
    expect((await read(payment)).refunds[1]).toMatchObject({ status: 'approved' })
    const about = { payment, refund: uid, id: `re_${uid}` }
    for (const [type, status] of [
      ['refund.updated', 'succeeded'],
      ['refund.failed', 'failed'],
      ['refund.updated', 'succeeded'],
    ] as const)
      await deliver(market, refundEvent({ ...about, type, status })).then(() => runJobs(market))
    expect((await read(payment)).refunds[1]).toMatchObject({ status: 'failed', failure: 'declined' })
    expect(await market.balanceOf(fan)).toBe(3000)
    await expectMirrored(fan)
  })

  test('that the bank takes its time for is asked about again, in case its webhook never comes', async () => {
    const payment = await depositByCard(market, await market.newFan(), 3000)
    outcome = 'under_way'
    const { uid } = (await ask(first, payment, { amount: 3000, destination: 'card' })).data
    await runJobs(market)
    expect((await read(payment)).refunds[0]).toMatchObject({ status: 'approved' })
    outcome = 'done'
    await market.sql`
      update graphile_worker._private_jobs set run_at = now() where key = ${`refund-to-card:${uid}`}`
    await runJobs(market)
    expect((await read(payment)).refunds[0]).toMatchObject({ status: 'done' })
  })

  test('of a purchase goes through the wallet, with the author’s share', async () => {
    const fan = await market.newFan()
    const project = await market.newProject()
    const payment = await buyByCard(market, fan, project)
    await ask(first, payment, { destination: 'card' })
    await runJobs(market)
    expect([await market.balanceOf(fan), await balance(account.payable(project.uid))]).toEqual([0, 0])
    expect(await tokenOf(market, payment)).toMatchObject({ revoked: 'refund' })
    await expectMirrored(fan)
  })

  test('is refused for what was not paid by card, and for money that is no longer there', async () => {
    const fan = await market.newFan(2000)
    const fromWallet = await buyFromWallet(market, fan, await market.newProject())
    expect((await ask(first, fromWallet, { destination: 'card' })).data.code).toBe('refund_not_to_card')
    const payment = await depositByCard(market, fan, 2000)
    await buyFromWallet(market, fan, await market.newProject())
    expect((await ask(first, payment, { destination: 'card' })).data.code).toBe('refund_uncovered')
    expect((await read(payment)).refunds).toEqual([])
  })
})

describe('who and how often', () => {
  test('fans, strangers and whoever did not use a second factor are refused', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    expect((await ask(null, payment, {})).status).toBe(401)
    expect((await ask(fan, payment, {})).status).toBe(403)
    expect((await decide(fan, crypto.randomUUID(), 'approve')).status).toBe(403)
    expect((await decide(fan, crypto.randomUUID(), 'reject')).status).toBe(403)
    expect((await market.call(fan, `/admin/activity/${payment}`)).status).toBe(403)
    expect((await market.call(fan, '/admin/refunds-waiting')).status).toBe(403)
    for (const action of ['approve', 'reject'] as const)
      expect((await decide(first, crypto.randomUUID(), action)).data.code).toBe('refund_not_found')
  })

  test('above the limit two people agree, also when both press at once, and the first may not be both', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const asked = await ask(first, payment, { amount: 6000, destination: 'card' })
    expect(asked).toMatchObject({ status: 200, data: { status: 'requested' } })
    const { uid } = asked.data
    expect(await market.balanceOf(fan)).toBe(3000)
    expect((await decide(first, uid, 'approve')).data.code).toBe('second_person_due')
    const waiting = (await market.call(second, '/admin/refunds-waiting')) as unknown as {
      data: { uid: string; payment: string }[]
    }
    expect(waiting.data).toMatchObject([{ uid, payment }])
    await Promise.all([decide(second, uid, 'approve'), decide(second, uid, 'approve')])
    expect(await market.balanceOf(fan)).toBe(3000)
    expect((await decide(first, uid, 'reject')).data.code).toBe('refund_decided')
    expect(await deeds(payment)).toEqual(['refund.request', 'refund.approve', 'refund.approve'])
    await runJobs(market)
  })

  test('small parts of much are no way around the second person', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const part = () => ask(first, payment, { amount: 3000, destination: 'card' })
    expect((await part()).data.status).toBe('approved')
    expect((await read(payment)).aloneUpTo).toBe(2000)
    expect((await part()).data.status).toBe('requested')
    await runJobs(market)
  })

  test('one that is rejected moves nothing, and its amount may be asked for again', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 6000)
    const { uid } = (await ask(first, payment, { amount: 6000, destination: 'card' })).data
    expect(await market.balanceOf(fan)).toBe(0)
    expect((await ask(second, payment, { amount: 6000, destination: 'card' })).data.code).toBe(
      'refund_exceeds_payment',
    )
    const ends = await Promise.all([decide(second, uid, 'reject'), decide(second, uid, 'approve')])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    await runJobs(market)
    const [refund] = (await read(payment)).refunds
    expect(await market.balanceOf(fan)).toBe(refund?.status === 'rejected' ? 6000 : 0)
  })

  test('one that waits is told to the fan, as is why it was rejected or taken back: by mail, bell and statement', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const told = async () =>
      (
        await market.sql<{ kind: string; data: object }[]>`
          select kind, data from notifications
          where user_id = ${fan.uid} and kind like 'refund_%' order by id desc limit 1`
      )[0]
    const newest = async () =>
      ((await market.call(fan, '/statement')).data as unknown as { kind: string; reason: string | null }[])[0]
    const body = { amount: 6000, destination: 'card' as const, reason: 'cobrado duas vezes' }
    const rejected = (await ask(first, payment, body)).data.uid
    expect(await told()).toMatchObject({ kind: 'refund_waiting', data: { reason: 'cobrado duas vezes' } })
    expect(await newest()).toMatchObject({ kind: 'refund_held', reason: 'cobrado duas vezes' })
    expect((await decide(second, rejected, 'reject', {})).status).toBe(400)
    await decide(second, rejected, 'reject', { reason: 'só houve uma cobrança' })
    expect(await told()).toMatchObject({
      kind: 'refund_rejected',
      data: { amount: 6000, reason: 'só houve uma cobrança' },
    })
    expect(await newest()).toMatchObject({ kind: 'refund_released', reason: 'só houve uma cobrança' })
    const takenBack = (await ask(first, payment, body)).data.uid
    await decide(first, takenBack, 'reject', { reason: 'outro pagamento' })
    expect((await told())?.kind).toBe('refund_taken_back')
    expect((await read(payment)).refunds).toMatchObject([
      {
        reason: 'cobrado duas vezes',
        rejection: { reason: 'só houve uma cobrança', isTakenBack: false },
      },
      { rejection: { reason: 'outro pagamento', isTakenBack: true } },
    ])
  })

  test('what waits for a second person is held: it is neither withdrawn nor spent, and no bid', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const { uid } = (await ask(first, payment, { amount: 6000, destination: 'card' })).data
    const withdraw = (amount: number) =>
      market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: 'fan@tune.test', amount })
    expect(await withdraw(3001)).toMatchObject({ data: { code: 'withdrawal_exceeds_balance' } })
    expect((await withdraw(3000)).status).toBe(201)
    expect(await market.call(fan, '/balance')).toMatchObject({
      data: { data: { balance: 0, totalBided: 0 } },
    })
    const setAside = async () => (await market.call(fan, '/set-aside')).data
    expect(await setAside()).toEqual({ withdrawals: 3000, gifts: 0, refunds: 6000 })
    expect((await market.call(fan, '/statement')).data).toContainEqual(
      expect.objectContaining({ kind: 'refund_held', change: -6000 }),
    )
    // Whoever decides about the withdrawal sees both.
    expect((await market.call(second, '/admin/withdrawals-waiting')).data).toContainEqual(
      expect.objectContaining({ refunding: 6000, cardDeposit: { amount: 9000, at: expect.any(String) } }),
    )
    expect((await decide(second, uid, 'approve')).data.status).toBe('approved')
    expect(await setAside()).toEqual({ withdrawals: 3000, gifts: 0, refunds: 0 })
    await runJobs(market)
    expect((await read(payment)).refunds).toMatchObject([{ status: 'done' }])
    // What has gone back to the card cannot be taken by its bank any more.
    expect((await market.call(second, '/admin/withdrawals-waiting')).data).toContainEqual(
      expect.objectContaining({ refunding: 0, cardDeposit: { amount: 3000, at: expect.any(String) } }),
    )
    expect(await balance(account.held(fan.uid))).toBe(3000)
    await expectMirrored(fan)
  })

  test('sent to the card once two people agreed, it is two lines of the statement, which add up', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const { uid } = (await ask(first, payment, { amount: 6000, destination: 'card' })).data
    await decide(second, uid, 'approve')
    await runJobs(market)
    const page = async (query: string) =>
      (await market.call(fan, `/statement?${query}`)) as unknown as StatementWire
    const story = [
      ['card_refund', 6000, 0, 3000],
      ['refund_held', 6000, -6000, 3000],
      ['deposit', 9000, 9000, 9000],
    ]
    const told = ({ data }: StatementWire) =>
      data.map(({ kind, amount, change, balance }) => [kind, amount, change, balance])
    const all = await page('')
    expect(told(all)).toEqual(story)
    const found: unknown[] = []
    for (let next: string | null = ''; next !== null && found.length <= story.length; ) {
      const one: StatementWire = await page(`limit=1&cursor=${next}`)
      found.push(...told(one))
      next = one.next
    }
    expect(found).toEqual(story)
    const sent = encodeURIComponent(all.data[0]?.id ?? '')
    expect((await market.call(fan, `/statement/${sent}`)).data).toMatchObject({ amount: 6000, change: 0 })
    const released = encodeURIComponent(`void:refund:${uid}`)
    expect((await market.call(fan, `/statement/${released}`)).status).toBe(404)
  })

  test('asked for and withdrawn at once, the money goes one way; asked for often, it is held once', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => ask(first, payment, { amount: 6000, destination: 'card' }, 'once')),
      market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: 'fan@tune.test', amount: 5000 }),
    ])
    const [refund] = (await read(payment)).refunds
    const withdrawn = answers.at(-1)?.status === 201
    expect(withdrawn).toBe(refund === undefined)
    expect(await market.balanceOf(fan)).toBe(withdrawn ? 4000 : 3000)
    // What is not there cannot be asked for either.
    expect((await ask(second, payment, { amount: 8000, destination: 'card' })).status).not.toBe(200)
    if (refund) await decide(second, refund.uid, 'reject')
    expect(await balance(account.held(fan.uid))).toBe(withdrawn ? 5000 : 0)
  })

  test('a dispute of the payment comes before a refund that waits', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 9000)
    const { uid } = (await ask(first, payment, { amount: 6000, destination: 'card' })).data
    await deliver(market, disputeEvent({ payment, dispute: 'dp_waiting', amount: totalOf(9000) }))
    await runJobs(market)
    expect([await market.balanceOf(fan), await balance(account.held(fan.uid))]).toEqual([0, 0])
    expect((await decide(second, uid, 'approve')).data.code).toBe('payment_disputed')
    expect((await decide(second, uid, 'reject')).data.status).toBe('rejected')
  })

  test('nobody refunds their own payment, not even by hand in the database', async () => {
    const payment = await depositByCard(market, first, 2000)
    expect((await ask(first, payment, { destination: 'card' })).data.code).toBe('own_refund')
    const [row] = await market.sql<{ id: number }[]>`
      insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
      select id, user_id, 2000, 'card', 'eu mesmo', false from payments where uid = ${payment} returning id`
    const id = row?.id ?? 0
    const approve = () => market.sql`update private.refunds set status = 'approved' where id = ${id}`
    await expect(approve()).rejects.toMatchObject({ code: 'P0W01' })
    await market.sql`insert into private.refund_approvals (refund_id, admin_id) values (${id}, ${first.uid})`
    await expect(approve()).rejects.toMatchObject({ code: 'P0W01' })
    await expect(
      market.sql`
        insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
        select id, user_id, 1, 'card', 'um centavo a mais', false from payments where uid = ${payment}`,
    ).rejects.toMatchObject({ constraint_name: 'refund_within_payment' })
    expect((await decide(second, (await read(payment)).refunds[0]?.uid ?? '', 'reject')).status).toBe(200)
  })

  test('the same key gives back once; twenty at once give back no more than was paid', async () => {
    const fan = await market.newFan()
    const payment = await buyByCard(market, fan, await market.newProject())
    const key = crypto.randomUUID()
    const again = await Promise.all([1, 2, 3].map(() => ask(first, payment, { amount: 500 }, key)))
    expect(new Set(again.map(({ data }) => data.uid)).size).toBe(1)
    expect((await ask(first, payment, { amount: 600 }, key)).data.code).toBe('key_reused')
    const rest = await Promise.all(Array.from({ length: 20 }, () => ask(first, payment, { amount: 1500 })))
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await market.balanceOf(fan)).toBe(2000)
    await expectMirrored(fan)
  })

  test('raced with the fan’s own regret gives the price back once', async () => {
    for (let time = 0; time < 5; time++) {
      const fan = await market.newFan()
      const payment = await buyByCard(market, fan, await market.newProject())
      const { uid } = (await tokenOf(market, payment)) ?? { uid: '' }
      const admin = await newAdmin()
      await Promise.all([ask(admin, payment, {}), market.call(fan, '/regret', { UID: uid })])
      expect(await market.balanceOf(fan)).toBe(2000)
      await expectMirrored(fan)
    }
  })

  test('raced with a dispute either is refused or comes before it; the bank has the last word', async () => {
    // A processor refuses to give back what a bank has taken.
    outcome = 'failed'
    for (let time = 0; time < 5; time++) {
      const fan = await market.newFan()
      const payment = await depositByCard(market, fan, 2000)
      await deliver(market, disputeEvent({ payment, dispute: `dp_race_${time}`, amount: totalOf(2000) }))
      const admin = await newAdmin()
      const [answer] = await Promise.all([ask(admin, payment, { destination: 'card' }), runJobs(market)])
      expect(answer.status === 200 ? undefined : answer.data.code).toSatisfy((code) =>
        [undefined, 'payment_disputed', 'refund_uncovered'].includes(code as string | undefined),
      )
      await runJobs(market)
      expect(await market.balanceOf(fan)).toBe(0)
      expect((await ask(first, payment, { destination: 'card' })).data.code).toBe('payment_disputed')
    }
  })
})
