// @module-tag release
import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createVideo } from './video.ts'

const KEY = 'library-security-key'
const CDN_KEY = 'zone-security-key'
const WORK = 'hora-de-luz'

let host: RunningEmulator
beforeAll(async () => {
  host = await startEmulator('/video', ({ dataDir }) =>
    createVideo({ dataDir, tokenKey: KEY, cdnKey: CDN_KEY }),
  )
})
afterAll(() => host.remove())

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokenFor = (videoId: string, expires: number) =>
  createHash('sha256').update(`${KEY}${videoId}${expires}`).digest('hex')
const embed = (videoId: string, expires: number, token = tokenFor(videoId, expires)) =>
  `${host.origin}/video/embed/tune/${videoId}?token=${token}&expires=${expires}`
/** Of a video's folder in the zone. */
function below(videoId: string, expires: number): string {
  const path = `/${videoId}/`
  const digest = createHmac('sha256', CDN_KEY)
    .update(`${path}${expires}token_path=${path}`)
    .digest('base64url')
  return `${host.origin}/video/cdn/bcdn_token=HS256-${digest}&token_path=${encodeURIComponent(path)}&expires=${expires}/${videoId}`
}
/** From where the library's own page plays. */
function ownPage(html: string): string {
  const [, source = ''] = /data-source="\.\.\/\.\.([^"]+)"/.exec(html) ?? []
  return `${host.origin}/video${source.replaceAll('&amp;', '&')}`
}

test('the embed page is for whoever holds a signature, and may be framed by anyone', async () => {
  const expires = inSeconds(60)
  const page = await fetch(`${embed(WORK, expires)}&autoplay=true&loop=true&muted=false&preload=false`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).not.toContain('frame-ancestors')
  expect(page.headers.get('x-frame-options')).toBeNull()
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const text = await page.text()
  expect(text).toContain('data-autoplay="true"')
  expect(text).toMatch(/\sloop\s/)
  expect(text).not.toMatch(/\smuted\s/)
  expect(text).toContain('preload="none"')

  for (const refused of [
    embed(WORK, inSeconds(-1)),
    embed(WORK, expires, tokenFor('mare-cheia', expires)),
    `${host.origin}/video/embed/tune/${WORK}`,
    `${host.origin}/video/embed/tune/${WORK}?expires=${expires}`,
  ]) {
    expect((await fetch(refused)).status).toBe(403)
  }
  expect((await fetch(embed('no-such-video', expires))).status).toBe(404)
})

test('the zone serves manifest and segments below a token only, whole or in part, to pages of any site', async () => {
  const base = below(WORK, inSeconds(60))
  const manifest = await fetch(`${base}/playlist.m3u8`)
  expect(manifest.status).toBe(200)
  expect(manifest.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(manifest.headers.get('access-control-allow-origin')).toBe('*')
  const names = [...(await manifest.text()).matchAll(/^\w+\.m4s$/gm)].map(String)
  expect(names.length).toBeGreaterThan(5)

  const original = await readFile(join(import.meta.dirname, 'media', WORK, names[0] as string))
  const whole = await fetch(`${base}/${names[0]}`)
  expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true)

  const part = await fetch(`${base}/${names[0]}`, { headers: { range: 'bytes=10-19' } })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 10-19/${original.length}`)
  expect(Buffer.from(await part.arrayBuffer()).equals(original.subarray(10, 20))).toBe(true)
  const beyond = await fetch(`${base}/${names[0]}`, { headers: { range: `bytes=${original.length}-` } })
  expect(beyond.status).toBe(416)

  const head = await fetch(`${base}/${names[0]}`, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe(String(original.length))
  expect((await head.arrayBuffer()).byteLength).toBe(0)

  expect((await fetch(`${base}/999.m4s`)).status).toBe(404)
  expect((await fetch(`${base}/..%2F..%2Fvideo.ts`)).status).toBe(404)
  const forged = base.replace('HS256-', 'HS256-x')
  for (const name of ['playlist.m3u8', 'init.mp4', names[0]]) {
    expect((await fetch(`${forged}/${name}`)).status).toBe(403)
  }
})

test('the control door tells what was asked and makes the next request fail', async () => {
  const control = (path: string, body?: object) =>
    fetch(`${host.origin}/video/_control/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
  await control('reset', {})
  await control('next', { outcome: 'http_503' })
  const base = below(WORK, inSeconds(60))
  expect((await fetch(`${base}/playlist.m3u8`)).status).toBe(503)
  expect((await (await fetch(`${base}/playlist.m3u8`)).text()).length).toBeGreaterThan(0)
  type Log = { requests: { path: string; status: number; detail: { bytes: number }; at: string }[] }
  let requests: Log['requests'] = []
  const statuses = async () => {
    requests = ((await (await control('log')).json()) as Log).requests
    return requests.map(({ status }) => status)
  }
  // A request is noted when its last byte has left, which may be after its reader has it.
  await expect.poll(statuses).toEqual([200, 503])
  expect(requests[0]?.path).toBe(new URL(`${base}/playlist.m3u8`).pathname)
  expect(requests[0]?.detail.bytes).toBeGreaterThan(100)
})

test('at its time the page is over, and the zone goes by its own tokens, as nothing else is documented', async () => {
  const expires = inSeconds(60)
  const begun = ownPage(await (await fetch(embed(WORK, expires))).text())
  const base = below(WORK, expires)
  vi.useFakeTimers({ toFake: ['Date'], now: expires * 1000 })
  const statuses = await Promise.all(
    [embed(WORK, expires), `${base}/playlist.m3u8`, `${base}/000.m4s`, begun].map(
      async (address) => (await fetch(address)).status,
    ),
  )
  vi.useRealTimers()
  expect(statuses).toEqual([403, 403, 403, 200])
})
