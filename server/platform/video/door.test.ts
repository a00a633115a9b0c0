/** Our own video page and the files behind it: for one video, until one second, and for nothing else. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { cdnToken } from '../adapters/bunny-cdn.ts'
import { createVideoHost } from '../adapters/video.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { videoDoor } from './door.ts'
import { createVideoFiles } from './video-files.ts'

const SEGMENT = Buffer.from('0123456789')
const PAGE = '<body data-source="" data-left="0">'

let folder: string
let env: ReturnType<typeof envWith>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-videos-'))
  env = envWith({ VIDEO_PROVIDER: 's3' })
  const files = createVideoFiles(env)
  await files.put('mare/index.m3u8', Buffer.from('#EXTM3U\n'))
  await files.put('mare/000.m4s', SEGMENT)
  await files.put('mare/high/000.m4s', SEGMENT)
  await files.put('sol/000.m4s', SEGMENT)
  await files.put('mare/secret.txt', SEGMENT)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const envWith = (more: Record<string, string>) =>
  readEnv({
    ...TEST_ENV,
    DATABASE_URL: 'postgres://none',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://tune.test',
    ...more,
  })

const doorOf = (settings: typeof env) => videoDoor(settings, createVideoFiles(settings), async () => PAGE)
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  doorOf(env).request(path, { method, headers })

/** The page's address, and the folder of its files. */
function signed(videoId = 'mare', end = Date.now() + 60_000) {
  const page = new URL(createVideoHost(env).signedUrl(videoId, end))
  const { token, expires } = Object.fromEntries(page.searchParams)
  return { page: page.pathname + page.search, files: `/video/${videoId}/${expires}/${token}` }
}

test('the page plays its own video alone, in our own frames alone, and no cache keeps it', async () => {
  const { page, files } = signed()
  const answer = await get(page)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  expect(html).toContain(`data-source="${files}/index.m3u8"`)
  const [, left] = /data-left="(\d+)"/.exec(html) ?? []
  expect(Number(left)).toBeLessThanOrEqual(60_000)
  expect(answer.headers.get('content-security-policy')).toContain("img-src 'self'")
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect((await get(page.replace('/player/mare', '/player/sol'))).status).toBe(403)
  expect((await get('/player/mare')).status).toBe(403)
})

test('files are sent whole, in part, or as a head', async () => {
  const { files } = signed()
  expect(await (await get(`${files}/index.m3u8`)).text()).toBe('#EXTM3U\n')
  const segment = await get(`${files}/000.m4s`)
  expect(Buffer.from(await segment.arrayBuffer())).toEqual(SEGMENT)
  expect(segment.headers.get('content-type')).toBe('video/iso.segment')
  expect((await get(`${files}/high/000.m4s`)).status).toBe(200)
  const part = await get(`${files}/000.m4s`, { range: 'bytes=2-4' })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ])
  expect(await (await get(`${files}/000.m4s`, { range: 'bytes=-3' })).text()).toBe('789')
  expect((await get(`${files}/000.m4s`, { range: 'bytes=10-' })).status).toBe(416)
  const head = await get(`${files}/000.m4s`, {}, 'HEAD')
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '10'])
})

test('a token opens neither another video, nor another second, nor anything that is no file of a video', async () => {
  const { files } = signed()
  const [, , id, expires, token = ''] = files.split('/')
  const refused = [
    `/video/sol/${expires}/${token}/000.m4s`,
    `/video/${id}/${Number(expires) + 1}/${token}/000.m4s`,
    `/video/${id}/0${expires}/${token}/000.m4s`,
    `/video/${id}/${expires}/${token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}/000.m4s`,
    `/video/${id}/${expires}/x/000.m4s`,
  ]
  expect(await Promise.all(refused.map(async (path) => (await get(path)).status))).toEqual(
    refused.map(() => 403),
  )
  const absent = [
    '',
    'secret.txt',
    'none.m4s',
    '..%2Fsol%2F000.m4s',
    '%2e%2e/sol/000.m4s',
    'a/b/c.m4s',
    'high/',
    'high',
  ]
  for (const name of absent) expect((await get(`${files}/${name}`)).status, name).not.toBe(200)
})

test('from the second of its end on, page, list and segments are refused, and what is under way breaks off', async () => {
  const end = (Math.floor(Date.now() / 1000) + 2) * 1000
  const { page, files } = signed('mare', end)
  const late = await get(`${files}/000.m4s`)
  const untouched = late.body?.getReader()
  await sleep(end - Date.now() + 20)
  await expect(untouched?.read()).rejects.toThrow('is over')
  for (const path of [page, `${files}/index.m3u8`, `${files}/000.m4s`])
    expect((await get(path)).status).toBe(403)
})

test('where the host plays its own videos, neither page nor files exist here', async () => {
  const { page, files } = signed()
  const door = doorOf(envWith({}))
  expect((await door.request(page)).status).toBe(404)
  expect((await door.request(`${files}/000.m4s`)).status).toBe(404)
})

test('Bunny’s tokens are those of its own vectors', () => {
  // github.com/BunnyWay/BunnyCDN.TokenAuthentication, e2e/vectors.json, `path_only`.
  expect(cdnToken('SecurityKey', '/abc', 1_598_024_587)).toBe(
    'HS256-uVZvT3SbEoVKYJyDJgbcsDmSFf73cv-uNUVaJiKWpbQ',
  )
})

test('from Bunny’s CDN the page plays below a token that is bound to the video’s folder and the token’s second', async () => {
  const cdn = envWith({
    VIDEO_PROVIDER: 'bunny-cdn',
    VIDEO_CDN_URL: 'https://vz-1.b-cdn.net',
    VIDEO_CDN_KEY: 'zone',
  })
  const door = doorOf(cdn)
  const page = new URL(createVideoHost(cdn).signedUrl('mare', Date.now() + 60_000))
  const answer = await door.request(page.pathname + page.search)
  const expires = page.searchParams.get('expires')
  expect((await answer.text()).replaceAll('&amp;', '&')).toContain(
    `"https://vz-1.b-cdn.net/bcdn_token=${cdnToken('zone', '/mare/', Number(expires))}&token_path=%2Fmare%2F&expires=${expires}/mare/playlist.m3u8"`,
  )
  expect(answer.headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://vz-1.b-cdn.net;",
  )
  expect(
    (await door.request(`/video/mare/${expires}/${page.searchParams.get('token')}/000.m4s`)).status,
  ).toBe(404)
})

test('our pages may frame our own player', async () => {
  const app = new Hono().use(securityHeaders(env)).get('/', (c) => c.text(''))
  const policy = (await app.request('/')).headers.get('content-security-policy')
  expect(policy).toMatch(/frame-src [^;]*http:\/\/tune\.test/)
})

test('settings are those of the provider in use', () => {
  expect(() => envWith({ VIDEO_EMBED_URL: '' })).toThrow('VIDEO_EMBED_URL: is not set')
  expect(() => envWith({ VIDEO_PROVIDER: 'bunny-cdn' })).toThrow('VIDEO_CDN_KEY: is not set')
  expect(envWith({ VIDEO_PROVIDER: 's3', VIDEO_EMBED_URL: '' }).VIDEO_PROVIDER).toBe('s3')
})
