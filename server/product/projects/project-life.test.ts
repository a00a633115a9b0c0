/** Pausing, resuming and closing a project while fans bid and buy, and concurrent edits. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../../scripts/verify-auction.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { UserBidWire } from '../market/contract.ts'
import type { NotificationsWire } from '../notifications/contract.ts'
import { countFigures } from '../operations/count-figures.ts'
import { creditPayment } from '../payments/finish-payment.ts'
import { lockPayment } from '../payments/lock-payment.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: { code?: string; version?: number } }
const act = (project: TestProject, name: string, body: object = {}, by: TestFan | null = admin) =>
  market.call(by, `/admin/projects/${project.uid}/${name}`, body) as Promise<Answer>
const close = (project: TestProject, by: TestFan | null = admin) =>
  act(project, 'close', { projectName: 'Maré' }, by)
const buy = (fan: TestFan, project: TestProject) =>
  market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid }) as Promise<Answer>
const trail = async (project: TestProject) =>
  (
    await market.sql<{ action: string }[]>`
      select action from private.admin_actions where subject = ${project.uid} order by id`
  ).map(({ action }) => action)
const holderOf = async (project: TestProject) =>
  (
    await market.sql<{ fan: string }[]>`
      select user_id as fan from mints where project_id = ${project.id} and status in ('pending', 'minted')`
  ).map(({ fan }) => fan)
const heldBy = async (fan: TestFan) =>
  (
    await market.sql<{ balance: number }[]>`
      select balance from ledger.accounts where code = ${`fan:${fan.uid}:held`}`
  )[0]?.balance

/** The public log still proves every result. */
async function expectProven(project: TestProject): Promise<string[]> {
  const entries = await market.sql<{ seq: number; body: string; hash: string }[]>`
    select seq::int, body, encode(hash, 'hex') as hash from market.log where project_id = ${project.id} order by seq`
  verify(entries)
  return entries.map(({ body }) => (JSON.parse(body) as { kind: string }).kind)
}

describe('a paused project', () => {
  test('sells nothing and takes no bid, however it is paid', async () => {
    const lot = await market.newProject()
    const auction = await market.newAuction()
    const fan = await market.newFan(50_000)
    for (const project of [lot, auction]) expect((await act(project, 'pause')).status).toBe(200)
    const orders = [
      ['/buy-token-balance', { typeBuy: 'mint', UID: lot.uid }],
      ['/buy-token-balance', { typeBuy: 'bid', UID: auction.uid, amount: 3000 }],
      ['/buy-token', { typeBuy: 'mint', UID: lot.uid, amount: 2000, paymentMethodId: 'pm_1' }],
      ['/buy-token', { typeBuy: 'bid', UID: auction.uid, amount: 3000, paymentMethodId: 'pm_1' }],
      ['/buy-token-pix', { typeBuy: 'mint', UID: lot.uid, amount: 2000 }],
    ] as const
    for (const [path, body] of orders)
      expect(await market.call(fan, path, body), path).toMatchObject({
        status: 409,
        data: { code: 'project_paused' },
      })
    expect(await market.balanceOf(fan)).toBe(50_000)
    for (const project of [lot, auction]) expect((await act(project, 'resume')).status).toBe(200)
    expect((await buy(fan, lot)).status).toBe(200)
    expect((await market.bid(fan, auction, 3000)).status).toBe(200)
  })

  test('refuses by the database what passed the command', async () => {
    const project = await market.newProject()
    await act(project, 'pause')
    await expect(
      market.sql`update units set first_sold_at = now() where project_id = ${project.id}`,
    ).rejects.toMatchObject({ constraint_name: 'paused_sells_nothing' })
  })

  test('lets windows end and keeps the bids; on resuming the best ones win in the order of the ends', async () => {
    const project = await market.newAuction({ units: 2 })
    const [low, high, third] = [
      await market.newFan(9000),
      await market.newFan(9000),
      await market.newFan(9000),
    ]
    await market.bid(low, project, 3000)
    await market.bid(high, project, 4000)
    await market.bid(third, project, 2500)
    await act(project, 'pause')
    await market.endWindows(project)
    await market.settleAll()
    expect(await holderOf(project)).toEqual([])
    expect([await heldBy(low), await heldBy(high)]).toEqual([3000, 4000])

    expect((await act(project, 'resume')).status).toBe(200)
    expect((await holderOf(project)).toSorted()).toEqual([low.uid, high.uid].toSorted())
    expect(await heldBy(third)).toBe(2500)
    await market.settleAll()
    const kinds = await expectProven(project)
    expect(kinds).toEqual(['bid', 'bid', 'bid', 'pause', 'free', 'free', 'resume', 'sale', 'sale'])
  })

  test('what ended before the pause goes to the bids that stood', async () => {
    const project = await market.newAuction()
    const fan = await market.newFan(9000)
    await market.bid(fan, project, 3000)
    await market.endWindows(project)
    await act(project, 'pause')
    expect(await holderOf(project)).toEqual([fan.uid])
    expect(await expectProven(project)).toEqual(['bid', 'sale', 'pause'])
  })

  test('still ends on its day: every bid is given its money back', async () => {
    const project = await market.newAuction()
    const fan = await market.newFan(9000)
    await market.bid(fan, project, 3000)
    await act(project, 'pause')
    await market.endWindows(project)
    await market.sql`update projects set expired_at = now() where id = ${project.id}`
    await market.settleAll()
    expect(await market.balanceOf(fan)).toBe(9000)
    expect((await act(project, 'resume')).data.code).toBe('project_closed')
    expect(await expectProven(project)).toEqual(['bid', 'pause', 'free', 'release'])
  })

  test('keeps what had been set aside for a payment before, and nothing that was not', async () => {
    const project = await market.newProject({ supply: 2 })
    const [paid, late] = [await market.newFan(), await market.newFan()]
    const order = { typeBuy: 'mint', UID: project.uid, amount: 2000, paymentMethodId: 'pm_1' }
    for (const fan of [paid, late]) expect((await market.call(fan, '/buy-token', order)).status).toBe(200)
    await market.sql`
      update units set reserved_by = null, reserved_until = null from payments
      where payments.id = reserved_by and payments.user_id = ${late.uid}`
    await act(project, 'pause')
    for (const fan of [paid, late]) {
      const [payment] = await market.sql<{ id: number }[]>`select id from payments where user_id = ${fan.uid}`
      await market.sql.begin(async (tx) => {
        const locked = await lockPayment(tx as unknown as Tx, { id: payment?.id ?? 0 })
        if (locked) await creditPayment(tx as unknown as Tx, locked)
      })
    }
    expect(await holderOf(project)).toEqual([paid.uid])
    expect(await market.balanceOf(late)).toBe(2000)
  })

  test('pause races bids and purchases: each is whole before it, or refused', async () => {
    for (let round = 0; round < 5; round++) {
      const auction = await market.newAuction()
      const lot = await market.newProject({ supply: 10 })
      const fans = await Promise.all(Array.from({ length: 6 }, () => market.newFan(9000)))
      const answers = await Promise.all([
        ...fans.map((fan, index) => market.bid(fan, auction, 3000 + index)),
        act(auction, 'pause'),
        ...fans.map((fan) => buy(fan, lot)),
        act(lot, 'pause'),
      ])
      for (const { status, data } of answers)
        if (status !== 200) expect([status, data.code]).toEqual([409, 'project_paused'])
      const kinds = await expectProven(auction)
      expect(kinds.at(-1)).toBe('pause')
    }
  })

  test('pausing twice is pausing once', async () => {
    const project = await market.newAuction()
    await Promise.all([act(project, 'pause'), act(project, 'pause'), act(project, 'pause')])
    await Promise.all([act(project, 'resume'), act(project, 'resume')])
    expect(await trail(project)).toEqual(['project.pause', 'project.resume'])
    expect((await act(await market.newProject({ published: false }), 'pause')).data.code).toBe(
      'project_not_published',
    )
  })
})

test('whoever acts for the artist is told by mail when their work is paused, resumed and closed, once each', async () => {
  const [project, other] = [await market.newAuction(), await market.newAuction()]
  const artist = await market.newFan()
  await market.sql`
    insert into private.artist_accounts (artist_id, user_id)
    select artists.id, ${artist.uid} from private.artists
    join projects on artists.wallet = lower(author_wallet) where projects.id = ${project.id}`
  for (const change of ['pause', 'pause', 'resume']) await act(project, change)
  await Promise.all([close(project), close(project)])
  await close(other)
  const mails = await market.sql<{ template: string; project: string }[]>`
    select payload ->> 'template' as template, payload -> 'data' ->> 'project' as project
    from graphile_worker._private_jobs where payload ->> 'to' = ${artist.email} order by id`
  expect(mails).toEqual(
    ['artist_work_paused', 'artist_work_resumed', 'artist_work_closed'].map((template) => ({
      template,
      project: 'Maré',
    })),
  )
})

describe('closing', () => {
  test('gives every bid its money back, once, and holders keep their time', async () => {
    const project = await market.newAuction()
    const fan = await market.newFan(9000)
    await market.bid(fan, project, 3000)
    const answers = await Promise.all([close(project), close(project), close(project)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await trail(project)).toEqual(['project.close'])
    await market.settleAll()
    expect(await market.balanceOf(fan)).toBe(9000)
    expect(await holderOf(project)).toEqual(project.holders.map(({ uid }) => uid))
    expect(
      await market.sql`select kind from notifications where user_id = ${fan.uid} order by id desc limit 1`,
    ).toEqual([{ kind: 'bid_released' }])
    expect((await market.bid(fan, project, 3000)).data.code).toBe('project_closed')
    expect(await expectProven(project)).toEqual(['bid', 'release'])
  })

  test('is the reason that is given for a bid that it cancelled, and for no other', async () => {
    const fan = await market.newFan(9000)
    const [project, other] = [await market.newAuction(), await market.newAuction()]
    for (const auction of [project, other]) await market.bid(fan, auction, 3000)
    await close(project)
    await market.settleAll()
    // Cancelled for another reason, by an account that is active again later.
    await market.sql`update users set is_active = false where uid = ${fan.uid}`
    await market.sql`update users set is_active = true where uid = ${fan.uid}`
    const bids = (await market.call(fan, '/user-bids')).data as UserBidWire[]
    expect(
      bids.map(({ project: { uid }, status, endedWithProject }) => [uid, status, endedWithProject]),
    ).toEqual([
      [other.uid, 'pending-cancel', false],
      [project.uid, 'pending-cancel', true],
    ])
    const bell = (await market.call(fan, '/notifications')).data as NotificationsWire['data']
    const said = bell.notifications.filter(({ kind }) => kind === 'bid_released')
    expect(said.map(({ message }) => message.includes('porque o projeto encerrou'))).toEqual([false, true])
  })

  test('is done only to the project whose name was typed', async () => {
    const project = await market.newAuction()
    for (const body of [{ projectName: 'Mare' }, { projectName: '' }, {}])
      expect((await act(project, 'close', body)).status).toBe(400)
    expect(await trail(project)).toEqual([])
  })

  test('of a draft leaves nothing to publish', async () => {
    const draft = await market.newProject({ published: false })
    expect((await close(draft)).status).toBe(200)
    expect((await market.call(admin, `/projects/${draft.uid}/publish`, {})) as Answer).toMatchObject({
      status: 409,
      data: { code: 'project_closed' },
    })
  })

  test('races bids: what was placed before is released, what comes after is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const project = await market.newAuction()
      const fans = await Promise.all(Array.from({ length: 6 }, () => market.newFan(9000)))
      const answers = await Promise.all([
        ...fans.map((fan, index) => market.bid(fan, project, 3000 + index)),
        close(project),
      ])
      for (const { status, data } of answers)
        if (status !== 200) expect([status, data.code]).toEqual([409, 'project_closed'])
      await market.settleAll()
      for (const fan of fans) expect(await market.balanceOf(fan)).toBe(9000)
      await expectProven(project)
    }
  })
})

describe('an edit', () => {
  const edit = (project: TestProject, body: object, by: TestFan | null = admin) =>
    act(project, 'edit', body, by)

  test('of one who had not seen the last one is refused', async () => {
    const project = await market.newProject({ published: false })
    const answers = await Promise.all([
      edit(project, { version: 1, projectName: 'Um' }),
      edit(project, { version: 1, projectName: 'Dois' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.data.code).toBe('project_changed')
    expect(await trail(project)).toEqual(['project.edit'])
  })

  test('cleans the lyrics and keeps before and after in the trail', async () => {
    const project = await market.newProject()
    const lyrics = '<p onclick="x">la<br>lá</p><script>alert(1)</script>'
    expect(await edit(project, { version: 1, lyrics, author: 'Dupla' })).toMatchObject({
      status: 200,
      data: { version: 2 },
    })
    const [row] = await market.sql`
      select before, after from private.admin_actions where subject = ${project.uid}`
    expect(row).toEqual({
      before: { lyrics: '', author: 'Coral' },
      after: { lyrics: '<p>la<br />lá</p>', author: 'Dupla' },
    })
  })

  test('of terms is refused once fans may have bought under them', async () => {
    const draft = await market.newProject({ published: false })
    const onSale = await market.newProject()
    const terms = [
      { fiatPrice: 9900 },
      { validPeriod: 60 },
      { expiredAt: '2099-12-31 23:59:59' },
      { authorWallet: `0x${'5'.repeat(40)}` },
    ]
    for (const [index, term] of terms.entries()) {
      expect((await edit(draft, { version: index + 1, ...term })).status).toBe(200)
      expect((await edit(onSale, { version: 1, ...term })).data.code).toBe('project_terms_fixed')
    }
    // Published after it was read: the edit comes too late.
    const raced = await market.newProject({ published: false })
    const answers = await Promise.all([
      market.call(admin, `/projects/${raced.uid}/publish`, {}) as Promise<Answer>,
      edit(raced, { version: 1, fiatPrice: 9900 }),
    ])
    expect(answers[0].status).toBe(200)
    expect((await edit(raced, { version: 2, fiatPrice: 100 })).status).toBe(409)
    // Sent unchanged, they are no change.
    expect((await edit(onSale, { version: 1, fiatPrice: 2000, author: 'Novo' })).status).toBe(200)
    // What the contract fixes is not even a field.
    for (const term of [{ totalSupply: 9 }, { symbol: 'X9' }])
      expect((await edit(draft, { version: 5, ...term })).status).toBe(400)
    await expect(
      market.sql`update projects set total_supply = 9 where id = ${draft.id}`,
    ).rejects.toMatchObject({ constraint_name: 'contract_terms_stay' })
  })

  test.each([
    ['no version', { projectName: 'x' }],
    ['an end that has passed', { version: 1, expiredAt: '2020-01-01 00:00:00' }],
    ['a cover elsewhere', { version: 1, thumbnail: 'https://example.org/x.png' }],
    ['a video id with a path', { version: 1, videoId: '../x' }],
    ['an empty name', { version: 1, projectName: ' ' }],
  ])('with %s is refused', async (_case, body) => {
    const project = await market.newProject({ published: false })
    expect((await edit(project, body)).status).toBe(400)
    expect(await trail(project)).toEqual([])
  })
})

test('the page of a project says what is in it, and its preview what a fan would see', async () => {
  const project = await market.newAuction({ units: 2 })
  const fan = await market.newFan(9000)
  await market.bid(fan, project, 3000)
  await countFigures(market.sql)
  const page = await market.call(admin, `/admin/projects/${project.uid}`)
  expect(page.data).toMatchObject({
    sales: 2,
    unsold: 0,
    waiting: 0,
    holders: 2,
    standing: 1,
    held: 3000,
    volume: 4000,
    fees: 400,
    isPaused: false,
    phase: 'auction',
    version: 1,
  })
  const draft = await market.newProject({ published: false })
  await market.sql`update projects set video_id = 'um-video' where uid = ${draft.uid}`
  expect((await market.call(admin, `/admin/projects/${draft.uid}/preview`)).data).toMatchObject({
    project: { uid: draft.uid, projectName: 'Maré', phase: 'first_lot' },
    sharedWith: [],
  })
  await market.sql`update projects set video_id = 'um-so-video' where uid in ${market.sql([draft.uid, project.uid])}`
  expect((await market.call(admin, `/admin/projects/${draft.uid}/preview`)).data).toMatchObject({
    sharedWith: [expect.any(String)],
  })
  expect((await market.call(null, `/projects/${draft.uid}/public`)).status).toBe(404)
})

test('a number of bids and what they hold come from one reading, counted only where something happened', async () => {
  const [project, quiet] = [await market.newAuction(), await market.newAuction()]
  const [first, second] = [await market.newFan(9000), await market.newFan(9000)]
  const page = async () => (await market.call(admin, `/admin/projects/${project.uid}`)).data
  const written = async () =>
    (await market.sql`select xmin::text from private.project_held where project_id = ${quiet.id}`)[0]
  await market.bid(first, project, 3000)
  await countFigures(market.sql)
  const before = (await page()) as unknown as { heldAt: string }
  const kept = await written()
  await market.bid(second, project, 4000)
  // A few bids are counted at each view.
  expect(await page()).toMatchObject({ standing: 2, held: 7000 })
  // Many are not counted at a view: both figures are the last minute's.
  await market.sql`update market.state set standing = 5000 where project_id = ${project.id}`
  const counted = (await page()) as unknown as { heldAt: string }
  expect(counted).toMatchObject({ standing: 1, held: 3000 })
  expect(counted.heldAt <= before.heldAt).toBe(true)
  await market.sql`update market.state set standing = 2 where project_id = ${project.id}`
  const closing = await market.call(admin, `/admin/projects/${project.uid}/closing`)
  expect(closing.data).toEqual({
    standing: 2,
    held: 7000,
    unsold: 0,
    holders: 1,
    gifts: { count: 0, held: 0 },
  })
  await Promise.all([countFigures(market.sql), countFigures(market.sql)])
  expect(await page()).toMatchObject({ standing: 2, held: 7000 })
  await market.endWindows(project)
  await market.settleAll()
  await countFigures(market.sql)
  expect(await page()).toMatchObject({ standing: 1, held: 3000 })
  await market.sql`update users set is_active = false where uid = ${first.uid}`
  await runJobs(market)
  await countFigures(market.sql)
  expect(await page()).toMatchObject({ standing: 0, held: 0 })
  expect(await written()).toEqual(kept)
})

test('volume and fees are the same whether their days are kept or still being counted', async () => {
  const project = await market.newAuction({ units: 2 })
  const money = async () => (await market.call(admin, `/admin/projects/${project.uid}`)).data
  const sold = { volume: 4000, fees: 400 }
  expect(await money()).toMatchObject(sold)
  await countFigures(market.sql)
  expect(await money()).toMatchObject(sold)
  // Days later those days are not counted again.
  const [later] = await market.sql<{ day: Date }[]>`
    insert into private.daily_project_volume (day, project_id, volume)
    select current_date + 9, id, 0 from projects where uid = ${project.uid} returning day`
  expect(await money()).toMatchObject(sold)
  await market.sql`delete from private.daily_project_volume where day = ${later?.day ?? null}`
})

test('fans and strangers are refused each call, and unknown projects are not found', async () => {
  const project = await market.newProject()
  const fan = await market.newFan()
  const posts = { edit: { version: 1 }, pause: {}, resume: {}, close: { projectName: 'Maré' } }
  for (const [name, body] of Object.entries(posts)) {
    expect((await act(project, name, body, fan)).status, name).toBe(403)
    expect((await act(project, name, body, null)).status, name).toBe(401)
    for (const uid of ['x', crypto.randomUUID()])
      expect((await market.call(admin, `/admin/projects/${uid}/${name}`, body)).status, name).toBe(404)
  }
  for (const path of [`/admin/projects/${project.uid}`, `/admin/projects/${project.uid}/preview`]) {
    expect((await market.call(fan, path)).status).toBe(403)
    expect((await market.call(null, path)).status).toBe(401)
  }
  expect(await trail(project)).toEqual([])
})
