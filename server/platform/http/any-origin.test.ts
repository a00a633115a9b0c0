import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyOrigin } from './any-origin.ts'
import { createHttpServer, listen } from './http-server.ts'

const EXPOSED = ['X-Request-Id', 'Content-Range']

const app = new Hono()
  .use('/ours/*', anyOrigin(EXPOSED))
  .use('/hono/*', cors({ origin: '*', exposeHeaders: EXPOSED }))
for (const door of ['/ours', '/hono']) {
  app.get(`${door}/json`, (c) => c.json({ a: 1 }))
  app.get(
    `${door}/response`,
    () =>
      new Response('whole', {
        status: 206,
        headers: { 'content-type': 'text/csv', 'content-range': '0-4/9' },
      }),
  )
  app.get(`${door}/fault`, () => {
    throw new Error('planted')
  })
}
app.onError((_fault, c) => c.json({ code: 'fault' }, 500))

const server = createHttpServer(app.fetch, 'http://127.0.0.1')
let origin: string
beforeAll(async () => {
  await listen(server, 0, '127.0.0.1')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
})

async function told(path: string, init?: RequestInit) {
  const answer = await fetch(origin + path, init)
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(headers) }
}

const PREFLIGHT = {
  method: 'OPTIONS',
  headers: {
    origin: 'https://elsewhere.test',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'apikey, authorization',
  },
}

test.each([
  ['an answer', '/json', undefined],
  ['an answer made by hand', '/response', undefined],
  ['a fault', '/fault', undefined],
  ['an unknown path', '/nothing', undefined],
  ['a preflight', '/json', PREFLIGHT],
  ['a preflight that asks for no headers', '/json', { method: 'OPTIONS' }],
])('%s has the headers that Hono’s own would give it', async (_, path, init) => {
  expect(await told(`/ours${path}`, init)).toEqual(await told(`/hono${path}`, init))
})
