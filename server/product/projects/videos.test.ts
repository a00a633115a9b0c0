/** Uploading a video: what the browser receives, and how progress is reported. */
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVideoHost } from '../../platform/adapters/video.ts'
import { createVideoFiles, ownVideos } from '../../platform/video/video-files.ts'
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

describe('a project is published with a video that can be played', () => {
  const draft = async () => {
    const { uid } = await market.newProject()
    await market.sql`update projects set is_active = false, video_id = ${GUID} where uid = ${uid}`
    return uid
  }
  const publish = (uid: string) => market.call(admin, `/projects/${uid}/publish`, {})
  const isOpen = async (uid: string) =>
    (await market.sql<{ open: boolean }[]>`select is_active as open from projects where uid = ${uid}`)[0]
      ?.open

  test.each([
    ['does not exist', { status: 404, body: {} }, 'video_missing'],
    ['could not be prepared', { status: 200, body: { guid: GUID, status: 5 } }, 'video_missing'],
    ['was never uploaded', { status: 200, body: { guid: GUID, status: 0 } }, 'video_not_ready'],
    ['is being prepared', { status: 200, body: { guid: GUID, status: 3 } }, 'video_not_ready'],
    ['cannot be asked about', { status: 500, body: {} }, 'video_unavailable'],
  ])('not with one that %s', async (_what, answer, code) => {
    const uid = await draft()
    answers = answer
    const seen = (await market.call(admin, `/admin/projects/${uid}/preview`)).data as { video: string }
    expect(seen.video).toBe(code === 'video_unavailable' ? 'unknown' : code.replace('video_', ''))
    expect((await publish(uid)).data).toMatchObject({ code })
    expect(await isOpen(uid)).toBe(false)
    answers = { status: 200, body: { guid: GUID, status: 4 } }
    expect((await publish(uid)).status).toBe(200)
    expect(await isOpen(uid)).toBe(true)
    // What is open already is, whatever the host says.
    answers = answer
    expect((await publish(uid)).status).toBe(200)
  })

  test('not with another one than was looked at', async () => {
    const uid = await draft()
    market.ctx.video.readiness = async () => {
      await market.sql`update projects set video_id = 'outro' where uid = ${uid}`
      return 'ready'
    }
    expect((await publish(uid)).data).toMatchObject({ code: 'project_changed' })
    expect(await isOpen(uid)).toBe(false)
  })

  test('our own store is asked for what it is played from; a host without a library cannot be asked', async () => {
    const env = { ...market.ctx.env, DATA_DIR: await mkdtemp(join(tmpdir(), 'tune-videos-')) }
    const own = { ...env, VIDEO_PROVIDER: 's3' as const }
    await createVideoFiles(own).put('mare/index.m3u8', Buffer.from('#EXTM3U'))
    const host = createVideoHost(own, ownVideos(own))
    expect([await host.readiness('mare'), await host.readiness('falta')]).toEqual(['ready', 'missing'])
    const { VIDEO_API_KEY: _, ...without } = env
    expect(await createVideoHost(without).readiness(GUID)).toBe('unknown')
  })
})
