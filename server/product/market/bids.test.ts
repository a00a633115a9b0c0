/** Placing bids through the product's own door. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from '#domain/money.ts'
import { refusalText } from '../../platform/texts.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { balanceOf } from '../ledger/ledger.ts'
import type { BidsWire } from './contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

const refused = (code: string, status = 409) => ({ status, data: { code } })
const bidsOf = async (fan: TestFan, project: TestProject) =>
  (await market.call(fan, `/projects/bids/${project.uid}`)) as unknown as BidsWire

describe('a bid', () => {
  test('holds its money in full, competes at once, and is on its way to the chain', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    const placed = await market.bid(fan, project, 3000)
    expect(placed).toMatchObject({
      status: 200,
      data: { payment: { status: 'succeded', flow: 'bid', amount: 3000, fee: 0 } },
    })
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 2000, held: 3000 })
    const { data, mine, auction } = await bidsOf(fan, project)
    expect(data).toMatchObject([
      { amount: 3000, amountRaw: 3000, status: 'pending', position: 1, userId: fan.uid },
    ])
    expect(mine).toMatchObject({ amount: 3000, position: 1, toLead: 0 })
    expect(auction).toMatchObject({ bids: 1, standing: 1, winners: 0, leading: 3000 })
    const operations = await market.sql`
      select payload from chain.operations where kind = 'record_bids' and payload ->> 'edition' = (
        select contract_address from projects where id = ${project.id}
      )`
    expect(operations).toMatchObject([
      { payload: { bids: [{ wallet: fan.wallet, amount: 3000, reference: placed.data.payment.uid }] } },
    ])
  })

  test('shows others a nickname and nothing else', async () => {
    const [ana, bia] = [await market.newFan(5000), await market.newFan(5000)]
    const project = await market.newAuction()
    await market.bid(ana, project, 3000)
    const { data } = await bidsOf(bia, project)
    expect(data[0]).toMatchObject({
      userId: null,
      user: { nickname: ana.uid, fullName: ana.uid, photoUrl: null },
    })
    expect(JSON.stringify(data)).not.toContain(ana.email)
  })

  test('is refused in the language of the screen, whatever the account’s has become meanwhile', async () => {
    const fan = await market.newFan()
    const project = await market.newAuction({ price: 2000 })
    const bid = { typeBuy: 'bid', UID: project.uid, amount: 1999 }
    for (const [asked, spoken] of [
      ['en', 'en'],
      ['pt-BR', 'pt'],
      ['fr', 'pt'],
    ] as const) {
      const headers = { 'accept-language': asked }
      const low = await market.call(fan, '/buy-token-balance', bid, headers)
      expect(low.data).toMatchObject({ error: refusalText('bid_below_price', spoken) })
      const unknown = await market.call(fan, '/projects/bids/none', undefined, headers)
      expect(unknown.data).toMatchObject({ error: refusalText('project_not_found', spoken) })
    }
  })

  test('is refused for the first reason that holds', async () => {
    const fan = await market.newFan(10_000)
    const rich = await market.newFan(10_000)
    const project = await market.newAuction({ price: 2000 })
    expect(await market.bid(fan, project, 1999)).toMatchObject(refused('bid_below_price'))
    expect(await market.bid(fan, project, 10_001)).toMatchObject(refused('bid_exceeds_balance'))
    await market.bid(rich, project, 2500)
    expect(await market.bid(fan, project, 2500)).toMatchObject(refused('bid_amount_taken'))
    expect((await market.bid(fan, project, 2000)).status).toBe(200)
    expect(await market.bid(fan, project, 3000)).toMatchObject(refused('bid_already_active'))
    // Their own bid, not somebody else's, is what stands in the way.
    expect(await market.bid(fan, project, 2000)).toMatchObject(refused('bid_already_active'))
    const [holder] = project.holders
    if (holder) expect(await market.bid(holder, project, 1)).toMatchObject(refused('already_owned'))
    const open = await market.newProject()
    expect(await market.bid(fan, open, 1)).toMatchObject(refused('first_lot_open'))
    const closed = await market.newProject({ open: false })
    expect(await market.bid(fan, closed, 1)).toMatchObject(refused('project_closed'))
    const draft = await market.newProject({ published: false })
    expect(await market.bid(fan, draft, 1)).toMatchObject(refused('project_not_published', 404))
    const none = { id: 0, uid: crypto.randomUUID(), price: 1 }
    expect(await market.bid(fan, none, 2000)).toMatchObject(refused('project_not_found', 404))
  })

  test.each([0, -1, 1.5, 2 ** 53, MAX_CENTAVOS + 1, '3000', null])('of %s is malformed', async (amount) => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    expect(await market.bid(fan, project, amount as number)).toMatchObject(refused('malformed', 400))
    expect(await market.bid(fan, { ...project, uid: 'auction' }, 3000)).toMatchObject(
      refused('malformed', 400),
    )
  })

  test('needs a complete, active account and a session', async () => {
    const project = await market.newAuction()
    const fan = await market.newFan(5000)
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    expect(await market.bid(fan, project, 3000)).toMatchObject(refused('account_inactive', 403))
    const fresh = await market.newFan(5000)
    await market.sql`update users set is_complete_profile = false where uid = ${fresh.uid}`
    expect(await market.bid(fresh, project, 3000)).toMatchObject(refused('profile_incomplete', 403))
    expect(await market.bid({ ...fan, token: 'none' }, project, 3000)).toMatchObject(
      refused('unauthenticated', 401),
    )
  })

  test('is answered in the language of its fan', async () => {
    const [fan, project] = [await market.newFan(5000), await market.newAuction()]
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const { data } = await market.bid(fan, project, 6000)
    expect(data.error).toBe('The bid cannot exceed your available balance.')
  })

  test('repeated with its key is answered the same; with another body it is refused', async () => {
    const [fan, project] = [await market.newFan(9000), await market.newAuction()]
    const key = crypto.randomUUID()
    const first = await market.bid(fan, project, 3000, key)
    expect(await market.bid(fan, project, 3000, key)).toEqual(first)
    expect(await market.bid(fan, project, 3001, key)).toMatchObject(refused('key_reused', 422))
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 6000, held: 3000 })
  })

  test('shares no key with another call, whichever comes first', async () => {
    const [fan, project] = [await market.newFan(9000), await market.newAuction()]
    const call = (path: string, body: object, key: string) =>
      market.call(fan, path, body, { 'idempotency-key': key })
    const deposit = { typeBuy: 'balance', UID: '', amount: 4000 }
    const withdrawal = { pixKeyType: 'cpf', pixKey: '529.982.247-25', amount: 1000 }
    expect((await market.bid(fan, project, 3000, 'bid')).status).toBe(200)
    const others = [
      await call('/buy-token-pix', deposit, 'bid'),
      await call('/buy-token', { ...deposit, paymentMethodId: 'pm_card_visa' }, 'bid'),
      await call('/redeem-balance', withdrawal, 'bid'),
    ]
    expect(others).toMatchObject([422, 422, 422].map((status) => refused('key_reused', status)))
    expect((await call('/redeem-balance', withdrawal, 'out')).status).toBe(201)
    expect(await market.bid(fan, await market.newAuction(), 3000, 'out')).toMatchObject(
      refused('key_reused', 422),
    )
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 5000, held: 4000 })
  })
})

describe('races', () => {
  test('fifty fans with one amount: one of them has it', async () => {
    const project = await market.newAuction()
    const fans = await Promise.all(Array.from({ length: 50 }, () => market.newFan(5000)))
    const answers = await Promise.all(fans.map((fan) => market.bid(fan, project, 3000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    for (const answer of others) expect(answer).toMatchObject(refused('bid_amount_taken'))
  })

  test('two tabs of one fan, and the same key many times: one bid', async () => {
    const project = await market.newAuction()
    const fan = await market.newFan(50_000)
    const tabs = await Promise.all([3000, 3100, 3200].map((amount) => market.bid(fan, project, amount)))
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1)
    const twin = await market.newFan(50_000)
    const key = crypto.randomUUID()
    const same = await Promise.all(Array.from({ length: 10 }, () => market.bid(twin, project, 4000, key)))
    expect(new Set(same.map(({ data }) => data.payment.uid)).size).toBe(1)
    expect(await balanceOf(market.sql, twin.uid)).toEqual({ available: 46_000, held: 4000 })
  })

  test('one balance, many auctions at once: never more than it covers', async () => {
    const projects = await Promise.all(Array.from({ length: 12 }, () => market.newAuction()))
    const fan = await market.newFan(5000)
    const answers = await Promise.all(projects.map((project) => market.bid(fan, project, 2000)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await balanceOf(market.sql, fan.uid)).toEqual({ available: 1000, held: 4000 })
  })
})
