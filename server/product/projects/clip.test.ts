import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createApiKey } from '../../platform/http/api-keys.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'

let market: Market
let admin: TestFan
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
})
afterAll(() => market.close())

/** 44.1 kHz, 128 kbit/s: 1152 samples in 417 bytes. */
const FRAME = Buffer.alloc(417)
FRAME.set([0xff, 0xfb, 0x90, 0x00])
const mp3 = (frames: number) => new Uint8Array(Buffer.concat(new Array(frames).fill(FRAME)))

async function request(person: TestFan | null, path: string, init: RequestInit = {}): Promise<Response> {
  const apikey = createApiKey('anon', market.ctx.env.JWT_SECRET)
  return createApp(market.ctx).request(path, {
    ...init,
    headers: { apikey, ...(person && { authorization: `Bearer ${person.token}` }), ...init.headers },
  })
}

async function upload(person: TestFan, name: string, bytes: Uint8Array<ArrayBuffer>, type = 'audio/mpeg') {
  return request(person, `/storage/v1/object/clips/${name}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: bytes,
  })
}
const addressOf = (name: string) => `http://localhost:3000/storage/v1/object/public/clips/${name}`
const edit = (uid: string, version: number, clip: string | null) =>
  market.call(admin, `/admin/projects/${uid}/edit`, { version, clip })
const publicOf = async (uid: string) => (await market.call(null, `/projects/${uid}/public`)).data

describe('a public clip', () => {
  test('is heard by everybody, with its length, and can be taken away', async () => {
    const { uid } = await market.newProject()
    expect(await publicOf(uid)).toMatchObject({ clip: null })
    expect((await upload(admin, 'mare.mp3', mp3(1148))).status).toBe(200)
    expect((await edit(uid, 1, addressOf('mare.mp3'))).status).toBe(200)
    expect(await publicOf(uid)).toMatchObject({ clip: { url: addressOf('mare.mp3'), seconds: 30 } })
    const heard = await request(null, '/storage/v1/object/public/clips/mare.mp3', {
      headers: { range: 'bytes=0-3' },
    })
    expect([heard.status, heard.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
    expect((await edit(uid, 2, null)).status).toBe(200)
    expect(await publicOf(uid)).toMatchObject({ clip: null })
  })

  test('is refused where it is longer, no MP3, or somebody else’s file', async () => {
    const { uid } = await market.newProject()
    expect((await upload(admin, 'long.mp3', mp3(1149))).ok).toBe(false)
    expect((await upload(admin, 'text.mp3', new Uint8Array(Buffer.from('not a sound')))).ok).toBe(false)
    for (const clip of [addressOf('long.mp3'), addressOf('none.mp3'), 'https://x.test/a.mp3'])
      expect(await edit(uid, 1, clip)).toMatchObject({ status: 422, data: { code: 'clip_invalid' } })
  })

  test('is uploaded by administrators alone, and is a sound', async () => {
    const fan = await market.newFan()
    expect((await upload(fan, 'mine.mp3', mp3(100))).ok).toBe(false)
    expect((await upload(admin, 'page.html', mp3(100), 'text/html')).ok).toBe(false)
    expect(await market.sql`select from storage.objects where name in ('mine.mp3', 'page.html')`).toEqual([])
  })
})
