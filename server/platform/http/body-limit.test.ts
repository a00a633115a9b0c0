import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitBody } from './body-limit.ts'

const LIMIT = 1000
let server: Server
/** One shared connection, as behind a proxy. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  const app = new Hono()
    .use(limitBody(LIMIT, (c) => c.text('too large', 413)))
    .post('/', async (c) => c.text(String((await c.req.text()).length)))
  server = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  agent.destroy()
  server.close()
})

function post(bytes: number, isMeasured = true): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  const headers = isMeasured ? { 'content-length': bytes } : { 'transfer-encoding': 'chunked' }
  return new Promise((resolve, reject) => {
    const sent = request({ port, agent, method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject)
    sent.end('x'.repeat(bytes))
  })
}

test('a body within the limit passes, a larger one is refused, whether or not it says its length', async () => {
  expect([await post(LIMIT), await post(LIMIT, false)]).toEqual([200, 200])
  expect([await post(LIMIT + 1), await post(LIMIT + 1, false)]).toEqual([413, 413])
})

test('whoever hangs up in the middle is no fault of ours', async () => {
  const faults: Error[] = []
  const app = new Hono().use(limitBody(LIMIT, (c) => c.text('too large', 413)))
  app.onError((fault, c) => {
    faults.push(fault)
    return c.text('a fault', 500)
  })
  const body = new ReadableStream({ start: (stream) => stream.error(new Error('aborted')) })
  await app.request('/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(faults).toEqual([])
})

test('whoever comes next on the same connection is answered', async () => {
  expect(await post(2_000_000)).toBe(413)
  expect(await post(2)).toBe(200)
})
