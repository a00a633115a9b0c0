// @module-tag release
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createVideo } from './video.ts'

const KEY = 'library-security-key'
const WORK = 'hora-de-luz'
/** More than the kernel's socket buffers hold, so that a reader that stops leaves bytes on the server's side. */
const BIG_BYTES = 64 * 1024 * 1024

let host: RunningEmulator
let bigHost: RunningEmulator
let bigMedia: string

beforeAll(async () => {
  host = await startEmulator('/video', ({ dataDir }) => createVideo({ dataDir, tokenKey: KEY }))
  bigMedia = await mkdtemp(join(tmpdir(), 'tune-media-'))
  await mkdir(join(bigMedia, 'big'))
  await writeFile(join(bigMedia, 'big/000.m4s'), Buffer.alloc(BIG_BYTES))
  bigHost = await startEmulator('/video', ({ dataDir }) =>
    createVideo({ dataDir, tokenKey: KEY, mediaDir: bigMedia }),
  )
})

afterAll(async () => {
  await host.remove()
  await bigHost.remove()
  await rm(bigMedia, { recursive: true, force: true })
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const tokenFor = (videoId: string, expires: number) =>
  createHash('sha256').update(`${KEY}${videoId}${expires}`).digest('hex')
const embed = (videoId: string, expires: number, token = tokenFor(videoId, expires)) =>
  `${host.origin}/video/embed/tune/${videoId}?token=${token}&expires=${expires}`
const below = (origin: string, videoId: string, expires: number) =>
  `${origin}/video/hls/${videoId}/${expires}/${tokenFor(videoId, expires)}`

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

test('manifest and segments are served below the signature only, whole or in part, and kept nowhere', async () => {
  const base = below(host.origin, WORK, inSeconds(60))
  const manifest = await fetch(`${base}/index.m3u8`)
  expect(manifest.status).toBe(200)
  expect(manifest.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
  expect(manifest.headers.get('access-control-allow-origin')).toBeNull()
  const names = [...(await manifest.text()).matchAll(/^\w+\.m4s$/gm)].map(String)
  expect(names.length).toBeGreaterThan(5)

  const original = await readFile(join(import.meta.dirname, 'media', WORK, names[0] as string))
  const whole = await fetch(`${base}/${names[0]}`)
  expect(whole.headers.get('cache-control')).toBe('private, no-store')
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
  const forged = base.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  for (const name of ['index.m3u8', 'init.mp4', names[0]]) {
    expect((await fetch(`${forged}/${name}`)).status).toBe(403)
  }
})

test('after its time a signature opens nothing', async () => {
  const expires = inSeconds(2)
  const base = below(host.origin, WORK, expires)
  expect((await fetch(`${base}/index.m3u8`)).status).toBe(200)
  while (Date.now() < expires * 1000) await sleep(50)
  for (const address of [`${base}/index.m3u8`, `${base}/init.mp4`, `${base}/000.m4s`, embed(WORK, expires)]) {
    expect((await fetch(address)).status).toBe(403)
  }
})

test('an answer still on its way at that time is cut', async () => {
  const expires = inSeconds(2)
  const address = new URL(`${below(bigHost.origin, 'big', expires)}/000.m4s`)
  const socket: Socket = connect(Number(address.port), address.hostname)
  let received = 0
  socket.on('data', (bytes) => {
    received += bytes.length
  })
  // A reader that takes one piece and then waits for longer than it may.
  socket.once('data', () => socket.pause())
  const closed = new Promise<void>((resolve) =>
    socket.on('error', () => undefined).on('close', () => resolve()),
  )
  socket.write(`GET ${address.pathname} HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`)
  while (Date.now() < expires * 1000 + 100) await sleep(50)
  expect(received).toBeGreaterThan(0)
  socket.resume()
  await closed
  expect(received).toBeLessThan(BIG_BYTES)
})

test('the control door tells what was asked and makes the next request fail', async () => {
  const control = (path: string, body?: object) =>
    fetch(`${host.origin}/video/_control/${path}`, body && { method: 'POST', body: JSON.stringify(body) })
  await control('reset', {})
  await control('next', { outcome: 'http_503' })
  const base = below(host.origin, WORK, inSeconds(60))
  expect((await fetch(`${base}/index.m3u8`)).status).toBe(503)
  expect((await (await fetch(`${base}/index.m3u8`)).text()).length).toBeGreaterThan(0)
  type Log = { requests: { path: string; status: number; detail: { bytes: number }; at: string }[] }
  let requests: Log['requests'] = []
  const statuses = async () => {
    requests = ((await (await control('log')).json()) as Log).requests
    return requests.map(({ status }) => status)
  }
  // A request is noted when its last byte has left, which may be after its reader has it.
  await expect.poll(statuses).toEqual([200, 503])
  expect(requests[0]?.path).toBe(new URL(`${base}/index.m3u8`).pathname)
  expect(requests[0]?.detail.bytes).toBeGreaterThan(100)
})
