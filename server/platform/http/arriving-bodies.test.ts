import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { admit } from './admission.ts'
import { MOST_ARRIVING } from './arriving-bodies.ts'
import { limitBody } from './body-limit.ts'

const SECRET = 'a-secret-of-the-tests-of-bodies-of-at-least-32-bytes'
const SHARE = { slots: 2, slotsWhenSpent: 2, slotsWhenAlone: 2, time: 1e6, timePerSecond: 1e6 }
const MOST_BYTES = 200_000

let server: Server
let sockets: Socket[]
let heard: number

beforeEach(async () => {
  sockets = []
  heard = 0
  const app = new Hono()
    .use(admit(SECRET, { person: SHARE, network: SHARE, aloneAfter: 0 }))
    .use(limitBody(MOST_BYTES, (c) => c.text('refused', 413)))
    .get('/', (c) => c.text('a page'))
    .post('/', async (c) => c.text(`got ${(await c.req.text()).length}`))
  server = createAdaptorServer({ fetch: app.fetch }) as Server
  server.on('request', () => heard++)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Sends a head that promises `length` bytes, or chunks, and one of them. */
function sendHalf(length: number | 'chunks' = 60_000): Socket {
  const promise = length === 'chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST / HTTP/1.1\r\nHost: tune.test\r\nConnection: close\r\n${promise}\r\n\r\n${length === 'chunks' ? '1\r\nx\r\n' : 'x'}`,
  )
  sockets.push(socket)
  return socket
}

async function halfSent(count: number, length?: number | 'chunks'): Promise<Socket[]> {
  const before = heard
  const all = Array.from({ length: count }, () => sendHalf(length))
  await expect.poll(() => heard).toBe(before + count)
  return all
}

test.each([60_000, 'chunks'] as const)(
  'bodies that do not arrive (%s) hold nobody’s place',
  async (length) => {
    await halfSent(10, length)
    expect(await (await fetch(address())).text()).toBe('a page')
    expect(await (await fetch(address(), { method: 'POST', body: 'whole' })).text()).toBe('got 5')
    const large = await fetch(address(), { method: 'POST', body: 'x'.repeat(MOST_BYTES) })
    expect(await large.text()).toBe(`got ${MOST_BYTES}`)
  },
)

test('one that arrives bit by bit is read whole', async () => {
  const [socket] = (await halfSent(1, 3)) as [Socket]
  for (const byte of 'yz') {
    await fetch(address())
    socket.write(byte)
  }
  expect(await text(socket)).toContain('got 3')
})

test('one that turns out too large is refused', async () => {
  const [socket] = (await halfSent(1, 'chunks')) as [Socket]
  socket.write(`${MOST_BYTES.toString(16)}\r\n${'x'.repeat(MOST_BYTES)}\r\n`)
  expect(await text(socket)).toContain('413')
})

test('of too many the slowest is let go of, and the others go on', async () => {
  const [slowest, ...others] = (await halfSent(MOST_ARRIVING)) as [Socket, ...Socket[]]
  for (const other of others) other.write('x'.repeat(1000))
  const ended = text(slowest).then((answer) => ({ answer }))
  /** One more than may be on their way, until it has arrived. */
  const oneMore = async () => {
    const [socket] = (await halfSent(1, 3)) as [Socket]
    socket.write('yz')
    return text(socket)
  }
  await expect
    .poll(() => Promise.race([oneMore(), ended]))
    .toMatchObject({ answer: expect.stringContaining('408') })
  for (const other of others) other.write('x'.repeat(58_999))
  for (const other of others) expect(await text(other)).toContain('got 60000')
})
