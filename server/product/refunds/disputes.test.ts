/** Disputes (chargebacks): what they take, what they end, who may be below zero, and that every book still agrees. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Difference } from '#domain/reconciliation.ts'
import type { ReturnedByCard } from '../../platform/adapters/cards-moved.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import {
  buyByCard,
  buyFromWallet,
  depositByCard,
  mint,
  onChain,
  orderByCard,
  tokenOf,
  totalOf,
} from '../../testing/paid-by-card.ts'
import { quietPix } from '../../testing/pix-provider.ts'
import { account } from '../ledger/ledger.ts'
import { reconcile } from '../operations/reconcile.ts'
import type { BalanceWire } from '../wallet/contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

let names = 0
const newName = () => `dp_${++names}`

/** The processor's word on a dispute of `payment`, applied. */
async function tell(
  payment: string,
  dispute: string,
  amount: number,
  status: 'needs_response' | 'won' | 'lost' = 'needs_response',
): Promise<void> {
  await deliver(market, disputeEvent({ payment, dispute, amount, status }))
  await runJobs(market)
}
const statusOf = async (dispute: string) =>
  (
    await market.sql<{ status: string }[]>`
      select status from private.disputes where provider_id = ${dispute}`
  )[0]?.status
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance
const takenFrom = async (fan: TestFan) =>
  (
    await market.sql<{ sum: number }[]>`
      select sum(fan_part)::float8 as sum from private.disputes where user_id = ${fan.uid}`
  )[0]?.sum ?? 0
const news = async (fan: TestFan) =>
  (
    await market.sql<
      { kind: string }[]
    >`select kind from notifications where user_id = ${fan.uid} order by id`
  ).map(({ kind }) => kind)
/** What each of the dispute's messages is worded for. */
const paidFor = async (fan: TestFan) =>
  (
    await market.sql<{ paidFor: string }[]>`
      select data ->> 'paidFor' as "paidFor" from notifications
      where user_id = ${fan.uid} and data ? 'paidFor' order by id`
  ).map((row) => row.paidFor)
/** Whoever is quick does not begin what is about to be taken back. */
async function expectNotPlayed(fan: TestFan, payment: string): Promise<void> {
  const token = await tokenOf(market, payment)
  expect(token).toMatchObject({ status: 'minted' })
  expect(await market.call(fan, '/play', { UID: token?.uid })).toMatchObject({
    status: 409,
    data: { code: 'token_not_playable' },
  })
}
/** The chain mirrors what a wallet has, and knows nothing below zero. */
async function expectMirrored(fan: TestFan): Promise<void> {
  const { balance: free, totalBided } = (
    (await market.call(fan, '/balance')) as unknown as { data: { data: BalanceWire } }
  ).data.data
  expect(await onChain(market, fan.wallet)).toBe(Math.max(free, 0) + totalBided)
}

describe('a dispute', () => {
  test('takes the fan’s part out of the wallet and the fee’s part from the house; once won, all is back', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 10_000)
    const losses = (await balance(account.disputeLosses)) ?? 0
    const dispute = newName()
    await tell(payment, dispute, totalOf(10_000))
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await balance(account.disputed)).toBe(totalOf(10_000))
    expect(await balance(account.disputeLosses)).toBe(losses - (totalOf(10_000) - 10_000))
    await expectMirrored(fan)
    await tell(payment, dispute, totalOf(10_000), 'won')
    expect(await market.balanceOf(fan)).toBe(10_000)
    expect([await balance(account.disputed), await balance(account.disputeLosses)]).toEqual([0, losses])
    await expectMirrored(fan)
    expect(await news(fan)).toEqual(['payment_disputed', 'dispute_won'])
    // A deposit gave no access that could end.
    expect(await paidFor(fan)).toEqual(['balance', 'balance'])
    const lines = (await market.call(fan, '/statement')) as unknown as {
      data: { kind: string; change: number }[]
    }
    expect(lines.data.map(({ kind, change }) => [kind, change])).toEqual([
      ['dispute_won', 10_000],
      ['disputed', -10_000],
      ['deposit', 10_000],
    ])
  })

  test('that is lost stays gone, and its fee is the house’s loss', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 5000)
    const [losses, clearing] = [await balance(account.disputeLosses), await balance(account.clearing)]
    const dispute = newName()
    await tell(payment, dispute, totalOf(5000))
    await tell(payment, dispute, totalOf(5000), 'lost')
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await balance(account.disputeLosses)).toBe((losses ?? 0) - (totalOf(5000) - 5000) - 5500)
    expect(await balance(account.clearing)).toBe((clearing ?? 0) + totalOf(5000) + 5500)
    expect(await news(fan)).toContain('dispute_lost')
    await expectMirrored(fan)
  })

  test('takes back a token that was not played, and its author’s share', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000 })
    const payment = await buyByCard(market, fan, project)
    await tell(payment, newName(), totalOf(2000))
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
    expect(await paidFor(fan)).toEqual(['mint_ended'])
    expect(await balance(account.payable(project.uid))).toBe(0)
    expect(await market.balanceOf(fan)).toBe(0)
    await expectMirrored(fan)
  })

  test('of a deposit takes back what was bought with it, unplayed, the newest first, up to the debt', async () => {
    const fan = await market.newFan()
    await depositByCard(market, fan, 2000)
    const buy = async (price: number) => {
      const project = await market.newProject({ price })
      return { project, payment: await buyFromWallet(market, fan, project) }
    }
    const before = await buy(2000)
    const deposit = await depositByCard(market, fan, 9000)
    const [played, older, newer] = [await buy(3000), await buy(2500), await buy(3500)]
    await market.sql`
      update mints set status_song = 'pending', played_at = now()
      where uid = ${(await tokenOf(market, played.payment))?.uid ?? ''}`
    // A bank that asks for a part of it.
    await tell(deposit, newName(), 3000)
    expect(await tokenOf(market, newer.payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
    expect(await market.balanceOf(fan)).toBe(3500 - (await takenFrom(fan)))
    for (const { payment } of [before, played, older]) {
      expect(await tokenOf(market, payment)).toMatchObject({ status: 'minted', revoked: null })
    }
    expect(await balance(account.payable(newer.project.uid))).toBe(0)
    await expectMirrored(fan)
    // Whoever looks at the payment or the project reads that it is no sale any more.
    const admin = await market.newAdmin()
    const list = await market.call(admin, `/admin/activity?person=${fan.uid}`)
    expect(list.data).toContainEqual(expect.objectContaining({ uid: newer.payment, isUndone: true }))
    expect(list.data).toContainEqual(expect.objectContaining({ uid: older.payment, isUndone: false }))
    expect((await market.call(admin, `/admin/activity/${newer.payment}`)).data).toMatchObject({
      isUndone: true,
    })
    expect((await market.call(admin, `/admin/projects/${newer.project.uid}`)).data).toMatchObject({
      sales: 0,
      undone: 1,
      volume: 0,
    })
    // And one for the rest: what is played stays played, what was bought before stays bought.
    await tell(deposit, newName(), 6000)
    expect(await tokenOf(market, older.payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
    expect(await tokenOf(market, before.payment)).toMatchObject({ status: 'minted' })
    expect(await market.balanceOf(fan)).toBe(3500 + 2500 - (await takenFrom(fan)))
    await expectMirrored(fan)
  })

  test('of a deposit takes back a token that the chain was still making, unless the debt is paid by then', async () => {
    const fan = await market.newFan()
    const deposit = await depositByCard(market, fan, 2000)
    const project = await market.newProject({ price: 2000 })
    const bought = await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    const { uid } = (bought.data as { payment: { uid: string } }).payment
    await tell(deposit, newName(), totalOf(2000))
    expect(await market.balanceOf(fan)).toBe(-2000)
    await mint(market, uid)
    await expectNotPlayed(fan, uid)
    await market.sql`
      update graphile_worker._private_jobs set run_at = now() where key like 'revoke-disputed:%'`
    await runJobs(market)
    expect(await tokenOf(market, uid)).toMatchObject({ status: 'expired', revoked: 'dispute' })
    expect(await market.balanceOf(fan)).toBe(0)
    await expectMirrored(fan)
  })

  test('takes a token back from whom the author has been paid for it: the house lends that share', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000 })
    const payment = await buyByCard(market, fan, project)
    const payable = account.payable(project.uid)
    await market.sql`select ledger.post(${market.sql.json([
      { id: `paid:${project.uid}`, kind: 'paid', debit: payable, credit: account.paidOut, amount: 1500 },
    ])})`
    await tell(payment, newName(), totalOf(2000))
    expect(await tokenOf(market, payment)).toMatchObject({ revoked: 'dispute' })
    expect([await market.balanceOf(fan), await balance(payable)]).toEqual([0, 0])
    await expectMirrored(fan)
  })

  test('takes back a token that the chain was still making, once it is made', async () => {
    const fan = await market.newFan()
    const project = await market.newProject({ price: 2000 })
    const payment = await orderByCard(market, fan, project)
    await tell(payment, newName(), totalOf(2000))
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'pending', revoked: null })
    expect(await market.balanceOf(fan)).toBe(-2000)
    await mint(market, payment)
    await expectNotPlayed(fan, payment)
    await market.sql`update graphile_worker._private_jobs set run_at = now()`
    await runJobs(market)
    expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: 'dispute' })
    expect(await market.balanceOf(fan)).toBe(0)
    await expectMirrored(fan)
  })

  test('of what was spent leaves the wallet below zero: nothing can be spent, and a deposit covers it', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 5000)
    const project = await market.newProject({ price: 4000 })
    const bought = await buyFromWallet(market, fan, project)
    await market.sql`
      update mints set status_song = 'pending', played_at = now() where uid = ${(await tokenOf(market, bought))?.uid ?? ''}`
    await tell(payment, newName(), totalOf(5000))
    expect(await market.balanceOf(fan)).toBe(-4000)
    expect(await tokenOf(market, bought)).toMatchObject({ status: 'minted' })
    await expectMirrored(fan)

    const other = await market.newProject({ price: 1000 })
    const auction = await market.newAuction({ price: 1000 })
    const card = { paymentMethodId: 'pm_card_visa', amount: 1000 }
    const refused = [
      market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: other.uid }),
      market.bid(fan, auction, 1000),
      market.call(fan, '/buy-token', { ...card, typeBuy: 'mint', UID: other.uid }),
      market.call(fan, '/buy-token', { ...card, typeBuy: 'bid', UID: auction.uid }),
      market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 100 }),
    ]
    for (const answer of await Promise.all(refused))
      expect(answer).toMatchObject({ status: 409, data: { code: 'wallet_overdrawn' } })

    await depositByCard(market, fan, 3000)
    expect(await market.balanceOf(fan)).toBe(-1000)
    await expectMirrored(fan)
    await depositByCard(market, fan, 3000)
    expect(await market.balanceOf(fan)).toBe(2000)
    await expectMirrored(fan)
    expect((await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: other.uid })).status).toBe(
      200,
    )
  })

  test('gives up the bids that the missing money stands behind, and keeps a withdrawal from going out', async () => {
    const admin = await market.newAdmin()
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 6000)
    const auction = await market.newAuction({ price: 2000 })
    expect((await market.bid(fan, auction, 2500)).status).toBe(200)
    const asked = await market.call(fan, '/redeem-balance', {
      pixKeyType: 'email',
      pixKey: fan.email,
      amount: 3000,
    })
    expect(asked.status).toBe(201)
    await tell(payment, newName(), totalOf(6000))
    expect(await market.balanceOf(fan)).toBe(-3000)
    expect(await market.sql`select status from bids where user_id = ${fan.uid}`).toEqual([
      { status: 'pending-cancel' },
    ])
    const { uid } = asked.data as { uid: string }
    expect(await market.call(admin, `/admin/withdrawals/${uid}/approve`, {})).toMatchObject({
      status: 409,
      // In words for whoever decides, who reads it before as well.
      data: { code: 'payee_overdrawn' },
    })
    const waiting = await market.call(admin, `/admin/withdrawals-waiting?search=${uid}`)
    expect(waiting).toMatchObject({ data: [{ uid, owed: 3000 }] })
  })

  test('is told of where a withdrawal of the same person is decided, open or lost', async () => {
    const fan = await market.newFan()
    const [first, second] = [await depositByCard(market, fan, 5000), await depositByCard(market, fan, 7000)]
    await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 100 })
    const admin = await market.newAdmin()
    const told = async () => {
      const list = await market.call(admin, `/admin/withdrawals?search=${fan.email}`)
      return (list.data as unknown as { disputes: object }[])[0]?.disputes
    }
    expect(await told()).toEqual({ open: 0, lost: 0 })
    await tell(first, newName(), totalOf(5000))
    expect(await told()).toEqual({ open: totalOf(5000), lost: 0 })
    const lost = newName()
    await tell(second, lost, totalOf(7000))
    await tell(second, lost, totalOf(7000), 'lost')
    expect(await told()).toEqual({ open: totalOf(5000), lost: totalOf(7000) })
  })

  test('raced with bids of the very money leaves none standing on nothing', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 3000)
    const auctions = [await market.newAuction({ price: 1000 }), await market.newAuction({ price: 1000 })]
    await deliver(market, disputeEvent({ payment, dispute: newName(), amount: totalOf(3000) }))
    await Promise.all([runJobs(market), ...auctions.map((auction) => market.bid(fan, auction, 1500))])
    expect(await market.balanceOf(fan)).toBe(0)
    expect(
      await market.sql`select from bids where user_id = ${fan.uid} and status in ('pending', 'bided')`,
    ).toEqual([])
    await expectMirrored(fan)
  })

  test('told many times and in any order counts once', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 4000)
    const [won, lost] = [newName(), newName()]
    const facts = { payment, dispute: won, amount: totalOf(4000) }
    const late = disputeEvent({ ...facts, type: 'charge.dispute.funds_withdrawn' })
    for (const event of [disputeEvent({ ...facts, status: 'won' }), disputeEvent(facts), late, late])
      await deliver(market, event)
    await Promise.all([runJobs(market), runJobs(market)])
    expect(await statusOf(won)).toBe('won')
    expect(await market.balanceOf(fan)).toBe(4000)
    await tell(payment, lost, totalOf(4000), 'lost')
    await tell(payment, lost, totalOf(4000))
    await tell(payment, lost, totalOf(4000), 'won')
    expect(await statusOf(lost)).toBe('lost')
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('that comes before anybody has named its charge waits for it', async () => {
    const fan = await market.newFan()
    const order = { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount: 4000 }
    const asked = await market.call(fan, '/buy-token', order)
    const { uid: payment } = (asked.data as { payment: { uid: string } }).payment
    // The worker was killed between the processor's answer and our record of it.
    await market.sql`update payments set intent_id = null where uid = ${payment}`
    const dispute = newName()
    await tell(payment, dispute, totalOf(4000))
    expect(await statusOf(dispute)).toBeUndefined()
    await deliver(market, cardEvent({ payment, total: totalOf(4000) }))
    await runJobs(market)
    await market.sql`update graphile_worker._private_jobs set run_at = now()`
    await runJobs(market)
    expect(await statusOf(dispute)).toBe('open')
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('in two parts takes what reached the wallet and no more, and the house the fee once', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 10_000)
    const losses = (await balance(account.disputeLosses)) ?? 0
    await tell(payment, newName(), 4000)
    await tell(payment, newName(), totalOf(10_000) - 4000)
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await balance(account.disputeLosses)).toBe(losses - (totalOf(10_000) - 10_000))
    await expectMirrored(fan)
  })

  test('whose end is told otherwise later moves nothing, and is put before a person', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 4000)
    const dispute = newName()
    await tell(payment, dispute, totalOf(4000), 'lost')
    const event = disputeEvent({ payment, dispute, amount: totalOf(4000), status: 'won' })
    await deliver(market, event)
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await market.sql`select outcome from private.webhook_events where id = ${event.id}`).toEqual([
      { outcome: `refused: ${dispute} ended as lost and is now won` },
    ])
  })

  test('of which a bank only asks, or of a charge that is not ours, moves nothing', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 4000)
    const dispute = newName()
    const facts = { payment, dispute, amount: totalOf(4000) }
    await deliver(market, disputeEvent({ ...facts, status: 'warning_needs_response' }))
    await deliver(market, disputeEvent({ ...facts, payment: crypto.randomUUID() }))
    await runJobs(market)
    expect(await statusOf(dispute)).toBeUndefined()
    expect(await market.balanceOf(fan)).toBe(4000)
  })
})

async function spendAll(own: Market, fan: TestFan): Promise<void> {
  const project = await own.newProject({ price: await own.balanceOf(fan) })
  await buyFromWallet(own, fan, project)
  await own.sql`update mints set status_song = 'pending', played_at = now() where user_id = ${fan.uid}`
}

describe('below zero', () => {
  test('nothing but a dispute takes a wallet, whoever writes to the database', async () => {
    const fan = await market.newFan(1000)
    const spend = (amount: number, id = crypto.randomUUID()) =>
      market.sql`select ledger.post(${market.sql.json([
        {
          id: `spent:${id}`,
          kind: 'spent',
          debit: account.available(fan.uid),
          credit: account.revenue,
          amount,
        },
      ])})`
    await expect(spend(1001)).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
    for (const code of [account.available(fan.uid), account.held(fan.uid), account.revenue]) {
      await expect(
        market.sql`update ledger.accounts set overdraft = 5000 where code = ${code}`,
      ).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
    }
  })

  test('a wallet goes no further than its disputes took, and no transfer makes it worse', async () => {
    const fan = await market.newFan()
    const payment = await depositByCard(market, fan, 2000)
    await buyFromWallet(market, fan, await market.newProject({ price: 2000 }))
    await market.sql`update mints set status_song = 'pending', played_at = now() where user_id = ${fan.uid}`
    await tell(payment, newName(), totalOf(2000))
    expect(await market.balanceOf(fan)).toBe(-2000)
    const code = account.available(fan.uid)
    await expect(
      market.sql`update ledger.accounts set overdraft = 2001 where code = ${code}`,
    ).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
    await expect(
      market.sql`select ledger.post(${market.sql.json([
        { id: `spent:${fan.uid}`, kind: 'spent', debit: code, credit: account.revenue, amount: 1 },
      ])})`,
    ).rejects.toMatchObject({ constraint_name: 'no_overdraft' })
  })
})

test('the comparison with the processor finds no difference in any state, and each one that is planted', async () => {
  const own = await createMarket()
  const fan = await own.newFan()
  const returned: ReturnedByCard[] = []
  const long = new Date(Date.now() - 3_600_000)
  for (const [name, status, amount] of [
    ['dp_open', 'needs_response', totalOf(1000)],
    ['dp_won', 'won', 0],
    ['dp_lost', 'lost', totalOf(1000)],
  ] as const) {
    const payment = await depositByCard(own, fan, 1000)
    // The last time all of it is spent before the bank speaks.
    if (status === 'lost') await spendAll(own, fan)
    for (const said of new Set(['needs_response', status] as const))
      await deliver(own, disputeEvent({ payment, dispute: name, amount: totalOf(1000), status: said }))
    await runJobs(own)
    returned.push({ id: name, intentId: `pi_${payment}`, amount, at: long })
  }
  expect(await own.balanceOf(fan)).toBe(-1000)
  await own.sql`
    update private.disputes set opened_at = ${long}, ended_at = case when ended_at is not null then ${long}::timestamptz end`
  // All of it is on the chain.
  await own.sql`
    with mined as (
      insert into chain.transactions (signer, nonce, raw, hashes, status)
      values (${fan.wallet}, 1, '0x', array['0x'], 'confirmed') returning id
    )
    update chain.operations
    set status = 'confirmed', ended_at = now(), transaction_id = (select id from mined)`
  const differences = async (): Promise<Difference[]> => {
    const received = async () =>
      new Map(
        (
          await own.sql<
            { uid: string; total: number }[]
          >`select uid, amount + fee as total from payments where method = 'card'`
        ).map(({ uid, total }) => [uid, total]),
      )
    const cards = { ...own.ctx.cards, receivedSince: received, returnedSince: async () => returned }
    const wallets = async (some: string[]) =>
      new Map(
        await Promise.all(
          some.map(
            async (wallet) => [wallet, wallet === fan.wallet ? await onChain(own, wallet) : 0] as const,
          ),
        ),
      )
    await reconcile(
      { ...own.ctx, cards, pix: quietPix(own.ctx.pix) },
      { balances: wallets, units: async () => [] },
    )
    const [row] = await own.sql<{ differences: Difference[] }[]>`
      select differences from private.reconciliations order by id desc limit 1`
    // Wallets of author and house are not followed here.
    return (row?.differences ?? [])
      .filter(({ side, subject }) => side !== 'chain' || subject === fan.wallet)
      .map(({ rows: _, ...difference }) => difference)
  }
  expect(await differences()).toEqual([])
  returned.push({ id: 're_unknown', intentId: returned[0]?.intentId ?? null, amount: 300, at: long })
  returned.push({ id: 're_foreign', intentId: 'pi_of_another_product', amount: 300, at: long })
  const [open] = returned
  if (open) open.amount -= 1
  expect(await differences()).toEqual([
    { side: 'cards', subject: 'dp_open', ledger: totalOf(1000), other: totalOf(1000) - 1 },
    { side: 'cards', subject: 're_unknown', ledger: 0, other: 300 },
  ])
  await own.close()
})
