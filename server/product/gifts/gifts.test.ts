/** Giving an hour: through the doors, by whoever gives and whoever accepts, alone and in each other's way. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { GIFT_DAYS, GIFT_MAILS, GIFT_MAILS_TO, GIFTS_A_DAY, GIFTS_WAITING } from '#domain/gift.ts'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { totalOf } from '../../testing/paid-by-card.ts'
import { account } from '../ledger/ledger.ts'
import { createTasks } from '../tasks.ts'
import type { GiftWire, OfferedGiftWire } from './contract.ts'
import { returnDueGifts } from './return-gifts.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer<Data = { code?: string }> = { status: number; data: Data }

const give = (fan: TestFan, { uid }: TestProject, gift: object = {}, headers = {}) =>
  market.call(
    fan,
    '/buy-token-balance',
    { typeBuy: 'mint', UID: uid, gift: { email: null, words: '', ...gift } },
    headers,
  ) as Promise<Answer<{ code?: string; payment: { uid: string; status: string } }>>
const given = async (fan: TestFan) => (await market.call(fan, '/gifts')).data as GiftWire[]
const giftOf = async (fan: TestFan) => (await given(fan))[0] as GiftWire
const accept = (fan: TestFan, code: string) =>
  market.call(fan, '/gifts/accept', { code }) as Promise<Answer<{ code?: string; token: string }>>
const offered = (code: string) =>
  market.call(null, '/gifts/offered', { code }) as Promise<Answer<OfferedGiftWire & { code?: string }>>
const takeBack = (fan: TestFan, uid: string) =>
  market.call(fan, `/gifts/${uid}/take-back`, {}) as Promise<Answer>
const regret = (fan: TestFan, UID: string) => market.call(fan, '/regret', { UID }) as Promise<Answer>

/** The secret of a new link to the giver's newest gift. */
async function linkOf(fan: TestFan): Promise<string> {
  const { uid } = await giftOf(fan)
  const { data } = (await market.call(fan, `/gifts/${uid}/link`, {})) as Answer<{ link: string }>
  return new URL(data.link).hash.slice(1)
}

async function balanceOfAccount(code: string): Promise<number> {
  const [row] = await market.sql<{ balance: number }[]>`
    select balance from ledger.accounts where code = ${code}`
  return row?.balance ?? 0
}

/** Somebody who has set a unit aside, with its link. */
async function giver(project: TestProject, gift: object = {}) {
  const fan = await market.newFan(project.price)
  expect((await give(fan, project, gift)).status).toBe(200)
  return { fan, code: await linkOf(fan), uid: (await giftOf(fan)).uid }
}

const minted = (token: string) => market.sql`
  update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
  where uid = ${token} and status = 'pending'`
const stockOf = async ({ id }: TestProject) => {
  const [row] = await market.sql<{ unsold: number; waiting: number }[]>`
    select unsold::int, waiting::int from market.state where project_id = ${id}`
  return row
}

test('words that would be read backwards are kept as they were typed', async () => {
  const project = await market.newProject({ supply: 1, price: 1999 })
  const { fan } = await giver(project, { words: 'entre em \u202emoc.eplog\u202c \u2067já' })
  const [kept] = await market.sql<
    { words: string }[]
  >`select words from private.gifts where giver = ${fan.uid}`
  expect(kept?.words).toBe('entre em moc.eplog já')
})

describe('a gift by link', () => {
  test('sets a unit aside: sold, nobody’s, no record, no window; the price is held', async () => {
    const project = await market.newProject({ supply: 2, price: 1999 })
    const fan = await market.newFan(1999)
    const bought = await give(fan, project, { words: 'Para você ouvir no domingo.' })
    expect(bought).toMatchObject({ status: 200, data: { payment: { status: 'succeded' } } })
    expect(await stockOf(project)).toEqual({ unsold: 1, waiting: 0 })
    expect(await market.balanceOf(fan)).toBe(0)
    expect(await balanceOfAccount(account.held(fan.uid))).toBe(1999)
    expect(await balanceOfAccount(account.payable(project.uid))).toBe(0)
    expect(await market.sql`select from mints where project_id = ${project.id}`).toHaveLength(0)
    expect(
      await market.sql`select from chain.operations where payload ->> 'wallet' = ${fan.wallet}`,
    ).toHaveLength(0)
    expect(await giftOf(fan)).toMatchObject({
      status: 'waiting',
      payment: bought.data.payment.uid,
      amount: 1999,
      email: null,
      words: 'Para você ouvir no domingo.',
      token: null,
    })
    // Neither in an auction nor free.
    expect(await market.call(fan, '/balance')).toMatchObject({
      data: { data: { balance: 0, totalBided: 0 } },
    })
    expect((await market.call(fan, '/set-aside')).data).toEqual({ withdrawals: 0, gifts: 1999, refunds: 0 })
    expect((await market.call(fan, '/user-projects')).data).toEqual([])
  })

  test('shows who gives what to anybody who has it, without a trace of who that is, and changes nothing', async () => {
    const project = await market.newProject()
    const { fan, code } = await giver(project, { words: 'Ouça até o fim.' })
    await market.sql`update users set nickname = 'bia' where uid = ${fan.uid}`
    for (let time = 0; time < 3; time++) {
      const answer = await offered(code)
      expect(answer).toMatchObject({
        status: 200,
        data: { status: 'waiting', giver: 'bia', words: 'Ouça até o fim.', project: { uid: project.uid } },
      })
      expect(JSON.stringify(answer)).not.toMatch(/@tune\.test|"Ana"/)
    }
    expect((await giftOf(fan)).status).toBe('waiting')
    // What we keep of the link does not open it.
    const [row] =
      await market.sql`select encode(code_hash, 'hex') as kept from private.gifts where giver = ${fan.uid}`
    expect(row?.kept).not.toContain(code)
  })

  test('becomes the token of whoever accepts: theirs on the shelf and on the chain, paid by the giver', async () => {
    const project = await market.newProject({ supply: 1, price: 1999 })
    const { fan, code } = await giver(project)
    const recipient = await market.newFan()
    const answer = await accept(recipient, code)
    expect(answer.status).toBe(200)
    const { token } = answer.data
    expect(await balanceOfAccount(account.held(fan.uid))).toBe(0)
    expect(await balanceOfAccount(account.payable(project.uid))).toBe(1799)
    expect((await market.call(recipient, '/user-projects')).data).toMatchObject([
      { uid: token, status: 'pending', giver: fan.uid, amount: 1999 },
    ])
    expect(
      await market.sql`select payload from chain.operations where key = ${`sell:${token}`}`,
    ).toMatchObject([{ payload: { wallet: recipient.wallet, payer: fan.wallet, amount: 1999 } }])
    const [operation] = await market.sql`select payload from chain.operations where key = ${`sell:${token}`}`
    await market.sql.begin((tx) =>
      market.ctx.recordChainOutcome(
        tx,
        {
          kind: 'sell_unit',
          payload: operation?.payload,
          txHash: `0x${'1'.repeat(64)}`,
          failure: null,
          deployed: null,
        },
        3600,
      ),
    )
    expect((await market.call(recipient, '/user-projects')).data).toMatchObject([{ status: 'minted' }])
    expect((await market.call(recipient, '/play', { UID: token })).status).toBe(200)
    expect(await giftOf(fan)).toMatchObject({ status: 'accepted', token: null })
    expect((await market.call(recipient, '/notifications')).data).toMatchObject({
      notifications: [{ kind: 'purchase_ready' }],
    })
    expect((await market.call(fan, '/notifications')).data).toMatchObject({
      notifications: [{ kind: 'gift_accepted' }, { kind: 'gift_waiting' }],
    })
  })

  test('is known by its newest link alone', async () => {
    const { fan, code } = await giver(await market.newProject())
    const newer = await linkOf(fan)
    const recipient = await market.newFan()
    expect(await offered(code)).toMatchObject({ status: 404, data: { code: 'gift_not_found' } })
    expect(await accept(recipient, code)).toMatchObject({ status: 404, data: { code: 'gift_not_found' } })
    expect((await accept(recipient, newer)).status).toBe(200)
  })

  test('is repeated by whoever accepted it, with one token; others read that it is taken', async () => {
    const { fan, code } = await giver(await market.newProject())
    const [recipient, late] = [await market.newFan(), await market.newFan()]
    const first = await accept(recipient, code)
    expect(await accept(recipient, code)).toEqual(first)
    expect(await accept(late, code)).toMatchObject({ status: 409, data: { code: 'gift_taken' } })
    expect(await offered(code)).toMatchObject({ data: { status: 'accepted' } })
    const { uid } = await giftOf(fan)
    expect(await takeBack(fan, uid)).toMatchObject({ status: 409, data: { code: 'gift_taken' } })
    expect(await market.call(fan, `/gifts/${uid}/link`, {})).toMatchObject({ data: { code: 'gift_taken' } })
  })

  test('is not the giver’s, nor for somebody without a profile, nor for a holder; and stays to be accepted', async () => {
    const project = await market.newProject()
    const { fan, code } = await giver(project)
    expect(await accept(fan, code)).toMatchObject({ status: 409, data: { code: 'own_gift' } })
    const bare = await market.newFan()
    await market.sql`update users set is_complete_profile = false where uid = ${bare.uid}`
    expect(await accept(bare, code)).toMatchObject({ status: 403, data: { code: 'profile_incomplete' } })
    const holder = await market.newFan(project.price)
    await market.call(holder, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    expect(await accept(holder, code)).toMatchObject({ status: 409, data: { code: 'already_owned' } })
    const gone = await market.newFan()
    await market.sql`update users set is_active = false where uid = ${gone.uid}`
    expect((await accept(gone, code)).status).toBeGreaterThanOrEqual(401)
    expect((await giftOf(fan)).status).toBe('waiting')
    expect(await market.call(fan, '/gifts/accept', { code: 'short' })).toMatchObject({
      data: { code: 'malformed' },
    })
  })
})

describe('before anybody accepts', () => {
  test('the giver takes it back, as often as they like: once the money and the unit return', async () => {
    const project = await market.newProject({ supply: 2 })
    const { fan, code, uid } = await giver(project)
    expect((await takeBack(fan, uid)).status).toBe(200)
    expect((await takeBack(fan, uid)).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(await stockOf(project)).toEqual({ unsold: 2, waiting: 0 })
    expect(await giftOf(fan)).toMatchObject({ status: 'returned', returnedFor: 'taken_back' })
    expect(await accept(await market.newFan(), code)).toMatchObject({ data: { code: 'gift_over' } })
    expect(await offered(code)).toMatchObject({ data: { status: 'taken_back', words: '' } })
    const stranger = await market.newFan()
    expect(await takeBack(stranger, uid)).toMatchObject({ data: { code: 'gift_not_found' } })
    // The money is free for the very same again.
    expect((await give(fan, project)).status).toBe(200)
  })

  test('it can be accepted for so many days, where its project lasts as long', async () => {
    const project = await market.newProject()
    await market.sql`update projects set expired_at = now() + interval '1 year' where id = ${project.id}`
    const from = Date.now()
    const { fan } = await giver(project)
    const days = (since: number) => since + GIFT_DAYS * 24 * 3600_000
    const acceptBy = Date.parse((await giftOf(fan)).acceptBy)
    expect(acceptBy).toBeGreaterThanOrEqual(days(from))
    expect(acceptBy).toBeLessThanOrEqual(days(Date.now()))
  })

  test('its date ends it, and the end of its project does; the job may run again', async () => {
    const project = await market.newProject({ supply: 2 })
    const [dated, ended] = [await giver(project), await giver(await market.newProject())]
    // A day is all that its project has left.
    expect(Date.parse((await giftOf(dated.fan)).acceptBy) - Date.now()).toBeLessThan(25 * 3600_000)
    await market.sql`update private.gifts set accept_by = now() where uid = ${dated.uid}`
    await market.sql`
      update projects set expired_at = now() + interval '1 millisecond'
      where id = (select project_id from private.gifts where uid = ${ended.uid})`
    for (const { code } of [dated, ended]) {
      expect(await accept(await market.newFan(), code)).toMatchObject({ data: { code: 'gift_over' } })
    }
    await returnDueGifts(market.sql)
    await returnDueGifts(market.sql)
    for (const { fan } of [dated, ended]) {
      expect(await market.balanceOf(fan)).toBe(2000)
      expect(await giftOf(fan)).toMatchObject({ status: 'returned', returnedFor: 'expired' })
      expect(
        await market.sql`select from notifications where user_id = ${fan.uid} and kind = 'gift_returned'`,
      ).toHaveLength(1)
    }
  })

  test('a work that is closed ends it at once, with the reason, also while somebody accepts it', async () => {
    const project = await market.newProject({ supply: 2 })
    const { fan, code } = await giver(project)
    const admin = await market.newAdmin()
    const path = `/admin/projects/${project.uid}`
    const told = { gifts: { count: 1, held: project.price }, unsold: 1 }
    expect(await market.call(admin, path)).toMatchObject({ data: told })
    expect(await market.call(admin, `${path}/closing`)).toMatchObject({ data: told })
    const [row] = await market.sql<{ name: string }[]>`
      select project_name as name from projects where id = ${project.id}`
    const [closed, accepted] = await Promise.all([
      market.call(admin, `${path}/close`, { projectName: row?.name }),
      accept(await market.newFan(), code),
    ])
    expect(closed.status).toBe(200)
    const gift = await giftOf(fan)
    if (accepted.status === 200) return expect(gift.status).toBe('accepted')
    expect(accepted.data.code).toBe('gift_over')
    expect(gift).toMatchObject({ status: 'returned', returnedFor: 'closed' })
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(
      await market.sql`
        select data->>'returnedFor' as why from notifications
        where user_id = ${fan.uid} and kind = 'gift_returned'`,
    ).toEqual([{ why: 'closed' }])
  })

  test('whoever was mailed one of a work that is closed hears so, and its link says why', async () => {
    const project = await market.newProject({ supply: 2 })
    const { code } = await giver(project)
    const recipient = await market.newFan()
    await market.sql`update users set language = 'en' where uid = ${recipient.uid}`
    await market.sql`update private.gifts set email = ${recipient.email} where project_id = ${project.id}`
    const [row] = await market.sql<{ name: string }[]>`
      select project_name as name from projects where id = ${project.id}`
    await market.call(await market.newAdmin(), `/admin/projects/${project.uid}/close`, {
      projectName: row?.name,
    })
    expect(
      await market.sql`
        select payload ->> 'language' as language, payload -> 'data' ->> 'project' as project
        from graphile_worker._private_jobs
        where payload ->> 'template' = 'gift_closed' and payload ->> 'to' = ${recipient.email}`,
    ).toEqual([{ language: 'en', project: row?.name }])
    expect(await market.call(null, '/gifts/offered', { code })).toMatchObject({
      data: { status: 'closed', words: '' },
    })
  })

  test('a giver who is deactivated has the money in the wallet, and no link opens it', async () => {
    const project = await market.newProject()
    const { fan, code } = await giver(project)
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(await accept(await market.newFan(), code)).toMatchObject({ data: { code: 'gift_over' } })
    expect(await stockOf(project)).toEqual({ unsold: 3, waiting: 0 })
  })

  test('a work that is not on sale any more keeps its gifts for their givers', async () => {
    const project = await market.newProject()
    const { fan, code, uid } = await giver(project)
    await market.sql`update projects set is_active = false where id = ${project.id}`
    expect(await accept(await market.newFan(), code)).toMatchObject({
      data: { code: 'project_not_published' },
    })
    expect((await takeBack(fan, uid)).status).toBe(200)
  })

  test('a pause takes nothing away that had been set aside before', async () => {
    const project = await market.newProject()
    const { code } = await giver(project)
    await market.sql`update projects set paused_at = now() where id = ${project.id}`
    expect((await accept(await market.newFan(), code)).status).toBe(200)
  })
})

describe('after it was accepted', () => {
  async function accepted(project: TestProject) {
    const { fan, code } = await giver(project)
    const recipient = await market.newFan()
    const { token } = (await accept(recipient, code)).data
    await minted(token)
    return { fan, recipient, token }
  }

  test('the regret is the giver’s: the money goes back to them, the token is gone, and its holder is told', async () => {
    const project = await market.newProject({ supply: 1, price: 1999 })
    const { fan, recipient, token } = await accepted(project)
    expect((await giftOf(fan)).token).toBe(token)
    expect(await regret(recipient, token)).toMatchObject({ status: 404, data: { code: 'token_not_found' } })
    expect(await regret(fan, token)).toMatchObject({ status: 200, data: { amount: 1999 } })
    expect((await regret(fan, token)).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(1999)
    expect(await market.balanceOf(recipient)).toBe(0)
    expect(
      await market.sql`select payload from chain.operations where key = ${`return:${token}`}`,
    ).toMatchObject([{ payload: { wallet: recipient.wallet, payer: fan.wallet } }])
    expect(await giftOf(fan)).toMatchObject({ status: 'returned', returnedFor: 'regretted', token: null })
    expect(await market.call(recipient, '/play', { UID: token })).toMatchObject({
      data: { code: 'token_ended' },
    })
    expect(await market.sql`select kind from notifications where user_id = ${recipient.uid}`).toEqual([
      { kind: 'gift_withdrawn' },
    ])
    // Their giver is told, by mail and in the statement, of a gift and not of a purchase of their own.
    const told = await market.sql<{ kind: string }[]>`
      select kind, data ->> 'returnedFor' as why from notifications where user_id = ${fan.uid} order by id desc limit 1`
    expect(told).toEqual([{ kind: 'gift_returned', why: 'regretted' }])
    expect((await market.call(fan, '/notifications')).data).toMatchObject({
      notifications: [
        { message: expect.stringContaining('depois de aceito e antes do primeiro play') },
        { kind: 'gift_accepted' },
        { kind: 'gift_waiting' },
      ],
    })
    const statement = (await market.call(fan, '/statement')) as Answer<object[]>
    expect(statement.data[0]).toMatchObject({ kind: 'gift_returned', project: 'Maré' })
  })

  test('the first play ends that right', async () => {
    const { fan, recipient, token } = await accepted(await market.newProject())
    await market.call(recipient, '/play', { UID: token })
    expect(await regret(fan, token)).toMatchObject({ data: { code: 'regret_after_play' } })
    expect((await giftOf(fan)).token).toBe(null)
  })

  test('a token that the chain refuses gives the giver everything back', async () => {
    const project = await market.newProject()
    const { fan, code } = await giver(project)
    const recipient = await market.newFan()
    const { token } = (await accept(recipient, code)).data
    const [operation] = await market.sql`select payload from chain.operations where key = ${`sell:${token}`}`
    await market.sql.begin((tx) =>
      market.ctx.recordChainOutcome(
        tx,
        {
          kind: 'sell_unit',
          payload: operation?.payload,
          txHash: `0x${'1'.repeat(64)}`,
          failure: 'reverted',
          deployed: null,
        },
        3600,
      ),
    )
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(await market.balanceOf(recipient)).toBe(0)
    expect(await giftOf(fan)).toMatchObject({ status: 'returned', returnedFor: 'refused' })
  })

  test('an administrator’s refund of the payment goes to the giver', async () => {
    const project = await market.newProject()
    const { fan, token } = await accepted(project)
    const admin = await market.newAdmin()
    const { payment } = await giftOf(fan)
    const body = { amount: project.price, destination: 'wallet', reason: 'Engano', despitePlay: false }
    expect((await market.call(admin, `/admin/activity/${payment}/refunds`, body)).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(project.price)
    expect(await market.sql`select status from mints where uid = ${token}`).toEqual([{ status: 'expired' }])
    expect(await giftOf(fan)).toMatchObject({ status: 'returned', returnedFor: 'refunded' })
  })
})

describe('units that wait for their recipients', () => {
  /** What a fan sees of a project of two units, both of which are gifts. */
  async function bothGiven() {
    const project = await market.newProject({ supply: 2 })
    const givers = [await giver(project), await giver(project)] as const
    const fan = await market.newFan(9000)
    const seen = async () =>
      (
        (await market.call(fan, `/projects/${project.uid}`)) as unknown as {
          data: { phase: string; totalAvailable: number }
        }
      ).data
    const buy = () => market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
    return { project, givers, fan, seen, buy }
  }

  test('are the lot’s again when they are taken back and nobody has bid: nobody opens an auction so', async () => {
    const { givers, seen, buy } = await bothGiven()
    expect(await seen()).toMatchObject({ phase: 'auction', totalAvailable: 0 })
    expect(await buy()).toMatchObject({ status: 409, data: { code: 'sold_out' } })
    for (const { fan, uid } of givers) expect((await takeBack(fan, uid)).status).toBe(200)
    expect(await seen()).toMatchObject({ phase: 'first_lot', totalAvailable: 2 })
    expect((await buy()).status).toBe(200)
  })

  test('keep nobody from bidding, and go to the best bid when they are taken back', async () => {
    const { project, givers, fan, seen } = await bothGiven()
    const rival = await market.newFan(9000)
    expect((await market.bid(rival, project, 2500)).status).toBe(200)
    expect((await market.bid(fan, project, 3000)).status).toBe(200)
    const [first, second] = givers
    expect((await takeBack(first.fan, first.uid)).status).toBe(200)
    expect(await market.balanceOf(first.fan)).toBe(project.price)
    const won = async () =>
      (
        await market.sql<{ fan: string }[]>`
          select user_id as fan from bids where project_id = ${project.id} and status = 'winner' order by id`
      ).map((row) => row.fan)
    expect(await won()).toEqual([fan.uid])
    expect(await seen()).toMatchObject({ phase: 'auction', totalAvailable: 0 })
    expect((await takeBack(second.fan, second.uid)).status).toBe(200)
    expect(await won()).toEqual([rival.uid, fan.uid])
  })

  test('the last of a lot, taken back without a bid, waits for the first one', async () => {
    const project = await market.newProject({ supply: 2 })
    const buyer = await market.newFan(project.price)
    expect(
      (await market.call(buyer, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status,
    ).toBe(200)
    const { fan, uid } = await giver(project)
    expect((await takeBack(fan, uid)).status).toBe(200)
    expect(await stockOf(project)).toEqual({ unsold: 0, waiting: 1 })
    const bidder = await market.newFan(9000)
    expect((await market.bid(bidder, project, project.price)).status).toBe(200)
    expect(await stockOf(project)).toEqual({ unsold: 0, waiting: 0 })
  })

  test('are not accepted by whoever has a bid on the work; the gift waits', async () => {
    const { project, givers, fan } = await bothGiven()
    expect((await market.bid(fan, project, 3000)).status).toBe(200)
    expect(await accept(fan, givers[0].code)).toMatchObject({
      status: 409,
      data: { code: 'gift_beside_bid' },
    })
    expect((await giftOf(givers[0].fan)).status).toBe('waiting')
    expect((await accept(await market.newFan(), givers[0].code)).status).toBe(200)
  })
})

test('whoever has the address of one that waits is told so on the auction’s page, and nobody else is', async () => {
  const project = await market.newProject({ supply: 2 })
  const [fan, reader, other] = [
    await market.newFan(project.price),
    await market.newFan(),
    await market.newFan(),
  ]
  await give(fan, project, { email: reader.email })
  const { uid } = await giftOf(fan)
  const toldTo = async (viewer: TestFan) =>
    ((await market.call(viewer, `/projects/bids/${project.uid}`)) as { giftWaits?: boolean }).giftWaits
  expect([await toldTo(reader), await toldTo(other), await toldTo(fan)]).toEqual([true, false, false])
  await market.sql`update private.gifts set email = ${fan.email} where uid = ${uid}`
  expect(await toldTo(fan)).toBe(false)
  await market.sql`update private.gifts set email = ${reader.email} where uid = ${uid}`
  expect((await takeBack(fan, uid)).status).toBe(200)
  expect(await toldTo(reader)).toBe(false)
})

describe('how much one gives', () => {
  test('one unit of a work at a time, besides one’s own; and ten gifts in all', async () => {
    const project = await market.newProject({ supply: 9 })
    const fan = await market.newFan(80_000)
    expect((await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status).toBe(
      200,
    )
    expect((await give(fan, project)).status).toBe(200)
    expect(await give(fan, project)).toMatchObject({ status: 409, data: { code: 'gift_waiting' } })
    for (let count = 2; count <= GIFTS_WAITING; count++) {
      expect((await give(fan, await market.newProject())).status).toBe(200)
    }
    expect(await give(fan, await market.newProject())).toMatchObject({ data: { code: 'gifts_limit' } })
  })

  test('two of a work that were taken back, or undone after they were accepted, in thirty days; then no further unit of it', async () => {
    const [fan, recipient] = [await market.newFan(8000), await market.newFan()]
    const project = await market.newProject({ supply: 5 })
    expect((await give(fan, project)).status).toBe(200)
    expect((await takeBack(fan, (await giftOf(fan)).uid)).status).toBe(200)
    expect((await give(fan, project)).status).toBe(200)
    const { data } = await accept(recipient, await linkOf(fan))
    await minted(data.token)
    expect((await regret(fan, data.token)).status).toBe(200)
    const refused = { status: 409, data: { code: 'regretted_often' } }
    expect(await give(fan, project)).toMatchObject(refused)
    expect(await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).toMatchObject(
      refused,
    )
    expect((await give(fan, await market.newProject())).status).toBe(200)
    await market.sql`
      update private.gifts set ended_at = ended_at - interval '30 days'
      where giver = ${fan.uid} and returned_for = 'taken_back'`
    expect((await give(fan, project)).status).toBe(200)
  })

  test('three mails a day to one person, whoever gives', async () => {
    const [fan, other] = [await market.newFan(80_000), await market.newFan(80_000)]
    await give(fan, await market.newProject(), { email: ' Amiga@Tune.test ' })
    const { uid, email } = await giftOf(fan)
    expect(email).toBe('amiga@tune.test')
    for (let count = 2; count <= GIFT_MAILS_TO; count++) {
      expect((await market.call(fan, `/gifts/${uid}/mail`, {})).status).toBe(200)
    }
    const refused = { data: { code: 'gift_mails_limit' } }
    expect(await market.call(fan, `/gifts/${uid}/mail`, {})).toMatchObject(refused)
    expect(await give(other, await market.newProject(), { email: 'amiga@tune.test' })).toMatchObject(refused)
  })

  test('three mails a day to one person, however their address is written', async () => {
    const addresses = [
      'alvo@gmail.com',
      'A.lvo@gmail.com',
      'al.vo+x@googlemail.com',
      'alvo+y@gmail.com',
      'alvo@tune.test',
    ]
    const answers = []
    for (const email of addresses)
      answers.push(await give(await market.newFan(9000), await market.newProject(), { email }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200])
    const tagged = await give(await market.newFan(9000), await market.newProject(), {
      email: 'alvo+z@tune.test',
    })
    expect(tagged.status).toBe(200)
  })

  test('three mails a day to one person, also when many give at once', async () => {
    const givers = await Promise.all(Array.from({ length: 8 }, () => market.newFan(80_000)))
    const projects = await Promise.all(givers.map(() => market.newProject()))
    const answers = await Promise.all(
      givers.map((fan, index) => give(fan, projects[index] as TestProject, { email: 'procurada@tune.test' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(GIFT_MAILS_TO)
    for (const { status, data } of answers)
      if (status !== 200) expect(data).toMatchObject({ code: 'gift_mails_limit' })
  })

  test('three mails a day to one person, also when many give at once and each writes the address in another way', async () => {
    const addresses = [
      'p.ar@gmail.com',
      'pa.r@gmail.com',
      'p.a.r@gmail.com',
      'par+1@gmail.com',
      'par+2@gmail.com',
    ]
    const givers = await Promise.all(addresses.map(() => market.newFan(9000)))
    const projects = await Promise.all(addresses.map(() => market.newProject()))
    const answers = await Promise.all(
      givers.map((fan, index) =>
        give(fan, projects[index] as TestProject, { email: addresses[index] as string }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
  })

  test('three mails a day to one person, also of gifts that are paid for by card: the money stays in the wallet', async () => {
    const payments: string[] = []
    const fan = await market.newFan()
    for (let count = 0; count <= GIFT_MAILS_TO; count++) {
      const { uid, price } = await market.newProject()
      const asked = await market.call(fan, '/buy-token', {
        typeBuy: 'mint',
        UID: uid,
        paymentMethodId: 'pm_card_visa',
        amount: price,
        gift: { email: 'muitas@tune.test', words: '' },
      })
      payments.push((asked.data as { payment: { uid: string } }).payment.uid)
    }
    const { price } = await market.newProject()
    for (const payment of payments) await deliver(market, cardEvent({ payment, total: totalOf(price) }))
    await runJobs(market)
    const failures = await market.sql<{ failure: string | null }[]>`
      select failure from payments where uid = any (${payments}) order by failure`
    expect(failures.map(({ failure }) => failure)).toEqual(['gift_mails_limit', null, null, null])
    expect(await market.balanceOf(fan)).toBe(price)
    expect((await given(fan)).filter(({ status }) => status === 'waiting')).toHaveLength(GIFT_MAILS_TO)
  })

  test('thirty gifts a day, however soon they are taken back', async () => {
    const fan = await market.newFan(80_000)
    for (let count = 1; count <= GIFTS_A_DAY; count++) {
      expect((await give(fan, await market.newProject())).status).toBe(200)
      expect((await takeBack(fan, (await giftOf(fan)).uid)).status).toBe(200)
    }
    expect(await give(fan, await market.newProject())).toMatchObject({ data: { code: 'gifts_limit' } })
  })

  test('ten mails a day, the first of each gift among them', async () => {
    const fan = await market.newFan(80_000)
    for (let count = 1; count <= GIFT_MAILS - 1; count++) {
      const email = `pessoa${count}@tune.test`
      expect((await give(fan, await market.newProject(), { email })).status).toBe(200)
    }
    const { uid } = await giftOf(fan)
    expect((await market.call(fan, `/gifts/${uid}/mail`, {})).status).toBe(200)
    expect(await market.call(fan, `/gifts/${uid}/mail`, {})).toMatchObject({
      data: { code: 'gift_mails_limit' },
    })
    expect(await give(fan, await market.newProject(), { email: 'b@tune.test' })).toMatchObject({
      data: { code: 'gift_mails_limit' },
    })
    // A link asks for no mail.
    expect((await give(fan, await market.newProject())).status).toBe(200)
  })

  test('ten mails a day, also of gifts that were taken back at once', async () => {
    const fan = await market.newFan(80_000)
    const project = await market.newProject({ supply: 5 })
    for (let count = 1; count <= GIFT_MAILS; count++) {
      const work = await market.newProject()
      expect((await give(fan, work, { email: `estranha${count}@tune.test` })).status).toBe(200)
      expect((await takeBack(fan, (await giftOf(fan)).uid)).status).toBe(200)
    }
    expect(await give(fan, project, { email: 'outra@tune.test' })).toMatchObject({
      data: { code: 'gift_mails_limit' },
    })
  })

  test.each([
    [{ words: 'a'.repeat(201) }],
    [{ email: 'a..b@tune.test' }],
    [{ email: 'a@[127.0.0.1]' }],
    [{ email: '-oX@tune.test' }],
    [{ email: 'a@ｔune.test' }],
    [{ email: 'nobody' }],
    [{ email: 7 }],
  ])('%j is refused', async (gift) => {
    const fan = await market.newFan(2000)
    expect(await give(fan, await market.newProject(), gift)).toMatchObject({ status: 400 })
  })

  test.each([
    'veja https://golpe.example',
    'www.golpe.example',
    'entra em golpe.com agora',
    'golpe.tickets/now',
    'evil\u2024com',
    'evil\u200b.com',
    'ligue 0800 000 000 para liberar',
  ])('%j leads away, and is refused by that name', async (words) => {
    const fan = await market.newFan(2000)
    const refused = { status: 422, data: { code: 'words_lead_away' } }
    expect(await give(fan, await market.newProject(), { words })).toMatchObject(refused)
  })

  test('a call that is repeated under its key buys once', async () => {
    const project = await market.newProject()
    const fan = await market.newFan(project.price * 2)
    const key = { 'idempotency-key': 'a-gift-once' }
    const first = await give(fan, project, {}, key)
    expect(await give(fan, project, {}, key)).toEqual(first)
    expect(await give(fan, project, { words: 'outra' }, key)).toMatchObject({ data: { code: 'key_reused' } })
    expect(await given(fan)).toHaveLength(1)
  })
})

describe('the mail', () => {
  test('brings a link of its own in the giver’s words, and is asked for again; the link before it is dead', async () => {
    const project = await market.newProject()
    const fan = await market.newFan(project.price)
    await market.sql`update users set nickname = 'rui', language = 'en' where uid = ${fan.uid}`
    await give(fan, project, { email: 'aniversario@tune.test', words: 'Feliz aniversário!' })
    const [{ id } = { id: 0 }] = await market.sql<{ id: number }[]>`
      select id from private.gifts where giver = ${fan.uid}`
    const tasks = createTasks(market.ctx)
    const mails = async () =>
      (
        await market.sql<{ payload: { to: string; language: string; data: Record<string, string> } }[]>`
          select payload from graphile_worker._private_jobs where payload ->> 'template' = 'gift' order by id`
      ).map(({ payload }) => payload)
    await tasks['mail-gift']?.({ gift: id }, {} as never)
    await tasks['mail-gift']?.({ gift: id }, {} as never)
    const [first, second] = await mails()
    expect(second).toMatchObject({
      to: 'aniversario@tune.test',
      language: 'pt',
      alsoIn: 'en',
      data: { giver: 'rui', words: 'Feliz aniversário!', project: 'Maré' },
    })
    const codeOf = (mail?: { data: Record<string, string> }) => new URL(mail?.data.link ?? '').hash.slice(1)
    expect((await offered(codeOf(first))).status).toBe(404)
    expect((await accept(await market.newFan(), codeOf(second))).status).toBe(200)
    // Whom it was for is forgotten then, and nothing is mailed any more.
    await tasks['mail-gift']?.({ gift: id }, {} as never)
    expect(await mails()).toHaveLength(2)
    expect(await giftOf(fan)).toMatchObject({ email: null })
  })

  test('is in the language of its reader’s account, whatever the giver’s is; without an account it says it in both', async () => {
    const project = await market.newProject({ supply: 3 })
    const reader = await market.newFan()
    await market.sql`
      update users set email = 'leitora@tune.test', language = 'en' where uid = ${reader.uid}`
    const mails: { language: string; alsoIn?: string; to: string }[] = []
    for (const email of ['Leitora@tune.test', 'ninguem@tune.test']) {
      const fan = await market.newFan(project.price)
      await market.sql`update users set language = ${email.startsWith('L') ? 'pt' : 'en'} where uid = ${fan.uid}`
      await give(fan, project, { email })
      const [{ id } = { id: 0 }] = await market.sql<{ id: number }[]>`
        select id from private.gifts where giver = ${fan.uid}`
      await createTasks(market.ctx)['mail-gift']?.({ gift: id }, {} as never)
      const [mail] = await market.sql<{ payload: (typeof mails)[number] }[]>`
        select payload from graphile_worker._private_jobs
        where payload ->> 'template' = 'gift' and lower(payload ->> 'to') = ${email.toLowerCase()}`
      if (mail) mails.push(mail.payload)
    }
    expect(mails).toMatchObject([{ language: 'en' }, { language: 'pt', alsoIn: 'en' }])
    expect(mails[0]).not.toHaveProperty('alsoIn')
  })
})

describe('the bell of whoever is mailed a gift', () => {
  const mailed = async (fan: TestFan, times: number) => {
    const [{ id } = { id: 0 }] = await market.sql<{ id: number }[]>`
      select id from private.gifts where giver = ${fan.uid}`
    for (let time = 0; time < times; time++)
      await createTasks(market.ctx)['mail-gift']?.({ gift: id }, {} as never)
  }
  const bellOf = async (fan: TestFan) => {
    const { data } = (await market.call(fan, '/notifications')) as {
      data: { notifications: { kind: string; message: string; path: string }[] }
    }
    return data.notifications.filter(({ kind }) => kind === 'gift_mailed')
  }

  test.each([
    ['pt', 'noa', /^noa deu a você um \$TUNE de Maré\. O link para aceitar está no seu e-mail, e vale até /],
    [
      'en',
      'ivo',
      /^ivo gave you a \$TUNE of Maré\. The link to accept it is in your e-mail, and holds until /,
    ],
  ])(
    'says once who gave what, and where the link is, however often it is mailed (%s)',
    async (language, name, words) => {
      const project = await market.newProject()
      const [fan, reader] = [await market.newFan(project.price), await market.newFan()]
      await market.sql`update users set nickname = ${name} where uid = ${fan.uid}`
      await market.sql`
      update users set email = ${`sino.${language}@tune.test`}, language = ${language} where uid = ${reader.uid}`
      await give(fan, project, { email: `Sino.${language}@tune.test` })
      await mailed(fan, 2)
      expect(await bellOf(reader)).toMatchObject([
        { message: expect.stringMatching(words), path: `/project/${project.uid}` },
      ])
      // The mail is the one with the link.
      expect(
        await market.sql`
        select from graphile_worker._private_jobs
        where payload ->> 'notification' in (select id::text from notifications where user_id = ${reader.uid})`,
      ).toEqual([])
    },
  )

  test('says nothing once it was taken back: there is nothing to accept', async () => {
    const project = await market.newProject()
    const [fan, reader] = [await market.newFan(project.price), await market.newFan()]
    await market.sql`update users set email = 'sino.volta@tune.test' where uid = ${reader.uid}`
    await give(fan, project, { email: 'sino.volta@tune.test' })
    await mailed(fan, 1)
    expect(await bellOf(reader)).toHaveLength(1)
    expect((await takeBack(fan, (await giftOf(fan)).uid)).status).toBe(200)
    expect(await bellOf(reader)).toEqual([])
  })

  test('says nothing of who gave it once they are erased', async () => {
    const project = await market.newProject()
    const [fan, reader] = [await market.newFan(project.price), await market.newFan()]
    await market.sql`update users set email = 'sino@tune.test' where uid = ${reader.uid}`
    await give(fan, project, { email: 'sino@tune.test' })
    await mailed(fan, 1)
    expect(await bellOf(reader)).toHaveLength(1)
    const { token } = (await accept(reader, await linkOf(fan))).data
    await minted(token)
    expect(await market.call(fan, '/erase-account', { email: fan.email })).toMatchObject({ status: 200 })
    expect(await bellOf(reader)).toEqual([])
  })
})

describe('at once', () => {
  test('many accept one gift: one wins, the others read that it is taken', async () => {
    const { code } = await giver(await market.newProject())
    const fans = await Promise.all(Array.from({ length: 8 }, () => market.newFan()))
    const answers = await Promise.all(fans.map((fan) => accept(fan, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { data } of answers.filter(({ status }) => status !== 200))
      expect(data.code).toBe('gift_taken')
  })

  test('one recipient in many tabs has one token', async () => {
    const project = await market.newProject()
    const { code } = await giver(project)
    const fan = await market.newFan()
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(fan, code)))
    expect(new Set(answers.map(({ data }) => data.token)).size).toBe(1)
    expect(await market.sql`select from mints where project_id = ${project.id}`).toHaveLength(1)
  })

  test('two gifts of one work for one person: one is theirs, the other still waits', async () => {
    const project = await market.newProject()
    const gifts = [await giver(project), await giver(project)]
    const fan = await market.newFan()
    const answers = await Promise.all(gifts.map(({ code }) => accept(fan, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.data.code).toBe('already_owned')
  })

  test('taken back, accepted, mailed, expired and given anew: money and units add up whoever comes first', async () => {
    for (let round = 0; round < 12; round++) {
      const project = await market.newProject({ supply: 1 + (round % 2) })
      const { fan, code, uid } = await giver(project, { email: `rodada${round}@tune.test` })
      const [recipient, other] = [await market.newFan(), await market.newFan(9000)]
      if (round % 3 === 0) await market.sql`update private.gifts set accept_by = now() where uid = ${uid}`
      const [taken, had] = await Promise.all([
        takeBack(fan, uid),
        accept(recipient, code),
        returnDueGifts(market.sql),
        market.call(fan, `/gifts/${uid}/mail`, {}),
        round % 2 === 0 ? market.bid(other, project, 5000) : give(other, project),
        market.sql`update users set is_active = ${round % 4 !== 1} where uid = ${fan.uid}`,
      ])
      const gift = await market.sql<{ status: string }[]>`select status from private.gifts where uid = ${uid}`
      expect(gift).toEqual([{ status: had.status === 200 ? 'accepted' : 'returned' }])
      if (taken.status === 200) expect(had.status).not.toBe(200)
      expect(await market.balanceOf(fan)).toBe(had.status === 200 ? 0 : project.price)
      await market.settleAll()
      await market.expectHealthy()
    }
  })

  test('a rush of buyers and givers sells no unit twice', async () => {
    const project = await market.newProject({ supply: 5 })
    const fans = await Promise.all(Array.from({ length: 12 }, () => market.newFan(project.price)))
    const answers = await Promise.all(
      fans.map((fan, index) =>
        index % 2 === 0
          ? give(fan, project)
          : (market.call(fan, '/buy-token-balance', {
              typeBuy: 'mint',
              UID: project.uid,
            }) as Promise<Answer>),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const given = await market.sql`
      select from private.gifts where project_id = ${project.id} and status = 'waiting'`
    expect(await stockOf(project)).toEqual({ unsold: given.count, waiting: 0 })
  })
})
