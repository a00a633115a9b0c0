/** A purchase undone: what goes back, when it may be, and what it races with. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PLAY_CONSENT_VERSION } from '#domain/consent.ts'
import { type Entry, verify } from '../../../scripts/verify-auction.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { TokenWire } from '../access/contract.ts'
import { account } from '../ledger/ledger.ts'
import type { BidHistoryWire } from '../market/contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { code?: string; amount?: number } }
const regret = (fan: TestFan, UID: string) => market.call(fan, '/regret', { UID }) as Promise<Answer>
const play = (fan: TestFan, UID: string) => market.call(fan, '/play', { UID }) as Promise<Answer>
const balanceOfAccount = async (code: string) => {
  const [row] = await market.sql<{ balance: number }[]>`
    select balance from ledger.accounts where code = ${code}`
  return row?.balance ?? 0
}

/** A fan whose token the chain has recorded, with an hour to play it. */
async function holder(project: TestProject): Promise<{ fan: TestFan; token: string }> {
  const fan = await market.newFan(project.price)
  await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  return { fan, token: await minted(fan) }
}
async function minted(fan: TestFan): Promise<string> {
  const [mint] = await market.sql<{ uid: string }[]>`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${fan.uid} and status = 'pending'
    returning uid`
  if (!mint) throw new Error('nothing was bought')
  return mint.uid
}

describe('a purchase of the first lot', () => {
  test('is undone: every share goes back, the unit is on sale again, the chain is asked', async () => {
    const project = await market.newProject({ supply: 2, price: 1999 })
    const revenue = await balanceOfAccount(account.revenue)
    const { fan, token } = await holder(project)
    expect(await regret(fan, token)).toMatchObject({ status: 200, data: { uid: token, amount: 1999 } })
    expect(await market.balanceOf(fan)).toBe(1999)
    expect(await balanceOfAccount(account.revenue)).toBe(revenue)
    expect(await balanceOfAccount(account.payable(project.uid))).toBe(0)
    expect(
      await market.sql`
      select number, first_sold_at from units where project_id = ${project.id} and mint_id is null`,
    ).toMatchObject([{ first_sold_at: null }, { first_sold_at: null }])
    const [shelf] = ((await market.call(fan, '/user-projects')) as unknown as { data: TokenWire[] }).data
    expect(shelf).toMatchObject({ status: 'expired', regretted: true })
    expect(
      await market.sql`select kind, payload from chain.operations where key = ${`return:${token}`}`,
    ).toMatchObject([
      {
        kind: 'return_sale',
        payload: { unit: 1, wallet: fan.wallet, shares: [{ amount: 1799 }, { amount: 200 }] },
      },
    ])
    expect(await market.sql`select kind, data from notifications where user_id = ${fan.uid}`).toEqual([
      { kind: 'purchase_undone', data: { project: 'Maré', amount: 1999 } },
    ])
    // The money is free to buy the very same again.
    expect((await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status).toBe(
      200,
    )
  })

  test('asked for twenty times at once is undone once, and each call is told so', async () => {
    const { fan, token } = await holder(await market.newProject())
    const answers = await Promise.all(Array.from({ length: 20 }, () => regret(fan, token)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await market.balanceOf(fan)).toBe(2000)
    expect(await market.sql`select from notifications where user_id = ${fan.uid}`).toHaveLength(1)
  })

  test.each([
    ['somebody else’s', 404, 'token_not_found'],
    ['one that does not exist', 404, 'token_not_found'],
    ['no uid', 400, 'malformed'],
    ['one not recorded yet', 409, 'token_not_playable'],
    ['a played one', 409, 'regret_after_play'],
    ['one whose window is over', 409, 'token_ended'],
    ['one bought seven days ago', 409, 'regret_too_late'],
  ])('is not undone for %s', async (which, status, code) => {
    const { fan, token } = await holder(await market.newProject())
    let [who, uid] = [fan, token]
    if (which === 'somebody else’s') who = await market.newFan()
    if (which === 'one that does not exist') uid = crypto.randomUUID()
    if (which === 'no uid') uid = "' or true"
    if (which === 'a played one') expect((await play(fan, token)).status).toBe(200)
    if (which === 'one whose window is over') {
      await market.sql`update mints set will_expire_at = now() where uid = ${token}`
    }
    if (which === 'one bought seven days ago') {
      await market.sql`update mints set created_at = now() - interval '7 days' where uid = ${token}`
    }
    if (which === 'one not recorded yet') {
      const project = await market.newProject()
      who = await market.newFan(2000)
      await market.call(who, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
      const [mint] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${who.uid}`
      uid = mint?.uid ?? ''
    }
    expect(await regret(who, uid)).toMatchObject({ status, data: { code } })
    expect(await market.balanceOf(fan)).toBe(0)
  })

  test('raced with the first play: either it plays and stays paid, or the money is back and nothing plays', async () => {
    for (let round = 0; round < 10; round++) {
      const { fan, token } = await holder(await market.newProject())
      const deeds = [() => regret(fan, token), () => play(fan, token)]
      if (round % 2) deeds.reverse()
      await Promise.all(deeds.map((deed) => deed()))
      const [row] = await market.sql`
        select status, status_song = 'none' as unplayed,
          exists (select from private.play_consents where mint_id = mints.id) as agreed
        from mints where uid = ${token}`
      expect([
        { status: 'expired', unplayed: true, agreed: false, balance: 2000 },
        { status: 'minted', unplayed: false, agreed: true, balance: 0 },
      ]).toContainEqual({ ...row, balance: await market.balanceOf(fan) })
    }
  })
})

describe('whoever has regretted two tokens of a work within thirty days', () => {
  const MONTH = '30 days'
  const earlier = (project: TestProject, fan: TestFan) =>
    market.sql`
      update mints set regretted_at = regretted_at - ${MONTH}::interval, created_at = created_at - ${MONTH}::interval,
        minted_at = minted_at - ${MONTH}::interval
      where id = (select min(id) from mints where project_id = ${project.id} and user_id = ${fan.uid} and regretted_at is not null)`

  test('buys no further one, by wallet or card, for themselves or to give, until one of them is older', async () => {
    const project = await market.newProject({ supply: 5, price: 2000 })
    const fan = await market.newFan(2000)
    const buy = (more: object = {}) =>
      market.call(fan, '/buy-token-balance', {
        typeBuy: 'mint',
        UID: project.uid,
        ...more,
      }) as Promise<Answer>
    for (let time = 0; time < 2; time++) {
      expect((await buy()).status).toBe(200)
      expect((await regret(fan, await minted(fan))).status).toBe(200)
    }
    const refused = { status: 409, data: { code: 'regretted_often' } }
    expect(await buy()).toMatchObject(refused)
    expect(await buy({ gift: { email: null, words: '' } })).toMatchObject(refused)
    const byCard = { typeBuy: 'mint', UID: project.uid, amount: 2000, paymentMethodId: 'pm_card_visa' }
    expect(await market.call(fan, '/buy-token', byCard)).toMatchObject(refused)
    const other = await market.newFan(2000)
    expect(
      (await market.call(other, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
    await earlier(project, fan)
    expect((await buy()).status).toBe(200)
  })

  test('bids for no further one until one of them is older', async () => {
    const auction = await market.newAuction({ price: 2000 })
    const [holder] = auction.holders as [TestFan]
    const fan = await market.newFan(5000)
    const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${holder.uid}`
    await regret(holder, token?.uid ?? '')
    for (const amount of [2000, 3000]) {
      expect((await market.bid(fan, auction, amount)).status).toBe(200)
      expect((await regret(fan, await minted(fan))).status).toBe(200)
    }
    expect(await market.bid(fan, auction, 2500)).toMatchObject({
      status: 409,
      data: { code: 'regretted_often' },
    })
    expect(await market.balanceOf(fan)).toBe(5000)
    await earlier(auction, fan)
    expect((await market.bid(fan, auction, 2500)).status).toBe(200)
  })
})

describe('a unit at auction', () => {
  test('goes to the best waiting bid at once, and a won purchase is undone like any other', async () => {
    const auction = await market.newAuction({ price: 2000 })
    const [first] = auction.holders as [TestFan]
    const [low, high] = [await market.newFan(2100), await market.newFan(2500)]
    await market.bid(low, auction, 2100)
    await market.bid(high, auction, 2500)
    const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${first.uid}`
    expect((await regret(first, token?.uid ?? '')).status).toBe(200)
    expect(await market.balanceOf(first)).toBe(2000)

    const won = await minted(high)
    expect((await regret(high, won)).status).toBe(200)
    expect(await market.balanceOf(high)).toBe(2500)
    const next = await minted(low)
    expect((await regret(low, next)).status).toBe(200)
    expect(await market.balanceOf(low)).toBe(2100)
    // Nobody bids any more: the unit waits, and the next bid has it.
    const late = await market.newFan(2000)
    expect((await market.bid(late, auction, 2000)).status).toBe(200)
    await minted(late)
    const log = await market.sql<Entry[]>`
      select seq, body, encode(hash, 'hex') as hash from market.log where project_id = ${auction.id} order by seq`
    expect(verify(log).winners.map(({ amount, isReturned }) => [amount, isReturned])).toEqual([
      [2500, true],
      [2100, true],
      [2000, false],
    ])
    const facts = log.map(({ body }) => JSON.parse(body) as { kind: string; at: string; freed: string })
    const returnedAt = facts.filter(({ kind }) => kind === 'return').map(({ at }) => at)
    const sales = facts.filter(({ kind }) => kind === 'sale')
    expect(sales.slice(1).map(({ freed }) => freed)).toEqual(returnedAt)
    const { data: history } = (await market.call(late, `/projects/bids/${auction.uid}/history`)) as {
      data: BidHistoryWire
    }
    expect(history.wins.map(({ amount }) => amount)).toEqual([2000])
    expect(history.bids.map(({ amount, won }) => [amount, won])).toEqual([
      [2100, false],
      [2500, false],
      [2000, true],
    ])
  })

  test('whose window ends as its holder regrets is settled once, one way or the other', async () => {
    for (let round = 0; round < 8; round++) {
      const auction = await market.newAuction({ price: 2000 })
      const [first] = auction.holders as [TestFan]
      const bidder = await market.newFan(2200)
      await market.bid(bidder, auction, 2200)
      const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${first.uid}`
      const uid = token?.uid ?? ''
      await Promise.all([
        regret(first, uid),
        market.endWindows(auction).then(() => market.settleAll()),
        regret(first, uid),
      ])
      await market.settleAll()
      const [ended] = await market.sql<{ status: string; regretted: boolean }[]>`
        select status, regretted_at is not null as regretted from mints where uid = ${uid}`
      expect([
        { status: 'solded', regretted: false, balance: 0 },
        { status: 'expired', regretted: true, balance: 2000 },
      ]).toContainEqual({ ...ended, balance: await market.balanceOf(first) })
      expect(
        await market.sql`
        select from mints where project_id = ${auction.id} and user_id = ${bidder.uid}`,
      ).toHaveLength(1)
    }
  })
})

test('the first play records what its fan agreed to, once, for good', async () => {
  const { fan, token } = await holder(await market.newProject())
  await play(fan, token)
  await play(fan, token)
  const agreed = await market.sql`
    select mints.user_id, text_version, agreed_at = played_at as "inTheSameInstant"
    from private.play_consents
    join mints on mints.id = mint_id
    where mints.uid = ${token}`
  expect(agreed).toEqual([{ user_id: fan.uid, text_version: PLAY_CONSENT_VERSION, inTheSameInstant: true }])
  await expect(market.sql`delete from private.play_consents`).rejects.toMatchObject({ code: 'PT409' })
})
