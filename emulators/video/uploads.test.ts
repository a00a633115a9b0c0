// @module-tag release
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import { createVideo } from './video.ts'

const [TOKEN_KEY, API_KEY] = ['library-security-key', 'library-access-key']
const MEDIA = join(import.meta.dirname, 'media/hora-de-luz')

let host: RunningEmulator
beforeAll(async () => {
  host = await startEmulator('/video', ({ dataDir, publicUrl }) =>
    createVideo({ dataDir, publicUrl, tokenKey: TOKEN_KEY, apiKey: API_KEY }),
  )
})
afterAll(() => host.remove())

const api = (path: string, init: RequestInit = {}, key = API_KEY) =>
  fetch(`${host.origin}/video/library/4711/videos${path}`, { ...init, headers: { accesskey: key } })
const create = async () =>
  ((await (await api('', { method: 'POST', body: '{"title":"Luz"}' })).json()) as { guid: string }).guid
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
function signed(guid: string, expires = inSeconds(60), key = API_KEY) {
  const signature = createHash('sha256').update(`4711${key}${expires}${guid}`).digest('hex')
  return {
    'tus-resumable': '1.0.0',
    authorizationsignature: signature,
    authorizationexpire: String(expires),
    videoid: guid,
    libraryid: '4711',
  }
}
const begin = (guid: string, length: number, headers = signed(guid)) =>
  fetch(`${host.origin}/video/tusupload`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(length) },
  })
const patch = (address: string, guid: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(address, {
    method: 'PATCH',
    headers: {
      ...signed(guid),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: bytes,
  })
const statusOf = async (guid: string) => ((await (await api(`/${guid}`)).json()) as { status: number }).status
/** A short film as one file: its head and its first part. */
async function film(): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Promise.all(['init.mp4', '000.m4s'].map((name) => readFile(join(MEDIA, name))))
  return new Uint8Array(Buffer.concat(parts))
}

test('a file arrives in parts, goes on where it broke off, is encoded, and plays', async () => {
  const guid = await create()
  const bytes = await film()
  const address = (await begin(guid, bytes.length)).headers.get('location') ?? ''
  expect((await patch(address, guid, 0, bytes.slice(0, 1000))).headers.get('upload-offset')).toBe('1000')
  // Sent again from the start, and from beyond what has come.
  expect((await patch(address, guid, 0, bytes)).status).toBe(409)
  expect((await patch(address, guid, 2000, bytes)).status).toBe(409)
  const known = await fetch(address, { method: 'HEAD', headers: signed(guid) })
  expect(known.headers.get('upload-offset')).toBe('1000')
  expect(known.headers.get('access-control-expose-headers')).toContain('Upload-Offset')
  expect(await statusOf(guid)).toBe(0)
  expect((await patch(address, guid, 1000, bytes.slice(1000))).status).toBe(204)
  expect(await statusOf(guid)).toBe(3)
  await expect.poll(() => statusOf(guid), { timeout: 20_000 }).toBe(4)

  const expires = inSeconds(60)
  const token = createHash('sha256').update(`${TOKEN_KEY}${guid}${expires}`).digest('hex')
  const page = await fetch(`${host.origin}/video/embed/4711/${guid}?token=${token}&expires=${expires}`)
  const [, source = ''] = /data-source="\.\.\/\.\.([^"]+)"/.exec(await page.text()) ?? []
  const zone = await fetch(`${host.origin}/video${source.replaceAll('&amp;', '&')}`)
  expect(await zone.text()).toContain('000.m4s')
  const kept = await readFile(join(host.dataDir, 'videos', guid, 'original.mp4'))
  expect(kept.equals(bytes)).toBe(true)
})

test('what is no video fails to be encoded, and is no page', async () => {
  const guid = await create()
  const bytes = new TextEncoder().encode('this is not a film at all')
  const address = (await begin(guid, bytes.length)).headers.get('location') ?? ''
  await patch(address, guid, 0, bytes)
  await expect.poll(() => statusOf(guid), { timeout: 20_000 }).toBe(5)
})

test('nobody sends or asks without a key or a signature that holds', async () => {
  const guid = await create()
  expect((await api('', { method: 'POST', body: '{"title":"x"}' }, 'another')).status).toBe(401)
  expect((await api(`/${guid}`, {}, 'another')).status).toBe(401)
  expect((await api('/none')).status).toBe(404)
  for (const headers of [
    signed(guid, inSeconds(-1)),
    signed(guid, inSeconds(60), 'another'),
    { ...signed(guid), videoid: await create() },
  ])
    expect((await begin(guid, 10, headers)).status).toBe(403)
})
