// @module-tag release
/** A real socket that stops reading: what is kept for it stays small, and it is brought up to date in the end. */
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SignJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connect } from '../../platform/db/sql.ts'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { serveConnection } from './connection.ts'
import { createCounts } from './counts.ts'
import { startRealtime } from './door.ts'
import type { Hub } from './hub.ts'
import { ownChanges } from './own-changes.ts'
import { createTopics, type Emit } from './topics.ts'

const FRAME_BYTES = 50_000
const eventually: typeof expect.poll = (probe, options) => expect.poll(probe, { timeout: 10_000, ...options })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startDoor() {
  const raws: Duplex[] = []
  let emit: Emit = async () => undefined
  let state: unknown = { seq: 0 }
  const source = {
    owns: () => true,
    open: async (_name: string, tell: Emit) => {
      emit = tell
      return { snapshot: () => state, close: () => undefined }
    },
    follows: () => false,
    onChange: () => undefined,
    onGap: () => undefined,
  }
  const log = createLogger('silent')
  const topics = createTopics([source], log)
  const hub = { unsubscribe: () => undefined } as Partial<Hub> as Hub
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const server = createServer().on('upgrade', (request, raw, head) =>
    sockets.handleUpgrade(request, raw, head, (socket) => {
      raws.push(raw)
      const keyClaims = { role: 'authenticated' as const, exp: 9e9 }
      serveConnection(
        { socket, raw },
        {
          hub,
          topics,
          counts: createCounts(),
          jwtSecret: 's',
          keyClaims,
          mayWatch: () => true,
          log,
        },
      )
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    for (const socket of sockets.clients) socket.terminate()
    await new Promise((resolve) => server.close(resolve))
  })
  const tell = (seq: number) => {
    state = { seq, text: 'x'.repeat(FRAME_BYTES) }
    void emit('delta', state)
  }
  return { url: `ws://127.0.0.1:${(server.address() as { port: number }).port}`, raws, tell }
}

type Heard = { event: string; seq: number }
async function join(url: string): Promise<{ socket: WebSocket; heard: Heard[] }> {
  const heard: Heard[] = []
  const socket = new WebSocket(url)
  socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse(String(data))
    if (event === 'broadcast') heard.push({ event: payload.event, seq: payload.payload.seq })
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', {}]))
  await eventually(() => heard.length).toBe(1)
  return { socket, heard }
}

test('a reader who stops is passed over, and gets the present state when they read again', async () => {
  const { url, raws, tell } = await startDoor()
  const slow = await join(url)
  const healthy = await join(url)
  const before = (raws[0] as Socket).bytesWritten
  slow.socket.pause()
  let seq = 0
  let most = 0
  for (let round = 0; round < 100; round++) {
    tell(++seq)
    // What the kernel buffers for somebody who does not read is memory of this machine too.
    most = Math.max(most, (raws[0] as Socket).bytesWritten - before)
    await eventually(() => healthy.heard.at(-1)?.seq, { interval: 1 }).toBe(seq)
  }
  expect(most).toBeGreaterThan(REALTIME_BUDGET.unreadBytes.limit)
  expect(most).toBeLessThanOrEqual(REALTIME_BUDGET.unreadBytes.limit + FRAME_BYTES + 1000)
  slow.socket.resume()
  await eventually(() => slow.heard.at(-1)).toEqual({ event: 'snapshot', seq })
  tell(++seq)
  await eventually(() => slow.heard.at(-1)).toEqual({ event: 'delta', seq })
  expect(slow.heard.length).toBeLessThan(seq)
  expect(healthy.heard.map((frame) => frame.seq)).toEqual(Array.from({ length: seq + 1 }, (_, at) => at))
})

const SECRET = 'a-secret-of-the-slow-reader-of-at-least-32-bytes'
const CHANGES = 3000

/** The whole door over a database of its own, with the server's end of every connection. */
async function startDoorOfChanges() {
  const database = await createTestDatabase()
  const strangers = connect(database.url, { max: 2, role: 'authenticator' })
  const server = createServer()
  const log = createLogger('silent')
  const realtime = await startRealtime(
    {
      sql: database.sql,
      strangerSql: strangers,
      changes: ownChanges(database.sql, database.url),
      jwtSecret: SECRET,
      mayWatch: () => true,
      maxSocketsPerAddress: 10,
      clientAddress: () => 'x',
      log,
    },
    server,
  )
  const raws: Duplex[] = []
  server.on('upgrade', (_request, raw) => raws.push(raw))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    await realtime.stop()
    await new Promise((resolve) => server.close(resolve))
    await strangers.end()
    await database.drop()
  })
  const key = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET))
  const { port } = server.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`
  return { sql: database.sql, realtime, raws, url }
}

/** Resolves once nothing committed from now on will be missed. */
async function followNotifications(url: string): Promise<{ socket: WebSocket; ids: number[] }> {
  const ids: number[] = []
  const socket = new WebSocket(url)
  const following = Promise.withResolvers<void>()
  socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse(String(data))
    if (event === 'system') following.resolve()
    if (event === 'postgres_changes') ids.push(payload.data.record.id)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const changes = [{ event: '*', schema: 'public', table: 'notifications' }]
  socket.send(JSON.stringify(['1', '1', 'realtime:x', 'phx_join', { config: { postgres_changes: changes } }]))
  await following.promise
  return { socket, ids }
}

test('who does not read committed changes is sent away at once, and costs those who read nothing', async () => {
  const { sql, raws, realtime, url } = await startDoorOfChanges()
  const slow = await followNotifications(url)
  const healthy = await followNotifications(url)
  const [raw] = raws as Socket[]
  const before = raw?.bytesWritten ?? 0
  slow.socket.pause()
  const fan = crypto.randomUUID()
  await sql`insert into auth.users (id, email) values (${fan}, 'fan@tune.test')`
  await sql`insert into users (uid, email, nickname) values (${fan}, 'fan@tune.test', 'fan')`
  await sql`
    insert into notifications (user_id, kind, data)
    select ${fan}, 'won', jsonb_build_object('project', repeat('x', 300)) from generate_series(1, ${CHANGES})`
  await eventually(() => healthy.ids.length).toBe(CHANGES)
  const rows = await sql<{ id: number }[]>`select id from notifications order by id`
  expect(healthy.ids).toEqual(rows.map(({ id }) => id))
  expect(realtime.figures().slow).toBe(1)
  const most = (raw?.bytesWritten ?? 0) - before
  expect(most).toBeGreaterThan(REALTIME_BUDGET.unreadBytes.limit)
  expect(most).toBeLessThan(REALTIME_BUDGET.unreadBytes.limit + 2000)
  // A client that starts reading again learns why, and Supabase clients then reconnect.
  const closed = new Promise((resolve) => slow.socket.once('close', resolve))
  slow.socket.resume()
  expect(await closed).toBe(1013)
})

test('who asks without end and reads no answer is sent away', async () => {
  const { raws, realtime, url } = await startDoorOfChanges()
  const { socket } = await followNotifications(url)
  const [raw] = raws as Socket[]
  const before = raw?.bytesWritten ?? 0
  socket.pause()
  const heartbeat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}])
  for (let count = 0; count < 100_000 && realtime.figures().slow === 0; count++) {
    socket.send(heartbeat)
    if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(realtime.figures().slow).toBe(1)
  expect((raw?.bytesWritten ?? 0) - before).toBeLessThan(REALTIME_BUDGET.unreadBytes.limit + 2000)
})
