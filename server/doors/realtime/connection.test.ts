import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createLogger } from '../../platform/log.ts'
import { REALTIME_BUDGET } from './budget.ts'
import type { Subscriber } from './channel.ts'
import { type ConnectionOptions, serveConnection } from './connection.ts'
import { createCounts } from './counts.ts'
import type { Hub } from './hub.ts'
import { type BroadcastSource, createTopics } from './topics.ts'

const join = JSON.stringify([
  null,
  '1',
  'realtime:x',
  'phx_join',
  { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'mints' }] } },
])

/** An anonymous connection to a door made of these parts. */
function serve({ hub, topics }: Pick<ConnectionOptions, 'hub' | 'topics'>) {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    ping: () => undefined,
    close: vi.fn(),
    terminate: () => undefined,
  })
  const log = createLogger('silent')
  serveConnection(
    { socket: socket as unknown as WebSocket, raw: new PassThrough() },
    {
      hub,
      topics,
      counts: createCounts(),
      jwtSecret: 's',
      keyClaims: { role: 'anon', exp: 9e9 },
      mayWatch: () => true,
      log,
    },
  )
  return { socket, said: vi.spyOn(log, 'error') }
}

test('what goes wrong while a frame is answered is logged, and the socket closed', async () => {
  const fault = new Error('no database')
  const hub = {
    subscribe: async () => {
      throw fault
    },
    unsubscribe: () => undefined,
  } as Partial<Hub> as Hub
  const { socket, said } = serve({ hub, topics: createTopics([], createLogger('silent')) })
  socket.emit('message', join, false)
  await expect.poll(() => socket.close.mock.calls).toEqual([[1011, 'internal error']])
  expect(said).toHaveBeenCalledWith({ err: fault }, expect.any(String))
  socket.emit('close')
})

test('a socket that closes while it is being subscribed is not listened for for ever', async () => {
  const listening = new Set<Subscriber>()
  let finish: () => void = () => undefined
  const hub = {
    subscribe: async (subscriber) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      listening.add(subscriber)
      return null
    },
    unsubscribe: (subscriber) => void listening.delete(subscriber),
  } as Partial<Hub> as Hub
  const { socket } = serve({ hub, topics: createTopics([], createLogger('silent')) })
  const idle = finish
  socket.emit('message', join, false)
  await expect.poll(() => finish !== idle).toBe(true)
  Object.assign(socket, { readyState: 3 })
  socket.emit('close')
  finish()
  await new Promise((resolve) => setImmediate(resolve))
  expect(listening.size).toBe(0)
})

/** A signed-in connection to a door with one topic that opens on command. */
function onTopic(options: { exp?: number; mayWatch?: boolean } = {}) {
  const opened = Promise.withResolvers<void>()
  const counts = { opened: 0, closed: 0 }
  const source: BroadcastSource = {
    owns: () => true,
    async open() {
      counts.opened++
      await opened.promise
      return { snapshot: () => ({ seq: 1 }), close: () => void counts.closed++ }
    },
    follows: () => false,
    onChange: () => undefined,
    onGap: () => undefined,
  }
  const sent: string[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    ping: () => undefined,
    close: () => undefined,
    terminate: () => undefined,
  })
  const raw = new PassThrough()
  raw.on('data', (bytes: Buffer) => sent.push(/"(snapshot|phx_\w+)"/.exec(String(bytes))?.[1] ?? 'noise'))
  serveConnection(
    { socket: socket as unknown as WebSocket, raw },
    {
      hub: { unsubscribe: () => undefined } as Partial<Hub> as Hub,
      topics: createTopics([source], createLogger('silent')),
      counts: createCounts(),
      jwtSecret: 's',
      keyClaims: { role: 'authenticated', exp: options.exp ?? 9e9 },
      mayWatch: async () => options.mayWatch ?? true,
      log: createLogger('silent'),
    },
  )
  const push = (event: string) =>
    socket.emit('message', JSON.stringify([null, '1', 'realtime:x', event, {}]), false)
  const hangUp = () => {
    socket.readyState = 3
    socket.emit('close')
  }
  return { opened, counts, sent, push, hangUp }
}

test('a socket that closes while its topic is being opened does not keep it open', async () => {
  const { opened, counts, push, hangUp, sent } = onTopic()
  push('phx_join')
  await expect.poll(() => counts.opened).toBe(1)
  hangUp()
  opened.resolve()
  await expect.poll(() => counts.closed).toBe(1)
  expect(sent).toEqual([])
})

test('a topic that is joined again begins again, without being opened again', async () => {
  const { opened, counts, push, hangUp, sent } = onTopic()
  opened.resolve()
  push('phx_join')
  push('phx_join')
  await expect.poll(() => sent).toEqual(['phx_reply', 'snapshot', 'phx_close', 'phx_reply', 'snapshot'])
  push('phx_leave')
  await expect.poll(() => counts).toEqual({ opened: 1, closed: 1 })
  hangUp()
  expect(counts).toEqual({ opened: 1, closed: 1 })
})

test('a topic is closed the moment the token ends', async () => {
  const { opened, counts, push, hangUp, sent } = onTopic({ exp: Math.ceil(Date.now() / 1000) + 1 })
  opened.resolve()
  push('phx_join')
  await expect.poll(() => counts.opened).toBe(1)
  await expect.poll(() => sent, { timeout: 10_000 }).toContain('phx_close')
  expect(counts.closed).toBe(1)
  hangUp()
})

test('whoever may not watch now, for instance after signing out elsewhere, does not open a topic', async () => {
  const { counts, push, hangUp, sent } = onTopic({ mayWatch: false })
  push('phx_join')
  await expect.poll(() => sent).toEqual(['phx_reply'])
  expect(counts.opened).toBe(0)
  hangUp()
})

test('a socket that says nothing is closed', () => {
  vi.useFakeTimers()
  const { socket } = serve({ hub: {} as Hub, topics: createTopics([], createLogger('silent')) })
  vi.advanceTimersByTime(REALTIME_BUDGET.silence.limit)
  expect(socket.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(REALTIME_BUDGET.silence.limit)
  expect(socket.close).toHaveBeenCalledWith(1000, 'silent')
  socket.emit('close')
  vi.useRealTimers()
})
