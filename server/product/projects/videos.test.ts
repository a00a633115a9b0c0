/** Uploading a video: what the browser receives, and how progress is reported. */
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import type { NewVideoWire } from './wire.ts'

const GUID = '0e6b1f0c-58cb-4b3c-9a51-2f6f1a6f4b1a'
let host: Server
let answers: { status: number; body: unknown }
let asked: { method: string | undefined; url: string | undefined; key: unknown }[] = []
let market: Market
let admin: TestFan

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push({ method: request.method, url: request.url, key: request.headers.accesskey })
    response
      .writeHead(answers.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answers.body))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as AddressInfo
  market = await createMarket({
    env: { VIDEO_API_URL: `http://127.0.0.1:${port}`, VIDEO_API_KEY: 'access', VIDEO_LIBRARY_ID: '42' },
  })
  admin = await market.newAdmin()
})
afterAll(async () => {
  await market.close()
  await new Promise((resolve) => host.close(resolve))
})

const film = { title: 'Farol', type: 'video/mp4', size: 1000 }
const send = (by: TestFan | null, body: object = film) => market.call(by, '/admin/videos', body)
const stateOf = (by: TestFan | null, id: string) => market.call(by, `/admin/videos/${id}`)

test('an administrator is handed headers that are signed for one video, and never the key', async () => {
  answers = { status: 200, body: { guid: GUID, status: 0 } }
  asked = []
  const { status, data } = (await send(admin)) as { status: number; data: NewVideoWire }
  expect(status).toBe(200)
  expect(asked).toEqual([{ method: 'POST', url: '/library/42/videos', key: 'access' }])
  const { AuthorizationExpire: expires, AuthorizationSignature: signature } = data.upload.headers
  expect(signature).toBe(createHash('sha256').update(`42access${expires}${GUID}`).digest('hex'))
  expect(Number(expires) * 1000).toBeGreaterThan(Date.now())
  expect(JSON.stringify(data)).not.toContain('access"')
  expect(data.videoId).toBe(GUID)
})

test.each([
  [0, 'waiting'],
  [3, 'processing'],
  [4, 'ready'],
  [5, 'failed'],
  [6, 'failed'],
])('the host’s status %i is %s', async (status, state) => {
  answers = { status: 200, body: { guid: GUID, status, encodeProgress: 50 } }
  expect((await stateOf(admin, GUID)).data).toEqual({ state, share: 0.5 })
})

test('a host that fails is told as such', async () => {
  for (const body of [
    { status: 500, body: {} },
    { status: 200, body: { guid: 7 } },
  ]) {
    answers = body
    expect(await send(admin)).toMatchObject({ status: 503, data: { code: 'video_unavailable' } })
  }
  answers = { status: 404, body: {} }
  expect((await stateOf(admin, GUID)).status).toBe(404)
  expect((await stateOf(admin, '../../x')).status).toBe(404)
})

test.each([
  ['a picture', { type: 'image/png' }],
  ['too large', { size: 2 * 1024 ** 3 + 1 }],
  ['empty', { size: 0 }],
  ['without a title', { title: ' ' }],
])('a file that is %s is refused before anything is made', async (_case, change) => {
  asked = []
  expect((await send(admin, { ...film, ...change })).status).toBe(400)
  expect(asked).toEqual([])
})

test('fans and strangers send nothing', async () => {
  const fan = await market.newFan()
  expect([(await send(fan)).status, (await stateOf(fan, GUID)).status]).toEqual([403, 403])
  expect([(await send(null)).status, (await stateOf(null, GUID)).status]).toEqual([401, 401])
})
