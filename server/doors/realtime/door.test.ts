import { createServer, type IncomingMessage, type Server } from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect, type Sql } from '../../platform/db/sql.ts'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { REALTIME_BUDGET } from './budget.ts'
import { startChangeFeed } from './change-feed.ts'
import { parseJoin, readBindings } from './channel.ts'
import { startRealtime } from './door.ts'
import { createHub } from './hub.ts'
import { ownChanges } from './own-changes.ts'

const JWT_SECRET = 'a-secret-of-the-realtime-tests-of-at-least-32-bytes'
const log = createLogger('silent')
let database: TestDatabase
let strangers: Sql
type Door = { server: Server; realtime: { stop: () => Promise<void> }; url: string }
let door: Door
/** Where the next socket comes from. */
let address = 'home'

beforeAll(async () => {
  database = await createTestDatabase()
  strangers = connect(database.url, { max: 2, role: 'authenticator' })
  door = await openDoor()
})
afterAll(async () => {
  await close(door)
  await strangers.end()
  await database.drop()
})

async function openDoor(): Promise<Door> {
  const server = createServer()
  const realtime = await startRealtime(
    {
      sql: database.sql,
      strangerSql: strangers,
      changes: ownChanges(database.sql, database.url),
      jwtSecret: JWT_SECRET,
      clientAddress: () => address,
      mayWatch: () => true,
      maxSocketsPerAddress: 3,
      origins: ['https://tune.test'],
      log,
    },
    server,
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const listening = server.address()
  const key = await new SignJWT({ role: 'anon' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JWT_SECRET))
  const port = typeof listening === 'object' ? listening?.port : 0
  return { server, realtime, url: `ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}` }
}

async function close({ server, realtime }: Door): Promise<void> {
  await realtime.stop()
  await new Promise((resolve) => server.close(resolve))
}

const changesOf = (table: string, schema = 'public') => ({
  config: { postgres_changes: [{ event: '*', schema, table }] },
})
function subscriberOf(table: string, schema?: string) {
  const request = parseJoin(changesOf(table, schema))
  const { bindings } = readBindings(request as NonNullable<typeof request>)
  const claims = { role: 'authenticated' as const, exp: 9e9, sub: crypto.randomUUID() }
  return { channel: { topic: 'realtime:x', joinRef: '1', claims, bindings }, push: () => true }
}

describe('the door', () => {
  test('survives a caller who hangs up in the middle of knocking', () => {
    const socket = new PassThrough()
    door.server.emit('upgrade', { url: '/elsewhere' } as IncomingMessage, socket, Buffer.alloc(0))
    expect(socket.listenerCount('error')).toBeGreaterThan(0)
    socket.destroy(new Error('connection reset'))
  })

  test('refuses an address that is none', async () => {
    const socket = new PassThrough()
    door.server.emit('upgrade', { url: '//:x@y:99999/' } as IncomingMessage, socket, Buffer.alloc(0))
    await expect.poll(() => String(socket.read() ?? '')).toContain('HTTP/1.1 400')
  })

  test('lets go of a refused socket at once', async () => {
    const socket = new PassThrough().resume()
    door.server.emit('upgrade', { url: '/elsewhere' } as IncomingMessage, socket, Buffer.alloc(0))
    await expect.poll(() => socket.destroyed).toBe(true)
  })

  test.each([
    ['a browser at the site', { origin: 'https://tune.test' }, 101],
    ['a browser at the address of the socket itself', { origin: 'http://{host}' }, 101],
    ['what is no browser', {}, 101],
    ['a browser at another site', { origin: 'https://evil.test' }, 403],
    ['a browser at a site whose name begins alike', { origin: 'https://tune.test.evil.test' }, 403],
    ['a browser that hides where it is', { origin: 'null' }, 403],
  ])('%s is answered as it should be: %j', async (_who, { origin }: { origin?: string }, status) => {
    const { host } = new URL(door.url)
    const socket = new WebSocket(
      door.url,
      origin ? { headers: { origin: origin.replace('{host}', host) } } : {},
    )
    const answered = await new Promise<number>((resolve) => {
      socket.once('open', () => resolve(101))
      socket.once('unexpected-response', (_request, answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      })
    })
    socket.on('error', () => undefined).terminate()
    expect(answered).toBe(status)
  })

  test('opens so many sockets for one address, and another when one has closed', async () => {
    address = 'crowd'
    const attempt = async () => {
      const socket = new WebSocket(door.url)
      const status = await new Promise<number>((resolve) => {
        socket.once('open', () => resolve(101))
        socket.once('unexpected-response', (_request, answer) => {
          expect(answer.headers['retry-after']).toBe('30')
          resolve(answer.statusCode ?? 0)
          answer.destroy()
        })
      })
      return { socket, status }
    }
    const opened = [await attempt(), await attempt(), await attempt()]
    expect(opened.map(({ status }) => status)).toEqual([101, 101, 101])
    expect((await attempt()).status).toBe(429)
    opened[0]?.socket.terminate()
    await expect.poll(async () => (await attempt()).status, { timeout: 10_000 }).toBe(101)
    address = 'home'
  })

  test('remembers so much of what one socket asks for, however it is spread over channels', async () => {
    const socket = new WebSocket(door.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const answers: { status: string; response: { reason?: string } }[] = []
    socket.on('message', (data) => {
      const [, , , event, payload] = JSON.parse(String(data))
      if (event === 'phx_reply') answers.push(payload)
    })
    const changes = Array.from({ length: 90 }, (_, index) => ({
      event: 'INSERT',
      schema: 'public',
      table: 'mints',
      filter: `user_id=in.(${Array.from({ length: 10 }, (_, value) => `${index}0000000${value}`)})`,
    }))
    for (let topic = 0; topic < 8; topic++) {
      const payload = { config: { postgres_changes: changes } }
      socket.send(JSON.stringify([null, String(topic), `realtime:${topic}`, 'phx_join', payload]))
    }
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(8)
    expect(answers[0]?.status).toBe('ok')
    expect(answers.at(-1)?.response.reason).toBe(REALTIME_BUDGET.askedBytes.answer)
    socket.terminate()
  })

  test('does not keep frames without end for somebody who floods it', async () => {
    const socket = new WebSocket(door.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const frame = JSON.stringify([null, '1', 'realtime:x', 'phx_join', changesOf('nothing')])
    const { framesWaiting } = REALTIME_BUDGET
    for (let count = 0; count < 4 * framesWaiting.limit; count++)
      if (socket.readyState === socket.OPEN) socket.send(frame)
    expect(await Promise.race([closed.then(() => 'closed'), sleep(20_000, 'open', { ref: false })])).toBe(
      'closed',
    )
  })

  test('sends whoever is there to another server when its own ends', async () => {
    const ending = await openDoor()
    const socket = new WebSocket(ending.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await close(ending)
    // "Service restart" (IANA): the same address is served elsewhere, or soon again.
    expect(await closed).toBe(1012)
  })

  test('refuses joins of unreasonable size', () => {
    const binding = { event: '*', schema: 'public', table: 'mints' }
    const { bindings, filterLength } = REALTIME_BUDGET
    const isTaken = (changes: unknown[]) => parseJoin({ config: { postgres_changes: changes } }) !== null
    expect(isTaken(Array(bindings.limit).fill(binding))).toBe(true)
    expect(isTaken(Array(bindings.limit + 1).fill(binding))).toBe(false)
    expect(isTaken([{ ...binding, filter: 'x'.repeat(filterLength.limit + 1) }])).toBe(false)
    expect(parseJoin(changesOf('x'.repeat(64)))).toBeNull()
  })

  test('opens so many channels on one socket, and reads frames of a certain size', async () => {
    const socket = new WebSocket(door.url)
    await new Promise((resolve) => socket.once('open', resolve))
    const answers: { status: string; response: { reason?: string } }[] = []
    socket.on('message', (data) => answers.push(JSON.parse(String(data))[4]))
    const { channels, frameBytes, topicLength } = REALTIME_BUDGET
    const long = `realtime:${'x'.repeat(topicLength.limit)}`
    socket.send(JSON.stringify([null, '1', long, 'phx_join', {}]))
    await expect.poll(() => answers.pop()?.response.reason).toBe(topicLength.answer)
    for (let topic = 0; topic <= channels.limit; topic++)
      socket.send(JSON.stringify([null, '1', `realtime:${topic}`, 'phx_join', {}]))
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(channels.limit + 1)
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(channels.limit)
    expect(answers.at(-1)?.response.reason).toBe(channels.answer)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.send('x'.repeat(frameBytes.limit + 1))
    expect(await closed).toBe(1009)
  })

  test('keeps quiet about changes to a token that has ended', async () => {
    const heard: string[] = []
    const table = 'payments'
    const hub = createHub({
      sql: database.sql,
      strangerSql: database.sql,
      log,
      onLost() {},
    })
    const [ended, valid] = [Date.now() / 1000 - 1, 9e9].map((exp) => {
      const { channel } = subscriberOf(table)
      const claims = { role: 'service_role' as const, exp }
      return { channel: { ...channel, claims }, push: () => Boolean(heard.push(String(exp))) }
    })
    for (const subscriber of [ended, valid]) if (subscriber) await hub.subscribe(subscriber)
    hub.publish({
      schema: 'public',
      table,
      type: 'INSERT',
      commitTime: '',
      transaction: 3,
      position: '',
      columns: [],
      record: { id: 1 },
      oldRecord: {},
    })
    await hub.settled()
    expect(heard).toEqual([String(9e9)])
  })
})

describe('the hub', () => {
  test('tells that changes were lost when they cannot be handed out', async () => {
    let lost = 0
    const broken = Object.assign(() => Promise.reject(new Error('gone')), {
      begin: () => Promise.reject(new Error('gone')),
    }) as unknown as Sql
    const hub = createHub({
      sql: database.sql,
      strangerSql: broken,
      log,
      onLost: () => lost++,
    })
    expect(await hub.subscribe(subscriberOf('payments'))).toBeNull()
    const record = { id: 1 }
    const change = {
      schema: 'public',
      table: 'payments',
      type: 'INSERT' as const,
      commitTime: '',
      transaction: 3,
      position: '',
      columns: [],
    }
    hub.publish({ ...change, record, oldRecord: {} })
    await hub.settled()
    expect(lost).toBe(1)
  })

  test('nobody can tell whose a deleted row was: only the service hears of it', async () => {
    const hub = createHub({
      sql: database.sql,
      strangerSql: strangers,
      log,
      onLost: () => expect.unreachable(),
    })
    const heard: string[] = []
    for (const role of ['authenticated', 'service_role'] as const) {
      const { channel } = subscriberOf('play_leases')
      const push = () => heard.push(role) > 0
      await hub.subscribe({ channel: { ...channel, claims: { ...channel.claims, role } }, push })
    }
    hub.publish({
      schema: 'public',
      table: 'play_leases',
      type: 'DELETE',
      commitTime: '',
      transaction: 3,
      position: '',
      columns: [],
      record: {},
      oldRecord: { token: 1 },
    })
    await hub.settled()
    expect(heard).toEqual(['service_role'])
  })

  test('forgets names that nobody listens to any more', async () => {
    const hub = createHub({
      sql: database.sql,
      strangerSql: strangers,
      log,
      onLost: () => undefined,
    })
    for (const schema of ['a', 'b', 'c']) {
      const subscriber = subscriberOf('*', schema)
      await hub.subscribe(subscriber)
      hub.unsubscribe(subscriber)
    }
    await hub.subscribe(subscriberOf('nothing'))
    expect(hub.remembered()).toBe(0)
  })
})

describe('the change feed', () => {
  test('reads the rows of those tables only that somebody wants now', async () => {
    const { sql } = database
    await sql`create table noise (id bigint primary key)`
    await sql`alter publication supabase_realtime add table noise`
    const heard: { id: unknown; transaction: number }[] = []
    const asked: string[] = []
    let wanted = false
    const feed = await startChangeFeed(database.url, log, {
      wants: (schema, table) => asked.push(`${schema}.${table}`) > 0 && wanted,
      onChange: ({ record, transaction }) => heard.push({ id: record.id, transaction }),
      onGap: () => undefined,
    })
    await sql`insert into noise values (1)`
    await expect.poll(() => asked).toEqual(['public.noise'])
    wanted = true
    const [row] = await sql<{ transaction: number }[]>`
      insert into noise values (2) returning xmin::text::bigint as transaction`
    await expect.poll(() => heard).toEqual([{ id: 2, transaction: row?.transaction }])
    await feed.stop()
  })

  test('ends when it is stopped while it follows anew, and leaves no slot behind', async () => {
    const { sql } = database
    const slots = async () =>
      (
        await sql<{ name: string; pid: number | null }[]>`
          select slot_name as name, active_pid as pid from pg_replication_slots where database = current_database()`
      ).map((slot) => ({ ...slot }))
    const others = await slots()
    const { promise: cutOff, resolve: onGap } = Promise.withResolvers<void>()
    const feed = await startChangeFeed(database.url, log, {
      wants: () => false,
      onChange: () => undefined,
      onGap,
    })
    // One of an earlier feed may still be on its way out.
    const newer = async () =>
      (await slots()).filter(({ name }) => others.every((other) => other.name !== name))
    const [own] = await newer()
    await sql`select pg_terminate_backend(${own?.pid ?? 0})`
    await cutOff
    await feed.stop()
    await expect.poll(newer).toEqual([])
  })

  test('leaves no connection behind when it cannot follow', async () => {
    const blocked = new URL(database.url)
    // A slot waits for running transactions to end; this one gives up early.
    blocked.searchParams.set('lock_timeout', '200')
    await database.sql.begin(async (tx) => {
      await tx`select pg_current_xact_id()`
      await expect(
        startChangeFeed(blocked.href, log, {
          wants: () => true,
          onChange: () => undefined,
          onGap: () => undefined,
        }),
      ).rejects.toMatchObject({ code: '55P03' })
    })
    const followers = () => database.sql`
      select from pg_stat_activity
      where application_name = 'tune-change-feed' and datname = current_database()`
    await expect.poll(async () => (await followers()).length).toBe(1)
  })
})
