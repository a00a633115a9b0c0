/** What becomes of bids: paid by card, recorded by the chain or refused by it, passed, warned of. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardFee } from '#domain/fee.ts'
import type { ChainOutcome } from '../../platform/chain/outcome.ts'
import type { ChainKind } from '../../platform/chain-operations.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { notifyEndingSoon, notifyOutbid } from '../notifications/outbid-and-ending.ts'
import { recordChainOutcome } from './record-chain-outcome.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
beforeEach(async () => {
  await market.sql`delete from chain.operations`
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const TX = `0x${'cd'.repeat(32)}`

/** Applies the outcome of what waits for the chain, as if it had been recorded, or refused for good. */
async function chainAnswers(kind: ChainKind, failure: string | null = null): Promise<number> {
  const operations = await market.sql<{ id: number; payload: object }[]>`
    delete from chain.operations where status = 'queued' and kind = ${kind} returning id, payload`
  for (const { payload } of operations.toSorted((a, b) => a.id - b.id)) {
    const outcome = { kind, payload, txHash: TX, failure, deployed: null } as ChainOutcome
    await market.sql.begin((tx) => recordChainOutcome(tx as unknown as Tx, outcome, 3600))
  }
  return operations.length
}
const told = async (fan: TestFan) =>
  (
    await market.sql<{ kind: string }[]>`
      select kind from notifications where user_id = ${fan.uid} order by id`
  ).map(({ kind }) => kind)
const bidOf = async (fan: TestFan) => {
  const [row] = await market.sql<{ status: string; tx: string | null; payment: string }[]>`
    select bids.status, bids.tx_hash as tx, payments.status as payment
    from bids
    join payments on payments.id = bids.payment_id
    where bids.user_id = ${fan.uid}`
  return row
}

describe('the chain', () => {
  test('records a bid: it is confirmed, and its fan is told, in their bell and by mail', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    await market.bid(fan, project, 3000)
    const [again] =
      await market.sql`select key, kind, payload from chain.operations where kind = 'record_bids'`
    expect(await chainAnswers('record_bids')).toBe(1)
    // Heard twice, it is told once.
    await market.sql`insert into chain.operations ${market.sql(again ?? {})}`
    expect(await chainAnswers('record_bids')).toBe(1)
    expect(await bidOf(fan)).toEqual({ status: 'bided', tx: TX, payment: 'succeded-bided' })
    expect(await told(fan)).toEqual(['bid_accepted'])
    const { data } = (await market.call(fan, '/notifications?page=1&limit=6')) as {
      data: { notifications: { message: string; isRead: boolean }[]; unread: number }
    }
    expect(data).toMatchObject({ unread: 1, notifications: [{ isRead: false }] })
    expect(data.notifications[0]?.message).toContain('Seu lance de R$ 30,00 por Maré está valendo.')
    const mails: string[] = []
    const send = async (mail: { to: string; subject: string }) => {
      mails.push(`${mail.to} ${mail.subject}`)
    }
    Object.assign(market.ctx.mailer, { send })
    await runJobs(market)
    expect(mails).toContain(`${fan.email} Lance enviado: R$ 30,00`)
  })

  test('records a bid that has won meanwhile: it stays won, and keeps its record', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    await market.bid(fan, project, 3000)
    await market.endWindows(project)
    await market.settleAll()
    await chainAnswers('record_bids')
    expect(await bidOf(fan)).toEqual({ status: 'winner', tx: TX, payment: 'succeded-winner' })
    await chainAnswers('sell_unit')
    expect(await told(fan)).toEqual(['won', 'purchase_ready'])
    const { data } = (await market.call(fan, '/user-projects')) as unknown as { data: { status: string }[] }
    expect(data).toMatchObject([{ status: 'minted', amount: 3000 }])
  })

  test('refuses a bid for good: the money returns, and the fan may bid again', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    await market.bid(fan, project, 3000)
    await chainAnswers('record_bids', 'NotTheDesk()')
    expect(await bidOf(fan)).toMatchObject({ status: 'failed', payment: 'failed-bided' })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 5000, held: 0 })
    expect(await told(fan)).toEqual(['bid_failed'])
    expect((await market.bid(fan, project, 3000)).status).toBe(200)
  })

  test('refuses a sale at auction: the winner gets every centavo back, and the next bid the unit', async () => {
    const project = await market.newAuction()
    const [best, next] = [await market.newFan(3000), await market.newFan(2000)]
    await market.bid(best, project, 3000)
    await market.bid(next, project, 2000)
    await market.endWindows(project)
    await market.settleAll()
    await chainAnswers('sell_unit', 'NoSuchUnit(1)')
    expect(await balanceOf(market.sql, best.uid)).toEqual({ available: 3000, held: 0 })
    expect(await told(best)).toEqual(['won', 'mint_failed'])
    await market.settleAll()
    expect(await bidOf(next)).toMatchObject({ status: 'winner' })
  })

  test('refuses a sale, and a bid comes before anybody has settled: the standing one has the unit', async () => {
    const project = await market.newAuction()
    const [best, next, late] = [
      await market.newFan(6000),
      await market.newFan(5000),
      await market.newFan(2000),
    ]
    await market.bid(best, project, 6000)
    await market.bid(next, project, 5000)
    await market.endWindows(project)
    await market.settleAll()
    await chainAnswers('sell_unit', 'NoSuchUnit(1)')
    expect((await market.bid(late, project, 2000)).status).toBe(200)
    expect(await bidOf(next)).toMatchObject({ status: 'winner' })
    expect(await bidOf(late)).toMatchObject({ status: 'pending' })
  })

  test('refuses a sale of a first lot that is sold out: the auction goes on, and the unit is in it', async () => {
    const project = await market.newProject({ supply: 1 })
    const [buyer, bidder] = [await market.newFan(2000), await market.newFan(3000)]
    await market.call(buyer, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    expect((await market.bid(bidder, project, 3000)).status).toBe(200)
    await chainAnswers('sell_unit', 'NoSuchUnit(1)')
    expect(await balanceOf(market.sql, buyer.uid)).toEqual({ available: 2000, held: 0 })
    await market.settleAll()
    expect(await bidOf(bidder)).toMatchObject({ status: 'winner' })
    const { data } = (await market.call(buyer, `/projects/${project.uid}`)) as unknown as {
      data: { phase: string }
    }
    expect(data.phase).toBe('auction')
  })

  test('hears of bids that were given up, and they are cancelled', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    await market.bid(fan, project, 3000)
    await market.sql`update projects set expired_at = clock_timestamp() where id = ${project.id}`
    await market.settleAll()
    expect(await bidOf(fan)).toMatchObject({ status: 'pending-cancel' })
    expect(await chainAnswers('release_bids')).toBe(1)
    expect(await bidOf(fan)).toMatchObject({ status: 'cancelled' })
    // Its record may come later than that: it is kept, and revives nothing.
    await chainAnswers('record_bids')
    expect(await bidOf(fan)).toMatchObject({ status: 'cancelled', tx: TX })
  })
})

describe('a bid by card', () => {
  const pay = (fan: TestFan, project: TestProject, amount: number) =>
    market.call(fan, '/buy-token', {
      paymentMethodId: 'pm_card_visa',
      typeBuy: 'bid',
      UID: project.uid,
      amount,
    }) as Promise<{ status: number; data: { payment: { uid: string }; code: string } }>
  async function confirm(paid: { data: { payment: { uid: string } } }, amount: number) {
    await deliver(market, cardEvent({ payment: paid.data.payment.uid, total: amount + cardFee(amount) }))
    await runJobs(market)
  }

  test('is charged, credited, held, and stands', async () => {
    const [fan, project] = [await market.newFan(), await market.newAuction()]
    const paid = await pay(fan, project, 3000)
    expect(paid.status).toBe(200)
    expect(await bidOf(fan)).toBeUndefined()
    await confirm(paid, 3000)
    expect(await bidOf(fan)).toEqual({ status: 'pending', tx: null, payment: 'succeded' })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 0, held: 3000 })
    await confirm(paid, 3000)
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 0, held: 3000 })
    // Its mail says what was paid for it.
    await chainAnswers('record_bids')
    const { uid } = paid.data.payment
    const fee = cardFee(3000)
    expect(
      await market.sql`select data from notifications where user_id = ${fan.uid} and kind = 'bid_accepted'`,
    ).toMatchObject([
      {
        data: {
          amount: 3000,
          until: expect.any(String),
          paid: 3000 + fee,
          fee,
          method: 'card',
          receipt: `deposit:${uid}`,
        },
      },
    ])
  })

  test('is judged before the card is asked', async () => {
    const [fan, rival, project] = [
      await market.newFan(),
      await market.newFan(9000),
      await market.newAuction(),
    ]
    expect(await pay(fan, project, 1999)).toMatchObject({ status: 409, data: { code: 'bid_below_price' } })
    await market.bid(rival, project, 4000)
    expect(await pay(fan, project, 4000)).toMatchObject({ data: { code: 'bid_amount_taken' } })
    expect((await pay(fan, project, 3000)).status).toBe(200)
    // The first is with the bank still, and counts.
    expect(await pay(fan, project, 3500)).toMatchObject({ data: { code: 'bid_already_active' } })
    expect(await market.sql`select from payments where user_id = ${fan.uid}`).toHaveLength(1)
  })

  test('whose amount was taken while the bank thought leaves the money in the wallet', async () => {
    const [fan, rival, project] = [
      await market.newFan(),
      await market.newFan(9000),
      await market.newAuction(),
    ]
    const paid = await pay(fan, project, 4000)
    await market.bid(rival, project, 4000)
    await confirm(paid, 4000)
    expect(await market.sql`select status, failure from payments where user_id = ${fan.uid}`).toEqual([
      { status: 'failed-bided', failure: 'bid_amount_taken' },
    ])
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 4000, held: 0 })
    expect(await told(fan)).toEqual(['bid_refused'])
    expect(
      await market.sql`select data from notifications where user_id = ${fan.uid} and kind = 'bid_refused'`,
    ).toMatchObject([{ data: { failure: 'bid_amount_taken', spentFee: cardFee(4000) } }])
  })

  test('that is declined is nothing, and the fan may try again', async () => {
    const [fan, project] = [await market.newFan(), await market.newAuction()]
    const paid = await pay(fan, project, 3000)
    const total = 3000 + cardFee(3000)
    const type = 'payment_intent.payment_failed'
    await deliver(market, cardEvent({ payment: paid.data.payment.uid, total, type }))
    await runJobs(market)
    expect((await pay(fan, project, 3000)).status).toBe(200)
  })
})

describe('news', () => {
  test('whoever led and is passed hears of it once; whoever never led does not', async () => {
    const project = await market.newAuction()
    const [low, first, second, best] = await Promise.all([1, 2, 3, 4].map(() => market.newFan(9000)))
    if (!low || !first || !second || !best) throw new Error('no fans')
    await market.bid(first, project, 3000)
    await market.bid(low, project, 2000)
    await market.bid(second, project, 4000)
    await market.bid(best, project, 5000)
    while ((await notifyOutbid(market.sql)) > 0);
    expect(await notifyOutbid(market.sql)).toBe(0)
    expect(await told(low)).toEqual([])
    expect(await told(first)).toEqual(['outbid'])
    expect(await told(second)).toEqual(['outbid'])
    expect(await told(best)).toEqual([])
    const [news] = await market.sql`select data from notifications where user_id = ${second.uid}`
    const held = { until: expect.stringMatching(/^20\d\d-/) }
    expect(news).toEqual({
      data: { project: 'Maré', auction: project.uid, amount: 4000, leading: 5000, ...held },
    })
  })

  test('who moves up to the lead and is passed hears of it too', async () => {
    const project = await market.newAuction()
    const [low, high, late] = [
      await market.newFan(9000),
      await market.newFan(9000),
      await market.newFan(9000),
    ]
    await market.bid(high, project, 5000)
    await market.bid(low, project, 2000)
    await market.endWindows(project)
    await market.settleAll()
    await market.bid(late, project, 3000)
    while ((await notifyOutbid(market.sql)) > 0);
    expect(await told(low)).toEqual(['outbid'])
  })

  test('a window about to end is announced once, and again after the first play', async () => {
    const project = await market.newAuction()
    const [holder] = project.holders
    if (!holder) throw new Error('no holder')
    const soon = (minutes: number) => market.sql`
      update mints set will_expire_at = clock_timestamp() + make_interval(mins => ${minutes})
      where project_id = ${project.id}`
    await soon(30)
    expect(await notifyEndingSoon(market.sql)).toBe(0)
    await soon(9)
    expect(await notifyEndingSoon(market.sql)).toBe(1)
    expect(await notifyEndingSoon(market.sql)).toBe(0)
    expect(await told(holder)).toEqual(['ending_soon'])
    const [token] = await market.sql<
      { uid: string }[]
    >`select uid from mints where project_id = ${project.id}`
    expect((await market.call(holder, '/play', { UID: token?.uid })).status).toBe(200)
    await market.sql`update mints set played_at = now() - interval '1 hour' where project_id = ${project.id}`
    await soon(9)
    await notifyEndingSoon(market.sql)
    expect(await told(holder)).toEqual(['ending_soon', 'ending_soon'])
  })
})
