/**
 * Several hosts' worth of processes on this machine (`npm run cluster`), killed one after the other while money moves and
 * somebody watches: what was acknowledged is there once, and whoever was not cut off misses nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { WebSocket } from 'ws'
import type { BidsWire, MarketFrame } from '#server/product/market/contract.ts'
import type { Watchers } from '../bench/watchers.ts'
import { ensureEngine } from '../scripts/engines.ts'
import { startRemote } from '../scripts/remote.ts'
import {
  freePorts,
  processesOf,
  type RunningWorld,
  removeData,
  startWorld,
  worldAt,
} from '../scripts/start-world.ts'
import { ROOT } from '../scripts/surroundings.ts'
import { loseItsHost } from '../simulator/faults/doses.ts'
import { type Auction, expectSound, newAuction, verify } from './auctions.ts'
import { world as current, DEMO_FAN, expect, moveTo, RELEASE, test } from './fixtures.ts'
import { call, type Fan, newFan } from './people.ts'

const canRun = process.getuid?.() === 0 && ensureEngine('patroni') !== null

const SERVER = 'server/dist/main.cjs'
const WATCHERS = 200
/** Each bids once, one after the other, while servers are replaced. */
const BIDDERS = 100
const BID_EVERY_MS = 500

/** That of the other files. */
const usual = current
let dataDir: string
let port: number
let world: RunningWorld
let sql: postgres.Sql

test.beforeAll(async () => {
  if (!canRun) return
  dataDir = await mkdtemp(join(tmpdir(), 'tune-cluster-'))
  port = await freePorts('cluster')
  world = await startWorld({ port, dataDir, kind: 'cluster' })
  moveTo(worldAt(port, dataDir))
  sql = postgres(`postgres://postgres@127.0.0.1:${port + 2}/postgres`, { max: 2, connect_timeout: 10 })
})
test.afterAll(async () => {
  if (!canRun) return
  moveTo(usual)
  await sql.end({ timeout: 1 })
  await world.stop()
  await removeData(dataDir)
})

const url = (path: string) => `http://localhost:${port}${path}`

type Reader = { uid: string; anonKey: string; token: string; headers: Record<string, string> }

async function signIn(): Promise<Reader> {
  const { anonKey } = (await (await fetch(url('/config.json'))).json()) as { anonKey: string }
  const answer = await fetch(url('/auth/v1/token?grant_type=password'), {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_FAN),
  })
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string
    user: { id: string }
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { uid: user.id, anonKey, token, headers }
}

/** Hears of the fan's notifications from the realtime process with that index (0 or 1). */
async function watch(fan: Reader, index: number) {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port + 12 + index}/realtime/v1/websocket?apikey=${fan.anonKey}&vsn=2.0.0`,
  )
  const heard: number[] = []
  let closed = false
  const ready = Promise.withResolvers<void>()
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', ready.reject)
  socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse(String(data))
    if (event === 'system' && payload.status === 'ok') ready.resolve()
    if (event === 'postgres_changes') heard.push(payload.data.record.id)
  })
  const send = (event: string, payload: unknown) =>
    socket.send(
      JSON.stringify(['1', '1', event === 'heartbeat' ? 'phoenix' : 'realtime:own', event, payload]),
    )
  socket.on('open', () =>
    send('phx_join', {
      access_token: fan.token,
      config: {
        postgres_changes: [
          { event: 'INSERT', schema: 'public', table: 'notifications', filter: `user_id=eq.${fan.uid}` },
        ],
      },
    }),
  )
  await ready.promise
  // As a client does: whoever says nothing for a minute is taken for gone.
  const beat = setInterval(() => send('heartbeat', {}), 20_000)
  socket.on('close', () => clearInterval(beat))
  return { heard, isClosed: () => closed, end: () => socket.terminate() }
}

/** Writes a notification until it is acknowledged; its id. */
async function notify(fan: Reader): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      const [row] = await sql<[{ id: number }]>`
        insert into notifications (user_id, kind) values (${fan.uid}, 'won') returning id::int`
      return row.id
    } catch {
      await sleep(100)
    }
  }
  throw new Error('nothing could be written')
}

/** Kills what `npm run cluster` then starts again. */
function kill(command: string, setting?: string, folder = dataDir): void {
  const pids = processesOf(folder, command, setting)
  expect(pids.length, command).toBeGreaterThan(0)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
}

const killServer = (at: number) => kill(SERVER, `PORT=${at}`)

/** Patroni and its Postgres end at once, and their disk is gone. */
async function loseDatabase(name: string): Promise<void> {
  const files = await readlink(join(dataDir, name))
  kill(`${name}.yml`)
  kill(files)
  for (const entry of await readdir(files)) await rm(join(files, entry), { recursive: true, force: true })
}

const isUp = (at: number, path = '/health') =>
  fetch(`http://127.0.0.1:${at}${path}`).then(
    ({ ok }) => ok,
    () => false,
  )

const wallet = async ({ headers }: Reader): Promise<number> =>
  (
    (await (await fetch(url('/api/v1/balance'), { headers })).json()) as {
      data: { data: { balance: number } }
    }
  ).data.data.balance

/** How often which status was answered to people who read their balance all the time; 0 for none. */
function readAllTheTime({ headers }: Reader) {
  const statuses = new Map<number, number>()
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const status = await fetch(url('/api/v1/balance'), { headers }).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const asking = Array.from({ length: 8 }, ask)
  return {
    async stop() {
      isOver = true
      await Promise.all(asking)
      return statuses
    },
  }
}

/** One fan after the other bids on the auction: the payments of accepted bids, and whatever was answered to others. */
async function bidAllTheTime({ uid, price }: Auction) {
  const fans: Fan[] = []
  while (fans.length < BIDDERS)
    fans.push(...(await Promise.all(Array.from({ length: 10 }, () => newFan({ centavos: 10 * price })))))
  const paid: string[] = []
  const refusals: string[] = []
  let isOver = false
  const bid = async ({ session }: Fan, amount: number) => {
    const answer = await fetch(url('/api/v1/buy-token-balance'), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ typeBuy: 'bid', UID: uid, amount }),
    })
    const text = await answer.text()
    if (answer.ok) paid.push((JSON.parse(text) as { data: { payment: { uid: string } } }).data.payment.uid)
    else refusals.push(`${answer.status} ${text}`)
  }
  const bidding = (async () => {
    for (const [index, fan] of fans.entries()) {
      if (isOver) return
      await bid(fan, price + 100 * index).catch((fault) => refusals.push(String(fault)))
      await sleep(BID_EVERY_MS)
    }
  })()
  return {
    token: fans[0]?.session.access_token as string,
    async stop() {
      isOver = true
      await bidding
      return { paid, refusals }
    },
  }
}

/** A deposit by card, sent again with its key until it is answered; its payment's uid. */
async function deposit({ headers }: Reader, amount: number): Promise<string> {
  const order = { typeBuy: 'balance', UID: '', amount, paymentMethodId: 'pm_card_visa' }
  const request = {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(order),
  }
  for (const until = Date.now() + 150_000; Date.now() < until; ) {
    const answer = await fetch(url('/api/v1/buy-token'), request).catch(() => null)
    if (answer?.ok) {
      const { data } = (await answer.json()) as { data: { payment: { uid: string } } }
      return data.payment.uid
    }
    // Away for a moment, or ten tries in this minute; anything else would be a fault.
    if (answer) expect([429, 502, 503, 504]).toContain(answer.status)
    await sleep(Number(answer?.headers.get('retry-after') ?? 0) * 1000 || 100)
  }
  throw new Error('a deposit was not accepted')
}

/** Every commit of the primary is in the archive. */
async function untilArchived(): Promise<void> {
  const [{ piece }] = await sql<[{ piece: string }]>`select pg_walfile_name(pg_switch_wal()) as piece`
  const archived = async () =>
    (await sql`select from pg_stat_archiver where last_archived_wal >= ${piece}`).length > 0
  await expect.poll(archived, { timeout: 60_000 }).toBe(true)
}

/** `npm run archive -- recover`: the process that serves the database that was brought back, and its address. */
async function recover(folder: string): Promise<{ serving: ChildProcess; url: string }> {
  const args = [
    'scripts/run.mjs',
    'scripts/archive/main.ts',
    'recover',
    '--into',
    folder,
    '--port',
    `${port + 44}`,
  ]
  const serving = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } })
  let said = ''
  for (const output of [serving.stdout, serving.stderr])
    output.on('data', (some) => {
      said += some
    })
  const address = () => /: (postgres:\/\/\S+)/.exec(said)?.[1] ?? said
  await expect.poll(address, { timeout: 120_000 }).toMatch(/^postgres:/)
  return { serving, url: address() }
}

test.describe('a cluster', () => {
  test.skip(!canRun, 'as root on Debian')

  test('when a process that tells of changes is killed, the other tells of every one', RELEASE, async () => {
    const fan = await signIn()
    for (const killed of [0, 1]) {
      const survivor = await watch(fan, 1 - killed)
      const ids: number[] = []
      for (let row = 0; row < 60; row++) {
        ids.push(await notify(fan))
        if (row === 20) killServer(port + 12 + killed)
      }
      await expect.poll(() => survivor.heard).toEqual(ids)
      expect(survivor.isClosed()).toBe(false)
      survivor.end()
      await expect.poll(() => isUp(port + 12 + killed)).toBe(true)
    }
  })

  test('when a message server is killed, nobody misses anything', RELEASE, async () => {
    test.setTimeout(600_000)
    const fan = await signIn()
    const watchers = [await watch(fan, 0), await watch(fan, 1)]
    const ids: number[] = []
    for (const name of ['nats-1', 'nats-2', 'nats-3']) {
      kill(name)
      for (let row = 0; row < 30; row++) ids.push(await notify(fan))
      for (const { heard } of watchers) await expect.poll(() => heard, { timeout: 150_000 }).toEqual(ids)
      await expect.poll(() => processesOf(dataDir, name).length).toBeGreaterThan(0)
    }
    for (const { isClosed, end } of watchers) {
      expect(isClosed()).toBe(false)
      end()
    }
  })

  test(
    'whatever is killed, each deposit that was acknowledged is there once, and the books are in order',
    RELEASE,
    async () => {
      const fan = await signIn()
      const before = await wallet(fan)
      const kills = [
        () => killServer(port + 10),
        () => kill(SERVER, 'SERVICES=worker'),
        () => killServer(port + 11),
        () => kill('pgbouncer'),
        () => kill('etcd-2'),
        () => kill('emulators/main.ts', undefined, join(dataDir, 'emulators')),
      ]
      const paid: string[] = []
      // One process after the other, with a deposit before and two after it.
      for (let number = 0; number < 3 * kills.length; number++) {
        paid.push(await deposit(fan, 1000 + number))
        if (number % 3 === 0) kills[number / 3]?.()
      }
      const total = paid.reduce((sum, _uid, index) => sum + 1000 + index, 0)
      await expect.poll(() => wallet(fan), { timeout: 120_000 }).toBe(before + total)
      expect(new Set(paid).size).toBe(paid.length)
      expect([...(await sql`select * from ledger.faults`)]).toEqual([])
    },
  )

  test('while every server is replaced, one after the other, nobody is turned away', RELEASE, async () => {
    test.setTimeout(600_000)
    const watched = await newAuction()
    const reading = readAllTheTime(await signIn())
    const bidding = await bidAllTheTime(watched)
    const watchers = startRemote<Watchers>(join(ROOT, 'bench/watchers.ts'))
    const topic = { name: `realtime:market:${watched.uid}`, token: bidding.token }
    const group = await watchers.call('open', { port, count: WATCHERS, topic, manner: 'returns' })

    for (const setting of [
      ...[10, 11, 12, 13].map((offset) => `PORT=${port + offset}`),
      ...['SERVICES=worker', 'SERVICES=worker'],
    ]) {
      const [pid] = processesOf(dataDir, SERVER, setting) as [number]
      const before = processesOf(dataDir, SERVER).length
      process.kill(pid, 'SIGTERM')
      await expect.poll(() => processesOf(dataDir, SERVER, setting)).not.toContain(pid)
      await expect.poll(() => processesOf(dataDir, SERVER).length).toBe(before)
      const at = /PORT=(\d+)/.exec(setting)?.[1]
      if (at) await expect.poll(() => isUp(Number(at))).toBe(true)
    }

    const bids = await bidding.stop()
    const statuses = await reading.stop()
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(1000)
    expect(bids.refusals).toEqual([])
    // Sockets move when their server ends, and whoever moved has missed nothing.
    const { drops } = await watchers.call('returned', { number: group, stillMs: 1500 })
    expect(drops).toBeGreaterThanOrEqual(WATCHERS)
    const states = await watchers.call('settled', { number: group, bids: bids.paid.length })
    await watchers.stop()
    const { auction, data } = await call<BidsWire>(`/api/v1/projects/bids/${watched.uid}?limit=50`, {
      token: bidding.token,
    })
    const places = (some: MarketFrame['top']) =>
      some.map(({ id, amount, position }) => [id, amount, position])
    expect(states.map((state) => state && { auction: state.auction, top: places(state.top) })).toEqual([
      { auction, top: places(data) },
    ])
    const placed = await sql<{ uid: string }[]>`
      select payments.uid
      from payments
      join projects on projects.id = payments.project_id
      where projects.uid = ${watched.uid} and flow = 'bid'`
    expect(placed.map(({ uid }) => uid).sort()).toEqual(bids.paid.sort())
    expect((await verify(watched)).entries).toBe(bids.paid.length)
    await expectSound()
  })

  test('whoever reads from a server that is killed is answered by the other', RELEASE, async () => {
    const reading = readAllTheTime(await signIn())
    for (const at of [port + 10, port + 11, port + 10, port + 11]) {
      killServer(at)
      await expect.poll(() => isUp(at)).toBe(true)
      // The balancer takes it back once it has looked.
      await sleep(1000)
    }
    expect([...(await reading.stop()).keys()]).toEqual([200])
  })

  test(
    'when the primary and its disk are lost, the replica takes over with all that was acknowledged',
    RELEASE,
    async () => {
      const fan = await signIn()
      const before = await wallet(fan)
      const leads = (index: number) => isUp(port + 40 + index, '/primary')
      const lost = (await leads(0)) ? 0 : 1
      const ids = [await notify(fan), await notify(fan)]
      await deposit(fan, 2000)
      await loseDatabase(`postgres-${lost + 1}`)
      for (let row = 0; row < 20; row++) ids.push(await notify(fan))
      await deposit(fan, 3000)
      await expect.poll(() => leads(1 - lost), { timeout: 60_000 }).toBe(true)
      const rows = await sql<{ id: number }[]>`
      select id::int from notifications where id = any (${ids}) order by id`
      expect(rows.map(({ id }) => id)).toEqual(ids)
      await expect.poll(() => wallet(fan), { timeout: 120_000 }).toBe(before + 5000)
      const watcher = await watch(fan, 0)
      const next = await notify(fan)
      await expect.poll(() => watcher.heard, { timeout: 60_000 }).toContain(next)
      watcher.end()
      expect([...(await sql`select * from ledger.faults`)]).toEqual([])
      // The old one comes back as the new one's replica.
      await expect.poll(() => isUp(port + 40 + lost, '/replica'), { timeout: 120_000 }).toBe(true)
    },
  )

  test(
    'what a primary acknowledges stays, when the one before it comes back believing that it still is one',
    RELEASE,
    async () => {
      test.setTimeout(300_000)
      const fan = await signIn()
      const before = await wallet(fan)
      const leads = (index: number) => isUp(port + 40 + index, '/primary')
      const follows = (index: number) => isUp(port + 40 + index, '/replica')
      const hasAll = (index: number) => isUp(port + 40 + index, '/synchronous')
      await expect.poll(async () => (await hasAll(0)) || (await hasAll(1)), { timeout: 120_000 }).toBe(true)
      const lost = (await leads(0)) ? 0 : 1
      const comeBack = await loseItsHost(worldAt(port, dataDir))
      await expect.poll(() => leads(1 - lost), { timeout: 60_000 }).toBe(true)
      for (const amount of [1500, 2500, 3500]) await deposit(fan, amount)
      comeBack()
      await expect.poll(() => follows(lost), { timeout: 120_000 }).toBe(true)
      expect(await leads(1 - lost)).toBe(true)
      await deposit(fan, 4500)
      await expect.poll(() => wallet(fan), { timeout: 120_000 }).toBe(before + 12_000)
      expect([...(await sql`select * from ledger.faults`)]).toEqual([])
    },
  )

  test(
    'its database comes back from its archive, with what was written before and after the loss',
    RELEASE,
    async () => {
      const fan = await signIn()
      const payment = await deposit(fan, 4000)
      await untilArchived()
      const folder = await mkdtemp(join(tmpdir(), 'tune-recovered-'))
      const { serving, url: restored } = await recover(join(folder, 'database'))
      const copy = postgres(restored, { max: 1 })
      const deposits = (from: postgres.Sql) =>
        from`select uid, amount from payments where user_id = ${fan.uid} and flow = 'balance' order by uid`
      const found = [...(await deposits(copy))]
      expect(found).toContainEqual(expect.objectContaining({ uid: payment, amount: '4000' }))
      expect(found).toEqual([...(await deposits(sql))])
      expect([...(await copy`select * from ledger.faults`)]).toEqual([])
      await copy.end({ timeout: 1 })
      serving.kill('SIGINT')
      await once(serving, 'exit')
      await rm(folder, { recursive: true })
    },
  )
})
