/** The official storage client against our door: pictures in, pictures out, and nobody's but one's own. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { drawUsual, type Stored } from '#server/doors/storage/renditions.ts'
import { cleanImage, drawImage } from '#server/platform/adapters/images.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { STORES, type TestStore } from '#server/testing/stores.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

describe.each(STORES)('files in $store', ({ openStore }) => {
  const MAX_BYTES = 200_000
  let database: TestDatabase
  let strangers: Sql
  let harness: Harness
  let store: TestStore
  /** Pictures that the door has told of. */
  const told: Stored[] = []
  let drawings = 0
  let decoded = 0
  const clean: typeof cleanImage = (...given) => {
    decoded++
    return cleanImage(...given)
  }
  const draw: typeof drawImage = (...asked) => {
    drawings++
    return drawImage(...asked)
  }
  const ana = crypto.randomUUID()
  const bia = crypto.randomUUID()
  const png = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#f05' } })
      .png()
      .toBuffer()

  beforeAll(async () => {
    database = await createTestDatabase()
    strangers = connect(database.url, { max: 5, role: 'authenticator', adminSecondFactor: 'off' })
    store = await openStore()
    await database.sql`update storage.buckets set file_size_limit = ${MAX_BYTES}`
    harness = await startHarness(() => ({
      '/storage/v1': createStorageDoor({
        sql: strangers,
        ownerSql: database.sql,
        jwtSecret: JWT_SECRET,
        log: createLogger('silent'),
        files: store.files,
        maxBytes: 5 * 1024 * 1024,
        quotas: [],
        clean,
        draw,
        pictureStored: async (object) => {
          told.push(object)
        },
      }),
    }))
    for (const [uid, role] of [
      [ana, 'user'],
      [bia, 'admin'],
    ] as const) {
      const email = `${role}@tune.test`
      await database.sql`insert into auth.users (id, email, email_confirmed_at) values (${uid}, ${email}, now())`
      await database.sql`insert into users (uid, email, nickname, role) values (${uid}, ${email}, ${role}, ${role})`
    }
  })
  afterAll(async () => {
    await harness.close()
    await strangers.end()
    await database.drop()
    await store.close()
  })

  function tokenOf(uid: string): Promise<string> {
    return new SignJWT({ role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET))
  }

  async function imagesOf(uid: string | null): Promise<ReturnType<SupabaseClient['storage']['from']>> {
    const token = uid ? await tokenOf(uid) : harness.anonKey
    const client = createClient(harness.url, harness.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { authorization: `Bearer ${token}` } },
    })
    return client.storage.from('images')
  }

  describe('uploading', () => {
    test('a browser’s form: the public address shows the picture to anybody', async () => {
      const images = await imagesOf(ana)
      const file = new File([await png(8)], 'ana.png', { type: 'image/png' })
      const { data, error } = await images.upload('profile/ana.png', file, { cacheControl: '60' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ path: 'profile/ana.png', fullPath: 'images/profile/ana.png' })

      const url = images.getPublicUrl('profile/ana.png').data.publicUrl
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'max-age=60',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'access-control-allow-origin': '*',
      })
      const picture = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(picture).toMatchObject({ format: 'png', width: 8, height: 8 })
      const etag = answer.headers.get('etag') ?? ''
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
      expect((await fetch(`${url}?download=eu.png`)).headers.get('content-disposition')).toContain('eu.png')
    })

    test.each([
      ['max-age=60', 'max-age=60'],
      ['public, max-age=31536000, immutable', 'no-cache'],
    ])('bytes may be kept for a time (%s), by browsers alone', async (wanted, kept) => {
      const answer = await fetch(`${harness.url}/storage/v1/object/images/profile/kept.png`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokenOf(ana)}`,
          'cache-control': wanted,
          'content-type': 'image/png',
          'x-upsert': 'true',
        },
        body: await png(2),
      })
      expect(answer.status).toBe(200)
      const url = (await imagesOf(ana)).getPublicUrl('profile/kept.png').data.publicUrl
      expect((await fetch(url)).headers.get('cache-control')).toBe(kept)
    })

    test('bytes as they are', async () => {
      const images = await imagesOf(ana)
      const { error } = await images.upload('profile/raw.png', await png(4), { contentType: 'image/png' })
      expect(error).toBeNull()
      const answer = await fetch(images.getPublicUrl('profile/raw.png').data.publicUrl)
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(4)
    })

    test('a name is taken until one says upsert; then the old bytes are gone', async () => {
      const images = await imagesOf(ana)
      const put = async (side: number, upsert: boolean) =>
        images.upload('profile/again.png', await png(side), { contentType: 'image/png', upsert })
      expect((await put(4, false)).error).toBeNull()
      expect((await put(5, false)).error).toMatchObject({
        statusCode: '409',
        message: 'The resource already exists',
      })
      expect((await put(6, true)).error).toBeNull()
      const answer = await fetch(images.getPublicUrl('profile/again.png').data.publicUrl)
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(6)
      const [row] = await database.sql<{ id: string }[]>`
      select id from storage.objects where name = 'profile/again.png'`
      expect(await store.keys(row?.id ?? '')).toHaveLength(1)
    })

    test('a picture comes no wider than asked, in the form its reader takes, and goes with its original', async () => {
      const images = await imagesOf(ana)
      const name = 'profile/wide.png'
      await images.upload(name, await png(700), { contentType: 'image/png' })
      const drawn = (width: string) =>
        `${images.getPublicUrl(name).data.publicUrl.replace('/object/', '/render/image/')}?width=${width}`
      for (const [width, accept, type, side] of [
        ['320', 'image/avif,image/webp,*/*', 'image/avif', 320],
        ['160', 'image/webp,*/*', 'image/webp', 160],
        ['640', '*/*', 'image/png', 640],
        // It never becomes larger than it is.
        ['1280', 'image/webp', 'image/webp', 700],
      ] as const) {
        const answers = await Promise.all([1, 2, 3].map(() => fetch(drawn(width), { headers: { accept } })))
        for (const answer of answers) {
          expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
          expect(answer.headers.get('vary')).toMatch(/accept/i)
          const { width: found } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
          expect(found).toBe(side)
        }
        const etag = answers[0]?.headers.get('etag') ?? ''
        expect((await fetch(drawn(width), { headers: { accept, 'if-none-match': etag } })).status).toBe(304)
      }
      for (const width of ['321', '0', '', '1e2']) expect((await fetch(drawn(width))).status).toBe(400)
      expect((await fetch(drawn('320').replace('wide', 'none'))).status).toBe(400)

      const [row] = await database.sql<{ id: string }[]>`select id from storage.objects where name = ${name}`
      expect(await store.keys(row?.id ?? '')).toHaveLength(5)
      await images.remove([name])
      expect(await store.keys(row?.id ?? '')).toHaveLength(0)
    })

    test('what nearly every browser asks for is drawn before anybody does, and not again', async () => {
      const images = await imagesOf(ana)
      const name = 'profile/ahead.png'
      await images.upload(name, await png(700), { contentType: 'image/png' })
      const stored = told.at(-1) as Stored
      drawings = 0
      await drawUsual(store.files, draw, stored)
      expect(drawings).toBe(4)
      for (const width of [160, 320, 640, 1280]) {
        const address = images.getPublicUrl(name).data.publicUrl.replace('/object/', '/render/image/')
        const answer = await fetch(`${address}?width=${width}`, { headers: { accept: 'image/avif,*/*' } })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/avif'])
      }
      expect(drawings).toBe(4)
      await images.remove([name])
      // The picture may be gone before its turn comes.
      await drawUsual(store.files, draw, stored)
      expect(drawings).toBe(4)
      expect(await store.keys(stored.id)).toHaveLength(0)
      // Or go while it is being drawn; a picture that stays and cannot be drawn is a fault.
      await images.upload(name, await png(700), { contentType: 'image/png' })
      const drawn = told.at(-1) as Stored
      const fail = async () => Promise.reject(new Error('no picture'))
      await expect(drawUsual(store.files, fail, drawn)).rejects.toThrow('no picture')
      await drawUsual(store.files, async () => (await images.remove([name])) && fail(), drawn)
    })

    test('a name that looks like a path of ours is kept whole', async () => {
      const images = await imagesOf(ana)
      const name = 'profile/object/images/x.png'
      const { data } = await images.upload(name, await png(2), { contentType: 'image/png' })
      expect(data?.path).toBe(name)
      expect((await fetch(images.getPublicUrl(name).data.publicUrl)).status).toBe(200)
      expect((await images.list('profile/object/images')).data).toMatchObject([{ name: 'x.png' }])
    })

    test.each([
      ['a type that is not a picture', 'image/gif', async () => Buffer.from('GIF89a'), '415'],
      ['a picture in name only', 'image/png', async () => Buffer.from('<script>alert(1)</script>'), '415'],
      ['another picture than it says', 'image/jpeg', () => png(4), '415'],
      ['more than the bucket takes', 'image/png', async () => Buffer.alloc(MAX_BYTES + 1), '413'],
      ['more than the door takes', 'image/png', async () => Buffer.alloc(6 * 1024 * 1024), '413'],
    ])('refuses %s', async (_name, contentType, bytes, statusCode) => {
      const { error } = await (await imagesOf(ana)).upload('profile/no.png', await bytes(), { contentType })
      expect(error).toMatchObject({ statusCode })
    })

    test.each([
      'profile/../../etc/passwd',
      'profile//x.png',
      'profile/ã.png',
      'profile/%2e%2e/x.png',
      'profile/%zz.png',
    ])('refuses the name %s', async (name) => {
      const token = (await imagesOf(ana)) as unknown as { headers: Record<string, string> }
      const answer = await fetch(
        `${harness.url}/storage/v1/object/images/${encodeURI(name).replaceAll('%25', '%')}`,
        {
          method: 'POST',
          headers: { ...token.headers, 'content-type': 'image/png' },
          body: new Uint8Array(await png(2)),
        },
      )
      expect(answer.ok).toBe(false)
      expect(answer.status).toBe(400)
      const [row] =
        await database.sql`select from storage.objects where name like '%passwd' or name like '%zz%'`
      expect(row).toBeUndefined()
    })

    test('only where one may: strangers nowhere, people in profile, admins also in projects', async () => {
      const put = async (uid: string | null, name: string) =>
        (await (await imagesOf(uid)).upload(name, await png(2), { contentType: 'image/png' })).error
      const before = decoded
      expect(await put(null, 'profile/stranger.png')).toMatchObject({ statusCode: '403' })
      expect(await put(ana, 'projects/cover.png')).toMatchObject({ statusCode: '403' })
      expect(await put(ana, 'cover.png')).toMatchObject({ statusCode: '403' })
      // Nobody has us decode a picture that they may not store.
      expect(decoded).toBe(before)
      expect(await put(bia, 'projects/cover.png')).toBeNull()
      const files = await store.keys()
      const [row] = await database.sql<
        { count: number }[]
      >`select count(*)::int as count from storage.objects`
      expect(files).toHaveLength(row?.count ?? -1)
    })
  })

  describe('listing and removing', () => {
    test('one’s own, folders first summed up', async () => {
      const images = await imagesOf(bia)
      for (const name of ['profile/bia/1.png', 'profile/bia/2.png']) {
        await images.upload(name, await png(2), { contentType: 'image/png' })
      }
      expect((await images.list('profile/bia')).data?.map(({ name }) => name)).toEqual(['1.png', '2.png'])
      expect(
        (await images.list('profile/bia', { limit: 1, offset: 1 })).data?.map(({ name }) => name),
      ).toEqual(['2.png'])
      expect((await images.list('profile', { search: 'bia' })).data).toMatchObject([
        { name: 'bia', id: null },
      ])
      expect((await (await imagesOf(ana)).list('profile/bia')).data).toEqual([])
      expect(await (await imagesOf(null)).list('profile')).toMatchObject({ data: [], error: null })
    })

    test('a hundred at a time, unless another number is asked for', async () => {
      await database.sql`
      insert into storage.objects (bucket_id, name, owner)
      select 'images', 'profile/many/' || n || '.png', ${bia}::uuid from generate_series(1, 101) n`
      const answer = await fetch(`${harness.url}/storage/v1/object/list/images`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(bia)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ prefix: 'profile/many' }),
      })
      expect(await answer.json()).toHaveLength(100)
      const images = await imagesOf(bia)
      expect((await images.list('profile/many')).data).toHaveLength(100)
      expect((await images.list('profile/many', { limit: 1000 })).data).toHaveLength(101)
      await database.sql`delete from storage.objects where name like 'profile/many/%'`
    })

    test('somebody else’s picture is neither replaced nor removed', async () => {
      const own = await imagesOf(bia)
      await own.upload('profile/mine.png', await png(3), { contentType: 'image/png' })
      const other = await imagesOf(ana)
      const replaced = await other.upload('profile/mine.png', await png(9), {
        contentType: 'image/png',
        upsert: true,
      })
      expect(replaced.error).not.toBeNull()
      expect((await other.remove(['profile/mine.png'])).data).toEqual([])
      const answer = await fetch(own.getPublicUrl('profile/mine.png').data.publicUrl)
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(3)
    })

    test('what is removed is gone, bytes and all', async () => {
      const images = await imagesOf(ana)
      await images.upload('profile/gone.png', await png(2), { contentType: 'image/png' })
      const url = images.getPublicUrl('profile/gone.png').data.publicUrl
      const { data, error } = await images.remove(['profile/gone.png', 'profile/never.png'])
      expect(error).toBeNull()
      expect(data).toMatchObject([{ name: 'profile/gone.png' }])
      const answer = await fetch(url)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'not_found' })
    })

    test('a bucket that does not exist, and an address that is none', async () => {
      const answer = await fetch(`${harness.url}/storage/v1/object/public/nothing/x.png`)
      expect(await answer.json()).toMatchObject({ statusCode: '404', error: 'Bucket not found' })
      expect((await fetch(`${harness.url}/storage/v1/nothing`)).status).toBe(404)
      expect((await fetch(`${harness.url}/storage/v1/object/public/images/%zz`)).status).toBe(400)
      expect((await fetch(`${harness.url}/storage/v1/object/public/%00/x.png`)).status).toBe(400)
    })

    test('what no column holds is refused, and no fault of ours', async () => {
      const images = await imagesOf(ana)
      const refused = { status: 400, statusCode: '400' }
      const long = await images.upload(`profile/${'x'.repeat(1100)}.png`, await png(2), {
        contentType: 'image/png',
      })
      expect(long.error).toMatchObject({ ...refused, message: expect.stringContaining('Invalid key') })
      expect((await images.list('profile', { search: '\0' })).error).toMatchObject(refused)
      expect((await images.list('profile', { offset: 1e21 })).error).toMatchObject(refused)
      expect((await images.remove(['profile/\0'])).error).toMatchObject(refused)
      for (const metadata of [{ a: '\0' }, JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)]) {
        const file = new File([await png(2)], 'odd.png', { type: 'image/png' })
        expect((await images.upload('profile/odd.png', file, { metadata })).error).toMatchObject(refused)
      }
    })

    test('a form that is none', async () => {
      const token = await new SignJWT({ role: 'authenticated', aud: 'authenticated', sub: ana })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(JWT_SECRET))
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
        const answer = await fetch(`${harness.url}/storage/v1/object/images/profile/form.png`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
          body: 'no form',
        })
        expect(await answer.json()).toMatchObject({ statusCode: '400', error: 'InvalidRequest' })
      }
    })
  })
})
