/** Cached answers: nobody is ever shown what is out of date, or what is another’s. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ok, refuse } from '#domain/result.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { createVersionReader } from '../../platform/db/version.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { BidsWire } from '../market/contract.ts'
import { placeBids } from '../market/place-bids.ts'
import { createResponseCache } from './response-cache.ts'
import { Written } from './written.ts'

let market: Market
let stranger: TestFan
beforeAll(async () => {
  market = await createMarket()
  stranger = await market.newFan()
})
afterAll(() => market.close())

const auctionOf = async (uid: string, fan: TestFan) =>
  (await market.call(fan, `/projects/bids/${uid}`)) as unknown as BidsWire & { status: number }

/** Resolves when what `ask` asks for waits for the table, which is closed until the transaction ends. */
async function waitingFor(tx: Tx, table: string, ask: () => void): Promise<void> {
  await tx`lock table ${tx(table)} in access exclusive mode`
  ask()
  await vi.waitFor(
    async () => {
      const waiting = await tx`
        select from pg_locks where not granted and relation = ${table}::regclass`
      expect(waiting.length).toBeGreaterThan(0)
    },
    { timeout: 20_000 },
  )
}

describe('an answer that is kept', () => {
  test('is read once while nothing changes, and anew after anything did', async () => {
    const cache = createResponseCache()
    const readVersion = createVersionReader(market.sql)
    let reads = 0
    const read = async () => ok(Written.of(++reads))
    const ask = async () => {
      const answer = await cache.get(await readVersion(), 'the same', read)
      return answer.ok && answer.value.body.text
    }
    const before = await readVersion()
    expect(await ask()).toBe('1')
    await market.newFan()
    expect(await readVersion()).not.toBe(before)
    expect(await ask()).toBe('2')
  })

  test('is read once for all who ask of the same version, and not kept when that failed', async () => {
    const cache = createResponseCache()
    const version = 'as it is'
    let reads = 0
    const failing = async () => {
      reads++
      throw new Error('on purpose')
    }
    const asked = await Promise.allSettled(
      Array.from({ length: 5 }, () => cache.get(version, 'one', failing)),
    )
    expect(asked.every(({ status }) => status === 'rejected')).toBe(true)
    expect(reads).toBe(1)
    expect(await cache.get(version, 'one', async () => refuse('project_not_found'))).toMatchObject({
      ok: false,
    })
    expect(await cache.get(version, 'other', async () => ok(Written.of('there')))).toMatchObject({
      value: { body: { text: '"there"' } },
    })
  })

  test('makes room for others: what was kept first goes first', async () => {
    const cache = createResponseCache()
    const long = Written.of('x'.repeat(1024 * 1024))
    const reads: string[] = []
    const ask = (name: string) =>
      cache.get('as it is', name, async () => {
        reads.push(name)
        return ok(long)
      })
    const names = Array.from({ length: 9 }, (_, n) => `of a megabyte, ${n}`)
    for (const name of names) await ask(name)
    await ask(names.at(-1) as string)
    expect(reads).toEqual(names)
    await ask(names[0] as string)
    expect(reads).toHaveLength(10)
  })
})

test('what somebody has done is in every answer that is asked for afterwards, theirs and others’', async () => {
  const auction = await market.newAuction()
  let isOver = false
  // Others ask all the time, so that answers are kept and joined.
  const crowd = Array.from({ length: 6 }, async () => {
    const fan = await market.newFan()
    while (!isOver) await auctionOf(auction.uid, fan)
  })
  try {
    for (let bids = 1; bids <= 25; bids++) {
      const bidder = await market.newFan(10_000)
      expect((await auctionOf(auction.uid, bidder)).auction.bids).toBe(bids - 1)
      expect((await market.bid(bidder, auction, 2000 + bids)).status).toBe(200)
      const [own, others] = await Promise.all([
        auctionOf(auction.uid, bidder),
        auctionOf(auction.uid, stranger),
      ])
      expect(own.auction.bids).toBe(bids)
      expect(own.mine?.amount).toBe(2000 + bids)
      expect(own.data[0]?.userId).toBe(bidder.uid)
      expect(others.auction.bids).toBe(bids)
      expect(others.mine).toBeNull()
      expect(others.data.map(({ userId }) => userId)).toEqual(others.data.map(() => null))
    }
  } finally {
    isOver = true
    await Promise.all(crowd)
  }
})

test('somebody outbid while their answer is read is told one place, not two', async () => {
  for (let attempt = 0; attempt < 20; attempt++) {
    const auction = await market.newAuction()
    const [first, better] = [await market.newFan(10_000), await market.newFan(10_000)]
    await market.bid(first, auction, 3000)
    let asked: ReturnType<typeof auctionOf> | undefined
    await market.sql.begin(async (tx) => {
      // Read with one's own bid, and not with the list.
      await waitingFor(tx, 'market.standing_counts', () => (asked = auctionOf(auction.uid, first)))
      await vi.waitFor(async () => {
        const busy = await tx`
          select from pg_stat_activity
          where datname = current_database() and state = 'active' and wait_event_type is distinct from 'Lock'
            and pid <> pg_backend_pid()`
        expect(busy).toHaveLength(0)
      })
      const bid = { fanUid: better.uid, projectUid: auction.uid, amount: 4000, key: null, requestHash: '' }
      expect(await placeBids(tx, [bid])).toMatchObject([{ refusal: null }])
    })
    const { data, mine } = (await asked) as BidsWire
    expect(data.find(({ userId }) => userId === first.uid)?.position).toBe(mine?.position)
    if (data.length === 1) return
  }
  throw new Error('No list was read before the better bid.')
})

describe('what is read for all who have never bought nor bid contains nothing of whoever asked', () => {
  type First = { path: string; table: 'bids' | 'mints'; work: (tx: Tx, fan: TestFan) => Promise<unknown> }

  /** The shared answer to somebody who does it first thing after they were looked at, and before it is read. */
  async function askedJustBefore(prepare: () => Promise<First>): Promise<{ text: string; fan: TestFan }> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { path, table, work } = await prepare()
      const fan = await market.newFan(10_000)
      // Looked at in the version that the database has now.
      await market.callRaw(fan, '/notifications?page=1&limit=6')
      let asked: Promise<Response> | undefined
      await market.sql.begin(async (tx) => {
        await waitingFor(tx, table, () => (asked = market.callRaw(fan, path)))
        await work(tx, fan)
      })
      const answer = (await asked) as Response
      // On a slow machine the look is too old by then, is taken again after the deed, and the answer is their own.
      if (answer.headers.get('cache-control') === 'private, no-cache')
        return { text: await answer.text(), fan }
    }
    throw new Error('No answer was shared.')
  }

  test.each(['', '/winner'])('of an auction%s', async (list) => {
    const { text, fan } = await askedJustBefore(async () => {
      const { uid } = await market.newAuction()
      return {
        path: `/projects/bids/${uid}${list}`,
        table: 'bids',
        async work(tx, bidder) {
          const bid = { fanUid: bidder.uid, projectUid: uid, amount: 5000, key: null, requestHash: '' }
          expect(await placeBids(tx, [bid])).toMatchObject([{ refusal: null }])
          if (list)
            await tx`update bids set status = 'winner', ended_at = now() where user_id = ${bidder.uid}`
        },
      }
    })
    expect(text).toContain('5000')
    expect(text).not.toContain(`"userId":"${fan.uid}"`)
    expect((JSON.parse(text) as BidsWire).mine ?? null).toBeNull()
  })

  test.each(['/projects', '/projects/'])('of %s', async (path) => {
    const { text } = await askedJustBefore(async () => {
      const project = await market.newProject()
      await market.sql`update projects set lyrics = 'segredo' where id = ${project.id}`
      return {
        path: path === '/projects' ? path : path + project.uid,
        table: 'mints',
        async work(tx, fan) {
          const request = { ordinal: 0, fan: fan.uid, project: project.uid, key: null, hash: '' }
          const bought =
            await tx`select refusal from market.buy_units(${JSON.stringify([request])}::text::jsonb)`
          expect([...bought]).toEqual([{ refusal: null }])
          await tx`
            update mints set status = 'minted', status_song = 'pending', played_at = now(), minted_at = now(),
              will_expire_at = now() + interval '1 hour'
            where user_id = ${fan.uid}`
        },
      }
    })
    expect(text).not.toContain('segredo')
  })
})

test('lyrics are in the answers of holders alone, drafts in those of administrators, and a pause is seen at once', async () => {
  const project = await market.newProject()
  await market.sql`update projects set lyrics = 'segredo' where id = ${project.id}`
  const paths = ['/projects', `/projects/${project.uid}`]
  const textOf = async (path: string, fan: TestFan) => (await market.callRaw(fan, path)).text()
  const holder = await market.newFan(10_000)
  for (const path of paths) expect(await textOf(path, holder)).not.toContain('segredo')
  await market.call(holder, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  await market.sql`
    update mints set status = 'minted', status_song = 'pending', played_at = now(), minted_at = now(), will_expire_at = now() + interval '1 hour'
    where project_id = ${project.id}`
  for (const path of paths) {
    expect(await textOf(path, holder)).toContain('segredo')
    expect(await textOf(path, stranger)).not.toContain('segredo')
  }

  const admin = await market.newAdmin()
  await market.sql`update projects set is_active = false where id = ${project.id}`
  expect((await market.callRaw(admin, paths[1] as string)).status).toBe(200)
  expect((await market.callRaw(stranger, paths[1] as string)).status).toBe(404)
  await market.sql`update projects set is_active = true, paused_at = now() where id = ${project.id}`
  expect(await textOf(paths[1] as string, stranger)).toContain('"isPaused":true')
})

describe('whoever has an answer already', () => {
  test('hears that it is still so, until it is not', async () => {
    const auction = await market.newAuction()
    const path = `/projects/bids/${auction.uid}`
    const first = await market.callRaw(stranger, path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await market.callRaw(stranger, path, undefined, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const bidder = await market.newFan(10_000)
    await market.bid(bidder, auction, 5000)
    const changed = await market.callRaw(stranger, path, undefined, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    // What is one’s own is kept by no browser.
    const own = await market.callRaw(bidder, path)
    expect([own.headers.get('cache-control'), own.headers.get('etag')]).toEqual(['no-store', null])
  })

  test('is answered in few bytes where they can be unpacked', async () => {
    const auction = await market.newAuction()
    const bidders = await Promise.all(Array.from({ length: 5 }, () => market.newFan(10_000)))
    for (const [place, bidder] of bidders.entries()) await market.bid(bidder, auction, 3000 + place)
    const path = `/projects/bids/${auction.uid}`
    const plain = await market.callRaw(stranger, path)
    const zipped = await market.callRaw(stranger, path, undefined, { 'accept-encoding': 'br, gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.headers.get('vary')).toBe('accept-encoding')
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text())
    // Those who are in the list, and somebody who is not, but further down.
    for (const [reader, list] of [
      ...bidders.map((bidder) => [bidder, ''] as const),
      [bidders[0], '?limit=4'] as const,
    ]) {
      const own = await (await market.callRaw(reader as TestFan, path + list)).text()
      const ownZipped = await market.callRaw(reader as TestFan, path + list, undefined, {
        'accept-encoding': 'gzip',
      })
      expect(JSON.parse(own).mine.amount).toBeGreaterThan(0)
      expect(gunzipSync(await ownZipped.arrayBuffer()).toString()).toBe(own)
    }
    // One tag for both, which is therefore weak; whoever is told that nothing changed is told on what it depends.
    const etag = plain.headers.get('etag') ?? ''
    expect([etag.slice(0, 3), zipped.headers.get('etag')]).toEqual(['W/"', etag])
    const same = await market.callRaw(stranger, path, undefined, { 'if-none-match': etag })
    expect([same.status, same.headers.get('vary')]).toEqual([304, 'accept-encoding'])
    for (const refused of ['gzip;q=0', 'br, gzip; q=0.0, *', 'identity'])
      expect(
        (await market.callRaw(stranger, path, undefined, { 'accept-encoding': refused })).headers.get(
          'content-encoding',
        ),
      ).toBeNull()
    const short = await market.callRaw(stranger, `/projects/${auction.uid}/log?limit=1`, undefined, {
      'accept-encoding': 'gzip',
    })
    expect(short.headers.get('content-encoding')).toBeNull()
  })
})
