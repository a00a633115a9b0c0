/** The official realtime client on a topic the server speaks on: the publisher of an auction, read from real changes. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { applyFrame } from '#domain/market-frame.ts'
import type { BroadcastSource } from '#server/doors/realtime/topics.ts'
import { createLogger } from '#server/platform/log.ts'
import { createAuctionPublisher } from '#server/product/market/auction-publisher.ts'
import type { BidWire, MarketFrame } from '#server/product/market/contract.ts'
import type { MarketState } from '#server/product/market/market-diff.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { become, clientOf } from './clients.ts'
import { JWT_SECRET } from './harness.ts'
import { type Live, startLive } from './live.ts'

/** What travels through a database and a socket takes its time on a busy machine. */
const eventually: typeof expect.poll = (probe, options) => expect.poll(probe, { timeout: 10_000, ...options })

let database: TestDatabase
let live: Live
let publisher: BroadcastSource
const ana = crypto.randomUUID()
const clients: SupabaseClient[] = []

beforeAll(async () => {
  database = await createTestDatabase({ max: 10 })
  const { sql } = database
  const log = createLogger('silent')
  publisher = createAuctionPublisher(
    {
      async findMarket(uid) {
        const [row] = await sql<{ id: number }[]>`
          select id from projects where uid = ${uid} and is_active`
        return row ?? null
      },
      readMarket,
    },
    log,
  )
  live = await startLive(database, [publisher])
  await sql`insert into auth.users (id, email) values (${ana}, 'ana@tune.test')`
  await sql`insert into users (uid, email, nickname) values (${ana}, 'ana@tune.test', 'ana')`
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})
afterAll(async () => {
  await live.close()
})

/** A market made of payments, the simplest rows that name a project: the door does not care what is in a frame. */
async function readMarket(projectId: number): Promise<MarketState> {
  const rows = await database.sql<{ id: number; amount: number; settled: boolean }[]>`
    select id, amount, status <> 'pending' as settled from payments
    where project_id = ${projectId} order by amount desc, id`
  const bids = rows.map(
    ({ id, amount, settled }, index): BidWire => ({
      id,
      userId: null,
      projectId,
      position: index + 1,
      amount,
      amountRaw: amount,
      status: settled ? 'bided' : 'pending',
      txHash: null,
      createdAt: '2026-11-21T12:00:00.000Z',
      endedAt: null,
      user: { fullName: 'ana', nickname: 'ana', photoUrl: null },
    }),
  )
  const auction = {
    version: 1,
    bids: bids.length,
    standing: bids.length,
    winners: 0,
    leading: bids[0]?.amount ?? null,
  }
  return {
    auction,
    nextExpire: null,
    totalAvailable: 0,
    isPaused: false,
    expiredAt: '2026-12-01T00:00:00.000Z',
    top: bids.slice(0, 50),
    winners: [],
  }
}

async function newProject(published = true): Promise<{ id: number; uid: string }> {
  const wallet = `0x${'1'.repeat(40)}`
  const [row] = await database.sql<{ id: number; uid: string }[]>`
    insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price,
      total_supply, valid_period, expired_at, author_wallet, contract_address, is_active)
    values ('Maré', 'Coral', '/cover.webp', 'Uma hora', 'mare', 'MARE', 2000, 3, 3600,
      now() + interval '1 day', ${wallet}, ${wallet}, ${published})
    returning id, uid`
  if (!row) throw new Error('no project')
  return row
}
const pay = (project: { id: number }, amount: number) =>
  database.sql<{ id: number }[]>`
    insert into payments (user_id, project_id, flow, method, amount)
    values (${ana}, ${project.id}, 'bid', 'card', ${amount}) returning id`

async function signedIn(): Promise<SupabaseClient> {
  const client = stranger()
  await become(
    client,
    await new SignJWT({ role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(ana)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET)),
  )
  return client
}
function stranger(): SupabaseClient {
  const client = clientOf(live.harness, null)
  clients.push(client)
  return client
}

type Watching = {
  channel: RealtimeChannel
  events: [string, number][]
  state: () => MarketFrame | null
}
async function watch(client: SupabaseClient, uid: string): Promise<Watching> {
  const events: [string, number][] = []
  let state: MarketFrame | null = null
  const channel = client.channel(`market:${uid}`)
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
    events.push([event, payload.seq])
    state = applyFrame(state, payload)
  })
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, fault) => {
      if (status === 'SUBSCRIBED') resolve()
      if (status === 'CHANNEL_ERROR') reject(fault)
    })
  })
  return { channel, events, state: () => state }
}
const amounts = ({ state }: Watching) => state()?.top.map(({ amount, position }) => [amount, position])

describe('the publisher of an auction', () => {
  test('begins with a snapshot and goes on with what changes, in order', async () => {
    const project = await newProject()
    await pay(project, 2000)
    const watching = await watch(await signedIn(), project.uid)
    await eventually(() => watching.events).toEqual([['snapshot', 1]])
    const [paid] = await pay(project, 3000)
    await eventually(() => amounts(watching)).toEqual([
      [3000, 1],
      [2000, 2],
    ])
    await database.sql`update payments set status = 'succeded' where id = ${paid?.id ?? 0}`
    await eventually(() => watching.state()?.top[0]?.status).toBe('bided')
    await pay(project, 2500)
    await eventually(() => amounts(watching)).toEqual([
      [3000, 1],
      [2500, 2],
      [2000, 3],
    ])
    expect(watching.events).toEqual([
      ['snapshot', 1],
      ['delta', 2],
      ['delta', 3],
      ['delta', 4],
    ])
  })

  test('is the same for everybody after a storm, whenever they came', async () => {
    const project = await newProject()
    const early = await Promise.all([1, 2, 3].map(async () => watch(await signedIn(), project.uid)))
    const storm = Promise.all(Array.from({ length: 200 }, (_, index) => pay(project, 2000 + index)))
    const late = await watch(await signedIn(), project.uid)
    await storm
    const { id } = project
    const expected = await readMarket(id)
    for (const watching of [...early, late]) {
      await eventually(() => watching.state()?.auction.bids).toBe(200)
      expect(watching.state()).toMatchObject(expected)
    }
    expect(expected.top).toHaveLength(50)
  })

  test('is read only while somebody watches', async () => {
    const project = await newProject()
    const [one, two] = await Promise.all([signedIn(), signedIn()])
    const watching = await watch(one, project.uid)
    const other = await watch(two, project.uid)
    await one.removeChannel(watching.channel)
    await pay(project, 2000)
    await eventually(() => amounts(other)).toEqual([[2000, 1]])
    expect(watching.events).toEqual([['snapshot', 1]])
    await two.removeChannel(other.channel)
    await eventually(() => publisher.follows('public', 'payments')).toBe(false)
    await pay(project, 3000)
    const again = await watch(two, project.uid)
    await eventually(() => again.events).toEqual([['snapshot', 1]])
    expect(amounts(again)).toEqual([
      [3000, 1],
      [2000, 2],
    ])
    await two.realtime.disconnect()
    await eventually(() => publisher.follows('public', 'payments')).toBe(false)
  })

  test('is shut to strangers', async () => {
    const { uid } = await newProject()
    await expect(watch(stranger(), uid)).rejects.toThrow('Unauthorized')
  })

  test('is not there for projects that nobody may see', async () => {
    const hidden = await newProject(false)
    for (const uid of [hidden.uid, crypto.randomUUID(), 'x']) {
      await expect(watch(await signedIn(), uid)).rejects.toThrow('UnknownTopic')
    }
    expect(publisher.follows('public', 'payments')).toBe(false)
  })

  test('is closed to whoever signs out', async () => {
    const project = await newProject()
    const client = await signedIn()
    const watching = await watch(client, project.uid)
    await become(client, live.harness.anonKey)
    await eventually(() => publisher.follows('public', 'payments')).toBe(false)
    await pay(project, 2000)
    expect(watching.events).toEqual([['snapshot', 1]])
  })

  test('hears nobody but the server', async () => {
    const project = await newProject()
    const liar = await watch(await signedIn(), project.uid)
    const watching = await watch(await signedIn(), project.uid)
    await liar.channel.send({ type: 'broadcast', event: 'delta', payload: { seq: 2, gone: [] } })
    await pay(project, 2000)
    await eventually(() => amounts(watching)).toEqual([[2000, 1]])
    expect(watching.events).toEqual([
      ['snapshot', 1],
      ['delta', 2],
    ])
  })
})
