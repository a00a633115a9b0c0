/** The lists of the market: their shapes, their pages, and what they refuse. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareBids } from '#domain/bid.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { NotificationsWire } from '../notifications/contract.ts'
import type { BidsWire, LogWire, UserBidsWire } from './contract.ts'

let market: Market
let project: TestProject
let fans: TestFan[]
/** Each fan's bid; two of them win. */
const AMOUNTS = [2000, 70_000, 2255, 2256, 300_000, 65_536, 65_535, 2511, 2512, 9000]

beforeAll(async () => {
  market = await createMarket()
  project = await market.newAuction({ units: 2 })
  fans = await Promise.all(AMOUNTS.map((amount) => market.newFan(amount)))
  for (const [index, fan] of fans.entries()) await market.bid(fan, project, AMOUNTS[index] ?? 0)
  await market.endWindows(project)
  await market.settleAll()
})
afterAll(() => market.close())

const get = async <Body>(path: string, fan = fans[0]) => (await market.call(fan ?? null, path)) as Body
const standing = AMOUNTS.toSorted((a, b) => b - a).slice(2)

describe('the bids of a project', () => {
  test('come by rank, then those that ended, page by page', async () => {
    const seen: BidsWire['data'] = []
    let next: string | null = ''
    for (let pages = 0; next !== null && pages < 20; pages++) {
      const after: string = next === '' ? '' : `&after=${next}`
      const page = await get<BidsWire>(`/projects/bids/${project.uid}?limit=3${after}`)
      seen.push(...page.data)
      next = page.next
    }
    expect(seen.map(({ amount }) => amount)).toEqual([...standing, 300_000, 70_000])
    expect(seen.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, null, null])
    expect(seen.map(({ status }) => status)).toEqual([...standing.map(() => 'pending'), 'winner', 'winner'])
    expect(seen.slice(0, 8)).toEqual(seen.slice(0, 8).toSorted(compareBids))
  })

  test('say where the caller stands', async () => {
    for (const [index, amount] of AMOUNTS.entries()) {
      const { mine, auction } = await get<BidsWire>(`/projects/bids/${project.uid}`, fans[index])
      const rank = standing.indexOf(amount)
      expect(mine?.position ?? 0).toBe(rank + 1)
      if (rank >= 0) expect(mine?.toLead).toBe(rank === 0 ? 0 : 65_536 - amount + 1)
      expect(auction).toMatchObject({ bids: 10, standing: 8, winners: 2, leading: 65_536 })
    }
  })

  test.each(['', '/winner'])(
    'are the same for everybody, but that one’s own are told to be: %s',
    async (list) => {
      const path = `/projects/bids/${project.uid}${list}`
      const everybodys = await get<BidsWire>(path, await market.newFan())
      expect(everybodys.data.map(({ userId }) => userId)).toEqual(everybodys.data.map(() => null))
      for (const [index, fan] of fans.entries()) {
        const { mine, ...theirs } = await get<BidsWire>(path, fan)
        const { mine: _, ...shared } = everybodys
        const own = ({ amount }: BidsWire['data'][number]) => amount === AMOUNTS[index]
        expect(theirs).toEqual({
          ...shared,
          data: everybodys.data.map((bid) => (own(bid) ? { ...bid, userId: fan.uid } : bid)),
        })
      }
    },
  )

  test('come with the ends of the open windows, the soonest first', async () => {
    const auction = await market.newAuction({ units: 3, endsIn: 600 })
    const { ends } = await get<BidsWire>(`/projects/bids/${auction.uid}`)
    const rows = await market.sql<{ end: Date }[]>`
      select will_expire_at as "end" from mints where project_id = ${auction.id} order by will_expire_at`
    expect(ends).toEqual(rows.map(({ end }) => end.toISOString()))
    expect(ends).toHaveLength(3)
  })

  test('that won are a list of their own, the latest first', async () => {
    const first = await get<BidsWire>(`/projects/bids/${project.uid}/winner?limit=1`)
    const second = await get<BidsWire>(`/projects/bids/${project.uid}/winner?limit=1&after=${first.next}`)
    expect([...first.data, ...second.data].map(({ amount }) => amount).sort()).toEqual([300_000, 70_000])
    expect(second.next).toBeNull()
  })

  test('make a chart', async () => {
    const { data } = await get<{ data: { bids: { amount: number; won: boolean }[]; wins: object[] } }>(
      `/projects/bids/${project.uid}/history`,
    )
    expect(data.bids.map(({ amount }) => amount)).toEqual(AMOUNTS)
    expect(data.bids.filter(({ won }) => won)).toHaveLength(2)
    expect(data.wins).toMatchObject([{ amount: 300_000 }, { amount: 70_000 }])
  })

  test.each([
    ['/projects/bids/none', 404],
    [`/projects/bids/${crypto.randomUUID()}`, 404],
    ['/projects/bids/UID?limit=0', 400],
    ['/projects/bids/UID?limit=101', 400],
    ['/projects/bids/UID?after=x9', 400],
    ['/projects/bids/UID/winner?after=9', 400],
    ['/projects/UID/log?limit=1001', 400],
    ['/projects/UID/log?order=up', 400],
    ['/projects/UID/log?after=-1', 400],
    ['/projects/none/log', 404],
    ['/notifications?page=0', 400],
    ['/notifications?page=1.5', 400],
    ['/user-bids?after=abc', 400],
  ])('%s is answered %i', async (path, status) => {
    expect((await market.call(fans[0] ?? null, path.replace('UID', project.uid))).status).toBe(status)
  })

  test('are for people who are signed in; a draft’s are nobody’s', async () => {
    expect((await market.call(null, `/projects/bids/${project.uid}`)).status).toBe(401)
    const draft = await market.newProject({ published: false })
    expect((await market.call(fans[0] ?? null, `/projects/bids/${draft.uid}`)).status).toBe(404)
    expect((await market.call(null, `/projects/${draft.uid}/log`)).status).toBe(404)
  })
})

test('a fan’s own bids name the project and when its next unit comes free', async () => {
  const fan = await market.newFan(90_000)
  const auctions = [await market.newAuction(), await market.newAuction(), await market.newAuction()]
  for (const auction of auctions) await market.bid(fan, auction, 3000)
  const first = await get<UserBidsWire>('/user-bids?limit=2', fan)
  const rest = await get<UserBidsWire>(`/user-bids?limit=2&after=${first.next}`, fan)
  expect(first).toMatchObject({ success: true })
  expect([...first.data, ...rest.data].map(({ project: { uid } }) => uid)).toEqual(
    auctions.map(({ uid }) => uid).reverse(),
  )
  expect(first.data[0]).toMatchObject({
    position: 1,
    amount: 3000,
    status: 'pending',
    userId: fan.uid,
    project: {
      projectName: 'Maré',
      author: 'Coral',
      validPeriod: 3600,
      nextExpire: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
  })
  expect(rest.next).toBeNull()
})

test('a fan’s own bids say that their auction is paused', async () => {
  const fan = await market.newFan(9000)
  const auction = await market.newAuction()
  await market.bid(fan, auction, 3000)
  const pause = async (at: Date | null) => {
    await market.sql`update projects set paused_at = ${at} where uid = ${auction.uid}`
    return (await get<UserBidsWire>('/user-bids', fan)).data.map(({ project }) => project.isPaused)
  }
  expect([await pause(new Date()), await pause(null)]).toEqual([[true], [false]])
})

describe('notifications', () => {
  test('come page by page, and are read once the bell was opened', async () => {
    const fan = await market.newFan()
    await market.sql`
      insert into notifications (user_id, kind, data)
      select ${fan.uid}, 'won', jsonb_build_object('project', 'Maré ' || n, 'amount', 2000)
      from generate_series(1, 8) n`
    const page = (n: number) => get<NotificationsWire>(`/notifications?page=${n}&limit=6`, fan)
    expect((await page(1)).data).toMatchObject({ page: 1, pages: 2, total: 8, unread: 8 })
    expect((await page(2)).data.notifications.map(({ message }) => message)).toEqual([
      expect.stringContaining('Maré 2'),
      expect.stringContaining('Maré 1'),
    ])
    await get('/notifications/mark-read', fan)
    expect((await page(1)).data.unread).toBe(0)
    expect((await page(1)).data.notifications.every(({ isRead }) => isRead)).toBe(true)
  })

  test('are said in the language the reader has now', async () => {
    const fan = await market.newFan()
    await market.sql`
      insert into notifications (user_id, kind, data) values (${fan.uid}, 'won', '{"project": "Maré", "amount": 2000}')`
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const { data } = await get<NotificationsWire>('/notifications', fan)
    expect(data.notifications[0]?.message).toBe(
      'Your bid of R$ 20,00 won a $TUNE of Maré. It will be on your shelf in a moment.',
    )
  })
})

describe('the log', () => {
  test('is open to everybody, chained, and names nobody', async () => {
    const entries: LogWire['data'] = []
    let after = 0
    for (;;) {
      const page = await get<LogWire>(
        `/projects/${project.uid}/log?limit=4${after ? `&after=${after}` : ''}`,
        undefined,
      )
      entries.push(...page.data)
      if (page.next === null) break
      after = Number(page.next)
    }
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    let head: Buffer = Buffer.alloc(32)
    for (const { body, hash } of entries) {
      head = createHash('sha256').update(head).update(body).digest()
      expect(hash).toBe(head.toString('hex'))
    }
    const kinds = entries.map(({ body }) => JSON.parse(body).kind as string)
    expect(kinds).toEqual([...AMOUNTS.map(() => 'bid'), 'sale', 'sale'])
    const text = JSON.stringify(entries)
    for (const fan of fans) expect(text).not.toContain(fan.uid)
    const anchored = await market.sql<{ head: string }[]>`
      select payload -> 'log' ->> 'head' as head from chain.operations where kind = 'anchor_log'`
    expect(anchored.map((row) => row.head)).toContain(head.toString('hex'))
  })

  test('cannot be changed, not even by the owner of the database', async () => {
    await expect(market.sql`update market.log set body = '{}'`).rejects.toMatchObject({ code: 'PT409' })
    await expect(market.sql`delete from market.log`).rejects.toMatchObject({ code: 'PT409' })
    await expect(market.sql`truncate market.log`).rejects.toMatchObject({ code: 'PT409' })
  })
})
