import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createApp } from './app.ts'
import { DatabaseSilent } from './platform/db/pulse.ts'
import { createApiKey } from './platform/http/api-keys.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createTestDatabase } from './testing/database.ts'
import { createMarket, type Market, TEST_ENV } from './testing/market.ts'
import { startServerProcess } from './testing/server-process.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

test.each(['/api/v1/nothing', '/storage/v1/nothing'])('%s is not answered with a page', async (path) => {
  const app = createApp(market.ctx)
  const fan = await market.newFan()
  const answer = await app.request(path, { headers: { authorization: `Bearer ${fan.token}` } })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toContain('application/json')
})

test.each([
  '/health',
  '/config.json',
  '/api/v1/sample',
  '/auth/v1/health',
  '/rest/v1/projects',
  '/storage/v1/nothing',
  '/robots.txt',
  '/nothing.js',
])('%s is of its type alone, and stays on TLS once it came by it', async (path) => {
  const app = createApp(market.ctx)
  const headersAt = async (publicUrl: string) => {
    const server = createHttpServer(app.fetch, publicUrl)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
    server.close()
    return headers
  }
  const headers = await headersAt('https://tune.test')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect((await headersAt('http://tune.test')).get('strict-transport-security')).toBeNull()
})

test.each([
  ['/health', "default-src 'none'; frame-ancestors 'none'"],
  ['/api/v1/sample', "default-src 'none'; frame-ancestors 'none'"],
  ['/auth/v1/settings', "default-src 'none'; frame-ancestors 'none'"],
  ['/rest/v1/projects', "default-src 'none'; frame-ancestors 'none'"],
  ['/nothing.js', "default-src 'self'; worker-src"],
])('%s, opened as a page, may do no more than %s', async (path, policy) => {
  const server = createHttpServer(createApp(market.ctx).fetch, 'http://tune.test')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
  server.close()
  expect(headers.get('content-security-policy')?.startsWith(policy)).toBe(true)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('while the database is silent every call is answered at once, and pages are there', async () => {
  const unlessSilent = () => Promise.reject(new DatabaseSilent())
  const app = createApp({ ...market.ctx, unlessSilent })
  const calls = [
    ['GET', '/api/v1/projects'],
    ['POST', '/api/v1/buy-token'],
    ['GET', '/rest/v1/projects'],
    ['POST', '/auth/v1/token'],
    ['POST', '/storage/v1/object/images/profile/one.png'],
    ['GET', '/storage/v1/object/public/images/one.png'],
    ['POST', '/webhooks/stripe'],
  ] as const
  for (const [method, path] of calls) {
    const answer = await app.request(path, { method })
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
    expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  }
  expect((await app.request('/config.json')).status).toBe(200)
})

test('what a door tells somebody stays with them, unless it says otherwise', async () => {
  const server = createHttpServer(createApp(market.ctx).fetch, 'http://tune.test')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const kept = async (path: string) => {
    const headers = { connection: 'close', apikey: createApiKey('anon', market.ctx.env.JWT_SECRET) }
    return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get('cache-control')
  }
  expect(await kept('/rest/v1/projects?select=uid')).toBe('no-store')
  expect(await kept('/auth/v1/user')).toBe('no-store')
  expect(await kept('/auth/v1/.well-known/jwks.json')).toBe('public, max-age=600')
  server.close()
})

test('a person keeps twenty pictures below profile/ and no more', async () => {
  const app = createApp(market.ctx)
  const fan = await market.newFan()
  await market.sql`
    insert into storage.objects (bucket_id, name, owner, owner_id)
    select 'images', ${`profile/${fan.uid}-`} || n, ${fan.uid}::uuid, ${fan.uid} from generate_series(1, 20) n`
  const answer = await app.request(`/storage/v1/object/images/profile/${fan.uid}.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fan.token}`, 'content-type': 'image/png' },
    body: 'never read',
  })
  expect(await answer.json()).toMatchObject({
    statusCode: '413',
    message: expect.stringContaining('limit of 20'),
  })
})

test('a page is answered while calls of the same caller wait for the database', async () => {
  const app = createApp(market.ctx)
  const fan = await market.newFan()
  const ask = async (path: string) => app.request(path, { headers: { authorization: `Bearer ${fan.token}` } })
  let calls: Promise<Response>[] = []
  await market.sql.begin(async (tx) => {
    await tx`lock table projects in access exclusive mode`
    calls = Array.from({ length: 20 }, () => ask('/api/v1/projects'))
    expect((await ask('/manifest.webmanifest')).status).toBe(200)
  })
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('a webhook that is too large is told so', async () => {
  const app = createApp(market.ctx)
  const path = `/webhooks/pix?hmac=${TEST_ENV.PIX_WEBHOOK_SECRET}`
  const answer = await app.request(path, { method: 'POST', body: 'x'.repeat(2_000_000) })
  expect(answer.status).toBe(413)
})

test('/ready says what a process cannot do without, and that it is ending; /health only that it lives', async () => {
  const own = await createTestDatabase()
  const app = createApp({ ...market.ctx, sql: own.sql })
  const ask = async (path: string, of = app) => {
    const answer = await of.request(path)
    return [answer.status, ((await answer.json()) as { status: string }).status]
  }
  expect(await ask('/ready')).toEqual([200, 'ready'])
  await own.sql`update private.schema_state set version = 1, checksum = 'of a backup from before'`
  expect(await ask('/ready')).toEqual([503, 'schema'])
  expect(await ask('/health')).toEqual([200, 'ok'])
  await own.drop()
  expect(await ask('/ready')).toEqual([503, 'database'])
  expect(await ask('/health')).toEqual([200, 'ok'])
  const ending = createApp(market.ctx, null, () => true)
  expect(await ask('/ready', ending)).toEqual([503, 'ending'])
})

test('a process that was asked to end says so, and serves until its seconds are over', {
  tags: ['release'],
}, async () => {
  const { child, ended, statusOf } = await startServerProcess(market, { SERVICES: 'web', DRAIN_SECONDS: '5' })
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('/ready')).toBe(503)
  expect(await statusOf('/config.json')).toBe(200)
  await expect.poll(() => statusOf('/config.json'), { timeout: 20_000 }).toBe(0)
  expect(await ended).toBe(0)
})

test('the process closes half-sent requests, and ends when asked to, even with a websocket open', {
  tags: ['release'],
}, async () => {
  const { child, ended, port, base } = await startServerProcess(market, { SERVICES: 'web,realtime' })
  const half = connect(port, '127.0.0.1')
  half.write('GET /health HTTP/1.1\r\nHost: tune')
  const isLetGo = once(half.resume(), 'close')
  const { anonKey } = (await (await fetch(`${base}/config.json`)).json()) as { anonKey: string }
  const socket = new WebSocket(
    `${base.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`,
  )
  await once(socket, 'open')
  await isLetGo
  child.kill('SIGTERM')
  const late = sleep(10_000, 'still running', { ref: false })
  expect(await Promise.race([ended, late])).not.toBe('still running')
})
