/** A real socket that stops reading: what is kept for it stays small, and it is brought up to date in the end. */
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createLogger } from '../log.ts'
import { serveConnection } from './connection.ts'
import { createCounts } from './counts.ts'
import type { Hub } from './hub.ts'
import { createTopics } from './topics.ts'
import { MAX_UNREAD_BYTES } from './watcher.ts'

const FRAME_BYTES = 50_000
const eventually: typeof expect.poll = (probe, options) => expect.poll(probe, { timeout: 10_000, ...options })
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function startDoor() {
  const raws: Duplex[] = []
  let emit: (event: string, payload: unknown) => void = () => undefined
  let state: unknown = { seq: 0 }
  const source = {
    owns: () => true,
    open: async (_name: string, tell: typeof emit) => {
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
        { hub, topics, counts: createCounts(), jwtSecret: 's', version: '2.0.0', keyClaims, log },
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
    emit('delta', state)
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
  slow.socket.pause()
  const [raw] = raws
  let seq = 0
  let most = 0
  // The kernel takes some megabytes before anything waits here.
  while (seq < 2000 && (raw?.writableLength ?? 0) <= MAX_UNREAD_BYTES) {
    tell(++seq)
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let more = 0; more < 100; more++) {
    tell(++seq)
    most = Math.max(most, raw?.writableLength ?? 0)
    await eventually(() => healthy.heard.at(-1)?.seq, { interval: 1 }).toBe(seq)
  }
  expect(most).toBeGreaterThan(MAX_UNREAD_BYTES)
  expect(most).toBeLessThanOrEqual(MAX_UNREAD_BYTES + FRAME_BYTES + 1000)
  slow.socket.resume()
  await eventually(() => slow.heard.at(-1)).toEqual({ event: 'snapshot', seq })
  tell(++seq)
  await eventually(() => slow.heard.at(-1)).toEqual({ event: 'delta', seq })
  expect(slow.heard.length).toBeLessThan(seq)
  expect(healthy.heard.map((frame) => frame.seq)).toEqual(Array.from({ length: seq + 1 }, (_, at) => at))
})
