/** The official realtime client against our door: committed changes reach those who may see them, and nobody else. */
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { become, clientOf } from './clients.ts'
import { JWT_SECRET } from './harness.ts'
import { type Live, startLive } from './live.ts'

type Row = Record<string, unknown>
type Heard = { type: string; row: Row }

let database: TestDatabase
let live: Live
const ana = crypto.randomUUID()
const bia = crypto.randomUUID()
const clients: SupabaseClient[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  live = await startLive(database)
  for (const [uid, name] of [
    [ana, 'ana'],
    [bia, 'bia'],
  ] as const) {
    await database.sql`insert into auth.users (id, email) values (${uid}, ${`${name}@tune.test`})`
    await database.sql`insert into users (uid, email, nickname) values (${uid}, ${`${name}@tune.test`}, ${name})`
  }
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})
afterAll(async () => {
  await live.close()
})

async function as(uid: string | null): Promise<SupabaseClient> {
  const token =
    uid &&
    (await new SignJWT({ role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET)))
  const client = clientOf(live.harness, token)
  if (token) await become(client, token)
  clients.push(client)
  return client
}

/** Subscribes and resolves once the server says that nothing will be missed from now on. */
async function listen(
  client: SupabaseClient,
  filter: Record<string, string>,
  name = 'changes',
): Promise<{ heard: Heard[]; channel: RealtimeChannel }> {
  const heard: Heard[] = []
  const channel = client.channel(name)
  const hear = ({ eventType, new: row }: { eventType: string; new: Row }) =>
    heard.push({ type: eventType, row })
  channel.on('postgres_changes' as never, { schema: 'public', ...filter } as never, hear as never)
  await new Promise<void>((resolve, reject) => {
    const settle = ({ status, message }: { status: string; message: string }) =>
      status === 'ok' ? resolve() : reject(new Error(message))
    channel.on('system' as never, {} as never, settle as never)
    channel.subscribe((status, fault) => {
      if (status === 'CHANNEL_ERROR') reject(fault)
    })
  })
  return { heard, channel }
}

async function newPayment(uid: string): Promise<number> {
  const [row] = await database.sql<{ id: number }[]>`
    insert into payments (user_id, flow, method, amount) values (${uid}, 'balance', 'card', 1000) returning id`
  return row?.id ?? 0
}
const settle = (id: number, status: string) =>
  database.sql`update payments set status = ${status} where id = ${id}`

describe('changes', () => {
  test('reach their owner, in order, with the columns that may be read', async () => {
    const client = await as(ana)
    const { heard } = await listen(client, { event: '*', table: 'payments', filter: `user_id=eq.${ana}` })
    const id = await newPayment(ana)
    await settle(id, 'succeded')
    await settle(id, 'succeded-token')
    await expect.poll(() => heard.length).toBe(3)
    expect(heard.map(({ type, row }) => [type, row.status])).toEqual([
      ['INSERT', 'pending'],
      ['UPDATE', 'succeded'],
      ['UPDATE', 'succeded-token'],
    ])
    expect(heard[0]?.row).toMatchObject({ id, user_id: ana, amount: 1000, project_id: null })
    expect(heard[0]?.row).not.toHaveProperty('intent_id')
    expect(Date.parse(String(heard[0]?.row.created_at))).not.toBeNaN()
  })

  test('reach nobody else, whatever they ask for', async () => {
    const [own, foreign, anonymous] = await Promise.all([
      as(ana).then((client) => listen(client, { event: '*', table: 'payments' })),
      as(bia).then((client) =>
        listen(client, { event: '*', table: 'payments', filter: `user_id=eq.${ana}` }),
      ),
      as(null).then((client) => listen(client, { event: '*', table: 'payments' })),
    ])
    await newPayment(ana)
    const id = await newPayment(bia)
    await expect.poll(() => own.heard.length).toBe(1)
    await settle(id, 'failed')
    await newPayment(ana)
    await expect.poll(() => own.heard.length).toBe(2)
    expect(foreign.heard).toEqual([])
    expect(anonymous.heard).toEqual([])
  })

  test('are heard once however many channels one has, and no more after leaving', async () => {
    const client = await as(ana)
    const one = await listen(client, { event: 'INSERT', table: 'payments' }, 'one')
    const two = await listen(client, { event: 'UPDATE', table: 'payments' }, 'two')
    const id = await newPayment(ana)
    await settle(id, 'succeded')
    await expect.poll(() => [one.heard.length, two.heard.length]).toEqual([1, 1])
    await client.removeChannel(one.channel)
    await newPayment(ana)
    await settle(id, 'succeded-token')
    await expect.poll(() => two.heard.length).toBe(2)
    expect(one.heard).toHaveLength(1)
  })

  test('that are rolled back were never there', async () => {
    const { heard } = await listen(await as(ana), { event: '*', table: 'payments' })
    await database.sql
      .begin(async (tx) => {
        await tx`insert into payments (user_id, flow, method, amount) values (${ana}, 'balance', 'card', 1)`
        throw new Error('undo')
      })
      .catch(() => undefined)
    await newPayment(ana)
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]?.row.amount).toBe(1000)
  })

  test('a table that is not published is refused in words', async () => {
    await expect(listen(await as(ana), { event: '*', table: 'units' })).rejects.toThrow(
      'Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: units, filters: [], select: nil]',
    )
  })
})

describe('frames', () => {
  function open(query: string): WebSocket {
    return new WebSocket(`${live.harness.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  }
  const opened = (socket: WebSocket) =>
    new Promise<string>((resolve) => {
      socket.once('open', () => resolve('open'))
      socket.once('unexpected-response', (_request, answer) => resolve(String(answer.statusCode)))
      socket.once('error', () => resolve('error'))
    })
  const nextFrame = (socket: WebSocket) =>
    new Promise<unknown>((resolve) => socket.once('message', (data) => resolve(JSON.parse(String(data)))))

  test.each([
    ['without a key', 'vsn=2.0.0', '401'],
    ['with a forged key', 'vsn=2.0.0&apikey=eyJhbGciOiJIUzI1NiJ9.e30.x', '401'],
    ['in an unknown version', 'vsn=9', '400'],
    ['in the older version', 'vsn=1.0.0', '400'],
  ])('%s the door stays shut', async (_name, query, expected) => {
    expect(await opened(open(query))).toBe(expected)
  })

  test('a heart beats, and clients do not talk', async () => {
    const socket = open(`vsn=2.0.0&apikey=${live.harness.anonKey}`)
    expect(await opened(socket)).toBe('open')
    socket.send(JSON.stringify([null, '8', 'phoenix', 'heartbeat', {}]))
    expect(await nextFrame(socket)).toEqual([
      null,
      '8',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    socket.send(JSON.stringify([null, '9', 'realtime:x', 'broadcast', {}]))
    expect(await nextFrame(socket)).toMatchObject({ 4: { response: { reason: 'unmatched topic' } } })
    socket.close()
  })

  test('noise ends the conversation', async () => {
    const socket = open(`vsn=2.0.0&apikey=${live.harness.anonKey}`)
    await opened(socket)
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.send('{"topic":')
    expect(await closed).toBe(1003)
  })
})
