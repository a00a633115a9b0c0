/** The official storage client against our door: buckets of any kind, and what can be done with a file. */
import { connect as connectTo } from 'node:net'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_BUDGET } from '#server/doors/storage/budget.ts'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { cleanImage, drawImage } from '#server/platform/adapters/images.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { STORES, type TestStore } from '#server/testing/stores.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

describe.each(STORES)('files in $store', ({ openStore }) => {
  const MAX_BYTES = 3_000_000
  const QUOTA = { bucket: 'images', prefix: 'profile/', files: 3, bytes: 50_000 }
  const ana = crypto.randomUUID()
  const bia = crypto.randomUUID()
  const TEXT = 'text/plain;charset=UTF-8'

  type Files = SupabaseClient['storage']

  let database: TestDatabase
  let strangers: Sql
  let harness: Harness
  let store: TestStore
  let service: Files
  let bucket: string

  beforeAll(async () => {
    database = await createTestDatabase()
    strangers = connect(database.url, { max: 5, role: 'authenticator', adminSecondFactor: 'off' })
    store = await openStore()
    harness = await startHarness(() => ({
      '/storage/v1': createStorageDoor({
        sql: strangers,
        ownerSql: database.sql,
        jwtSecret: JWT_SECRET,
        log: createLogger('silent'),
        files: store.files,
        maxBytes: MAX_BYTES,
        // Only pictures are looked at here: these buckets take anything.
        clean: async (bytes, type) => (type === 'image/png' ? cleanImage(bytes, type) : bytes),
        quotas: [QUOTA],
        draw: drawImage,
        pictureStored: async () => {},
      }),
    }))
    service = clientOf(harness.serviceKey)
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
  beforeEach(async () => {
    bucket = `bucket-${crypto.randomUUID()}`
    await database.sql`insert into storage.buckets (id, name, public) values (${bucket}, ${bucket}, true)`
  })

  const clientOf = (token: string) =>
    createClient(harness.url, harness.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { headers: { authorization: `Bearer ${token}` } },
    }).storage

  async function clientOfPerson(uid: string): Promise<Files> {
    const token = await new SignJWT({ role: 'authenticated', aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(uid)
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET))
    return clientOf(token)
  }

  /** A request as the service, for what the client cannot say. */
  function ask(
    method: string,
    path: string,
    init: { body?: unknown; headers?: Record<string, string> } = {},
  ) {
    const isJson = typeof init.body === 'object'
    return fetch(`${harness.url}/storage/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${harness.serviceKey}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...init.headers,
      },
      ...(init.body === undefined ? {} : { body: isJson ? JSON.stringify(init.body) : String(init.body) }),
    })
  }

  const picture = (width: number, height = width) =>
    sharp({ create: { width, height, channels: 3, background: '#0a5' } })
      .png()
      .toBuffer()
  const addressOf = (name: string) => service.from(bucket).getPublicUrl(name).data.publicUrl
  const put = async (name: string, bytes: string | Buffer = 'hello', options = {}) => {
    const { error } = await service.from(bucket).upload(name, bytes, options)
    expect(error).toBeNull()
  }

  describe('callers', () => {
    test('a statement that takes too long is said to, and is no fault of the door', async () => {
      const policy = `slow_${crypto.randomUUID().replaceAll('-', '')}`
      // As slow as can be: the database gives up at once.
      await database.sql.unsafe(`
      create function public.${policy}() returns boolean language plpgsql as $$
      begin raise exception using errcode = '57014'; end $$;
      grant execute on function public.${policy}() to anon;
      create policy ${policy} on storage.objects for select to anon using (public.${policy}())`)
      await put('slow.txt')
      const answer = await fetch(`${harness.url}/storage/v1/object/list/${bucket}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${harness.anonKey}`, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
        544,
        { code: 'DatabaseTimeout' },
      ])
      await database.sql.unsafe(`drop policy ${policy} on storage.objects`)
      await database.sql.unsafe(`drop function public.${policy}()`)
    })

    test('nobody is nobody, and a word is no token', async () => {
      for (const headers of [{}, { authorization: 'Bearer not-a-jwt' }] as Record<string, string>[]) {
        const address = `${harness.url}/storage/v1/object/list/${bucket}`
        const answer = await fetch(address, { method: 'POST', headers })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({
          statusCode: '403',
          error: 'Unauthorized',
          message: 'Invalid Compact JWS',
        })
      }
    })
  })

  describe('uploading', () => {
    test('any type, as it came; its type and metadata are kept', async () => {
      const html = '<script>alert(1)</script>'
      await put('page.html', html, { contentType: 'text/html', metadata: { by: 'ana' }, cacheControl: '7' })
      const answer = await fetch(addressOf('page.html'))
      expect(await answer.text()).toBe(html)
      // A browser would run it: it is served as text, in a sandbox.
      expect(answer.headers.get('content-type')).toBe('text/plain')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('cache-control')).toBe('max-age=7')
      const [row] = await database.sql`
        select user_metadata from storage.objects where bucket_id = ${bucket} and name = 'page.html'`
      expect(row).toEqual({ user_metadata: { by: 'ana' } })
    })

    test('by form, by blob, by stream; again only with upsert or update', async () => {
      const form = new FormData()
      form.append('', new Blob(['form']), 'file.txt')
      expect((await service.from(bucket).upload('form', form)).data?.path).toBe('form')
      expect((await service.from(bucket).upload('blob', new Blob(['blob']))).error).toBeNull()
      const stream = new Blob(['stream']).stream()
      expect((await service.from(bucket).upload('stream', stream, { duplex: 'half' })).error).toBeNull()
      expect((await service.from(bucket).upload('form', 'x')).error).toMatchObject({ statusCode: '409' })
      expect((await service.from(bucket).update('form', 'new', { metadata: { a: 1 } })).error).toBeNull()
      expect(await (await fetch(addressOf('form'))).text()).toBe('new')
    })

    test('a bucket’s types and sizes', async () => {
      await database.sql`
        update storage.buckets set file_size_limit = 1000, allowed_mime_types = '{image/*,text/plain}'
        where id = ${bucket}`
      await put('a.gif', 'GIF', { contentType: 'image/gif' })
      await put('a.txt')
      await put('folder/.emptyFolderPlaceholder', '', { contentType: 'application/octet-stream' })
      const refusal = async (bytes: string, contentType: string) =>
        (await service.from(bucket).upload('no', bytes, { contentType })).error
      expect(await refusal('x', 'application/pdf')).toMatchObject({
        statusCode: '415',
        message: 'mime type application/pdf is not supported',
      })
      expect(await refusal('x'.repeat(1001), 'text/plain')).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      })
      expect((await service.from(`${bucket}-none`).upload('a', 'x')).error?.message).toBe('Bucket not found')
    })

    test('what cannot be stored is refused', async () => {
      const send = (headers: Record<string, string>) =>
        ask('POST', `/object/${bucket}/odd`, { body: 'x', headers }).then((answer) => answer.json())
      const refused = { statusCode: '400' }
      expect(
        await send({ 'content-type': `text/${'x'.repeat(STORAGE_BUDGET.headerLength.limit)}` }),
      ).toMatchObject(refused)
      const metadata = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
      const long = 'x'.repeat(STORAGE_BUDGET.metadataBytes.limit)
      for (const value of ['text', [1], { long }])
        expect(await send({ 'x-metadata': metadata(value).slice(0, 15_000) })).toMatchObject(refused)
      expect(
        (await service.from(bucket).upload('y'.repeat(STORAGE_BUDGET.keyLength.limit + 1), 'x')).error,
      ).toMatchObject({ message: expect.stringContaining('Invalid key') })
      const form = new FormData()
      form.append('metadata', JSON.stringify({ long }))
      form.append('', new Blob(['x']))
      expect((await service.from(bucket).upload('odd', form)).error).toMatchObject(refused)
      const wrapped = new FormData()
      wrapped.append('unread', 'x'.repeat(STORAGE_BUDGET.formBytes.limit))
      wrapped.append('', new Blob(['x'.repeat(MAX_BYTES)]))
      expect((await service.from(bucket).upload('odd', wrapped)).error?.message).toContain('exceeded')
    })

    test('an upload that is cut off leaves neither a row nor bytes', async () => {
      const before = (await store.keys()).length
      const { port } = new URL(harness.url)
      const socket = connectTo(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      const head = [
        `POST /storage/v1/object/${bucket}/cut.txt HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${harness.serviceKey}`,
        'content-length: 1000',
      ]
      await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\nhalf`, () => resolve()))
      socket.resetAndDestroy()
      // A later upload is answered after the one that was cut off.
      await put('whole.txt')
      expect((await service.from(bucket).list()).data?.map(({ name }) => name)).toEqual(['whole.txt'])
      expect(await store.keys()).toHaveLength(before + 1)
    })
  })

  describe('reading', () => {
    test('parts, what is known already, and nothing but headers', async () => {
      await put('a.txt', '0123456789')
      const url = addressOf('a.txt')
      const part = async (range: string) => {
        const answer = await fetch(url, { headers: { range } })
        return [answer.status, await answer.text(), answer.headers.get('content-range')]
      }
      expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
      expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10'])
      expect(await part('bytes=-2')).toEqual([206, '89', 'bytes 8-9/10'])
      expect(await part('bytes=0-1,3-4')).toEqual([200, '0123456789', null])
      expect((await part('bytes=10-'))[0]).toBe(400)
      const other = await fetch(url, { headers: { range: 'bytes=2-4', 'if-range': '"another"' } })
      expect([other.status, await other.text()]).toEqual([200, '0123456789'])
      const whole = await fetch(url)
      expect(whole.headers.get('accept-ranges')).toBe('bytes')
      expect(await whole.text()).toBe('0123456789')
      const etag = whole.headers.get('etag') ?? ''
      const modified = whole.headers.get('last-modified') ?? ''
      expect((await fetch(url, { headers: { 'if-none-match': `"x", ${etag}` } })).status).toBe(304)
      expect((await fetch(url, { headers: { 'if-modified-since': modified } })).status).toBe(304)
      expect(
        (await fetch(url, { headers: { 'if-none-match': '"x"', 'if-modified-since': modified } })).status,
      ).toBe(200)
      const head = await fetch(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
      expect((await fetch(`${url}-none`, { method: 'HEAD' })).status).toBe(400)
      await put('empty', '')
      const empty = await fetch(addressOf('empty'))
      expect([empty.status, await empty.text()]).toEqual([200, ''])
      const saved = await fetch(`${url}?download=b.txt`)
      expect(saved.headers.get('content-disposition')).toBe(
        "attachment; filename=b.txt; filename*=UTF-8''b.txt",
      )
      await saved.text()
      const named = await fetch(`${url}?download`)
      expect(named.headers.get('content-disposition')).toBe('attachment;')
      await named.text()
    })

    test('a private bucket opens to nobody by its public address, and lists what row policies let one see', async () => {
      await database.sql`update storage.buckets set public = false where id = ${bucket}`
      await put('a.txt')
      const open = await fetch(addressOf('a.txt'))
      expect(await open.json()).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
      for (const client of [clientOf(harness.anonKey), await clientOfPerson(ana)]) {
        expect((await client.from(bucket).remove(['a.txt'])).data).toEqual([])
        expect((await client.from(bucket).list()).data).toEqual([])
      }
      const policy = `readers_${crypto.randomUUID().replaceAll('-', '')}`
      await database.sql.unsafe(
        `create policy ${policy} on storage.objects for select to anon using (bucket_id = '${bucket}')`,
      )
      expect((await clientOf(harness.anonKey).from(bucket).list()).data).toMatchObject([{ name: 'a.txt' }])
      const removed = await fetch(`${harness.url}/storage/v1/object/${bucket}/a.txt`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${harness.anonKey}` },
      })
      expect(await removed.json()).toMatchObject({ statusCode: '403' })
      await database.sql.unsafe(`drop policy ${policy} on storage.objects`)
    })

    test('a row without bytes, and words of our own in the place of a bucket', async () => {
      await database.sql`
      insert into storage.objects (bucket_id, name, metadata) values (${bucket}, 'lost', '{"size": 5}')`
      expect(await (await fetch(addressOf('lost'))).json()).toMatchObject({
        statusCode: '404',
        message: 'The resource was not found',
      })
      expect(await (await ask('PUT', '/object/list/x')).json()).toMatchObject({ message: 'Bucket not found' })
      expect((await ask('GET', '/object/notfound')).status).toBe(404)
      expect((await ask('POST', `/object/${bucket}/`, { body: 'x' })).status).toBe(400)
    })

    test('what is no picture is not drawn', async () => {
      await put('a.txt')
      const drawn = await ask('GET', `/render/image/public/${bucket}/a.txt?width=160`)
      expect(await drawn.json()).toMatchObject({
        statusCode: '415',
        message: expect.stringContaining('picture'),
      })
    })
  })

  describe('listing', () => {
    const names = (rows: { name: string }[] | null | undefined) => rows?.map(({ name }) => name)

    test('a folder: in an order, by how names begin, whatever their case', async () => {
      for (const name of ['f/b.txt', 'f/a.txt', 'f/Sub/x.txt', 'f/c_.txt', 'top.txt']) await put(name)
      const files = service.from(bucket)
      expect(names((await files.list('f')).data)).toEqual(['Sub', 'a.txt', 'b.txt', 'c_.txt'])
      expect((await files.list('f', { search: 'SUB' })).data).toMatchObject([
        { name: 'Sub', id: null, metadata: null, created_at: null },
      ])
      const down = await files.list('F/', { sortBy: { column: 'name', order: 'desc' } })
      expect(names(down.data)).toEqual(['c_.txt', 'b.txt', 'a.txt', 'Sub'])
      const oldest = await files.list('f', { sortBy: { column: 'created_at', order: 'asc' }, limit: 2 })
      expect(names(oldest.data)).toEqual(['Sub', 'b.txt'])
      expect(names((await files.list('f', { search: 'c_' })).data)).toEqual(['c_.txt'])
      expect((await files.list('f', { sortBy: { column: 'id', order: 'asc' } })).error).not.toBeNull()
      const [file] = (await files.list('f', { search: 'a' })).data ?? []
      expect(file).toMatchObject({ id: expect.any(String), metadata: { size: 5, mimetype: TEXT } })
    })

    test('never more than the original lists', async () => {
      await database.sql`
      insert into storage.objects (bucket_id, name) select ${bucket}, 'n' || n from generate_series(1, 1501) n`
      expect((await service.from(bucket).list('', { limit: 5000 })).data).toHaveLength(
        STORAGE_BUDGET.listed.limit,
      )
    })
  })

  describe('removing', () => {
    test('one by its name, and bytes with it', async () => {
      await put('a.txt')
      const [row] = await database.sql<
        { id: string }[]
      >`select id from storage.objects where bucket_id = ${bucket}`
      expect(await store.keys(row?.id ?? '')).toHaveLength(1)
      expect(await (await ask('DELETE', `/object/${bucket}/a.txt`)).json()).toEqual({
        message: 'Successfully deleted',
      })
      expect(await store.keys(row?.id ?? '')).toHaveLength(0)
      expect(await (await ask('DELETE', `/object/${bucket}/a.txt`)).json()).toMatchObject({
        statusCode: '404',
      })
    })

    test('many, in a body that is not endless', async () => {
      await put('a.txt')
      await put('b.txt')
      const { data } = await service.from(bucket).remove(['a.txt', 'b.txt', 'none'])
      expect(data?.map(({ name }) => name).sort()).toEqual(['a.txt', 'b.txt'])
      const many = Array.from({ length: STORAGE_BUDGET.keysInRequest.limit + 1 }, () => 'a')
      expect((await service.from(bucket).remove(many)).error).toMatchObject({ statusCode: '400' })
      const endless = 'x'.repeat(STORAGE_BUDGET.jsonBytes.limit)
      expect(
        await (await ask('DELETE', `/object/${bucket}`, { body: { prefixes: [endless] } })).json(),
      ).toMatchObject({ statusCode: '413' })
    })
  })

  describe('quotas', () => {
    const options = { contentType: 'image/png' }

    test('so many files a person below the prefix, replaced ones not counted; removing makes room', async () => {
      const person = (await clientOfPerson(bia)).from('images')
      const cover = await picture(2)
      // Two at once do not share the last place.
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((n) => person.upload(`profile/${n}.png`, cover, options)),
      )
      const refused = answers.filter(({ error }) => error)
      expect(refused).toHaveLength(2)
      expect(refused[0]?.error).toMatchObject({
        statusCode: '413',
        message: 'The number of files exceeded the limit of 3 a person',
      })
      const [kept] = (await person.list('profile')).data ?? []
      expect(
        (await person.upload(`profile/${kept?.name}`, cover, { ...options, upsert: true })).error,
      ).toBeNull()
      // Elsewhere, and for others, it is another matter.
      expect((await person.upload('projects/cover.png', cover, options)).error).toBeNull()
      await person.remove([`profile/${kept?.name}`])
      expect((await person.upload('profile/6.png', cover, options)).error).toBeNull()
    })

    test('so many bytes', async () => {
      const person = (await clientOfPerson(ana)).from('images')
      const noise = await sharp(
        Buffer.alloc(300 * 300 * 3).map((_, at) => (at * 7919 * (at % 251)) % 256),
        {
          raw: { width: 300, height: 300, channels: 3 },
        },
      )
        .png()
        .toBuffer()
      expect(noise.length).toBeGreaterThan(QUOTA.bytes)
      expect((await person.upload('profile/noise.png', noise, options)).error).toMatchObject({
        statusCode: '413',
        message: 'The files exceeded the limit of 50000 bytes a person',
      })
      expect((await person.list('profile', { search: 'noise' })).data).toEqual([])
    })
  })
})
