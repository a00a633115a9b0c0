/** The official storage client against our door: buckets of any kind, and all that can be done with a file. */
import { connect as connectTo } from 'node:net'
import type { SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_BUDGET } from '#server/doors/storage/budget.ts'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { cleanImage, drawImage, transformImage } from '#server/platform/adapters/images.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import type { TestStore } from '#server/testing/stores.ts'
import { RELEASES_AND_STORES } from './clients.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'

describe.each(RELEASES_AND_STORES)('the client $release, files in $store', (world) => {
  const { createClient, statusIs, isNewest, onlyNewest, openStore } = world
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
  /** Drawing waits for it. */
  let held: Promise<void> = Promise.resolve()

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
        clean: cleanImage,
        cleanedBuckets: ['images'],
        quotas: [QUOTA],
        draw: drawImage,
        transform: async (...asked) => {
          await held
          return transformImage(...asked)
        },
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
    expect((await service.createBucket(bucket, { public: true })).error).toBeNull()
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
  const put = async (name: string, bytes: string | Buffer = 'hello', options = {}) => {
    const { error } = await service.from(bucket).upload(name, bytes, options)
    expect(error).toBeNull()
  }

  describe('buckets', () => {
    test('made, read, listed, changed, emptied and deleted', async () => {
      const id = `b ${crypto.randomUUID()}`
      const made = await service.createBucket(id, {
        public: false,
        fileSizeLimit: '1.5MB',
        allowedMimeTypes: ['image/*', 'text/plain'],
      })
      expect(made).toMatchObject({ data: { name: id }, error: null })
      expect((await service.getBucket(id)).data).toMatchObject({
        id,
        name: id,
        owner: '',
        public: false,
        file_size_limit: 1_500_000,
        allowed_mime_types: ['image/*', 'text/plain'],
        created_at: expect.stringMatching(/Z$/),
      })
      expect((await service.createBucket(id)).error).toMatchObject({
        ...statusIs('409'),
        message: 'The resource already exists',
      })
      if (isNewest) expect((await service.listBuckets({ search: id })).data).toMatchObject([{ id }])
      const changed = await service.updateBucket(id, { public: true })
      expect(changed.data).toEqual({ message: 'Successfully updated' })
      expect((await service.getBucket(id)).data).toMatchObject({ public: true, file_size_limit: 1_500_000 })
      await ask('PUT', `/bucket/${encodeURIComponent(id)}`, {
        body: { file_size_limit: null, allowed_mime_types: [] },
      })
      expect((await service.getBucket(id)).data).toMatchObject({
        public: true,
        file_size_limit: null,
        allowed_mime_types: null,
      })
      await service.from(id).upload('a.txt', 'hello')
      expect((await service.deleteBucket(id)).error).toMatchObject({
        ...statusIs('409'),
        message: 'The bucket you tried to delete is not empty',
      })
      expect((await service.emptyBucket(id)).data?.message).toMatch(/^Empty bucket has been queued/)
      expect((await service.from(id).list()).data).toEqual([])
      expect((await service.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' })
      for (const missing of [
        await service.getBucket(id),
        await service.updateBucket(id, { public: true }),
        await service.emptyBucket(id),
        await service.deleteBucket(id),
      ]) {
        expect(missing.error).toMatchObject({ ...statusIs('404'), message: 'Bucket not found', status: 400 })
      }
    })

    onlyNewest('listed in an order, a part at a time (newest client)', async () => {
      const names = ['1', '2', '3'].map((end) => `${bucket}-${end}`)
      for (const name of names) await service.createBucket(name)
      const listed = await service.listBuckets({
        search: `${bucket}-`,
        limit: 2,
        offset: 1,
        sortColumn: 'name',
        sortOrder: 'desc',
      })
      expect(listed.data?.map(({ id }) => id)).toEqual([names[1], names[0]])
    })

    onlyNewest('never more of them than fit one answer (newest client)', async () => {
      const like = `${bucket}-many`
      const most = STORAGE_BUDGET.buckets.limit
      await database.sql`
      insert into storage.buckets (id, name)
      select name, name from (select ${like} || n as name from generate_series(1, ${most + 1}) n) named`
      expect((await service.listBuckets({ search: like, limit: 9000 })).data).toHaveLength(most)
      await database.sql`delete from storage.buckets where starts_with(name, ${like})`
    })

    test('refused where no policy allows it', async () => {
      for (const client of [
        clientOf(harness.anonKey),
        await clientOfPerson(ana),
        await clientOfPerson(bia),
      ]) {
        expect((await client.createBucket('mine')).error).toMatchObject({ ...statusIs('403') })
        expect((await client.updateBucket('images', { public: false })).error).not.toBeNull()
        expect((await client.deleteBucket('images')).error).not.toBeNull()
        await client.emptyBucket('images')
      }
      expect((await service.getBucket('images')).data).toMatchObject({ public: true })
    })

    test.each([
      ['a/b', {}, 'Bucket name invalid'],
      ['sign', {}, 'Bucket name invalid'],
      ['x'.repeat(STORAGE_BUDGET.bucketNameLength.limit + 1), {}, 'Bucket name invalid'],
      ['size', { fileSizeLimit: 'much' }, /Invalid file size format/],
      ['size', { fileSizeLimit: MAX_BYTES + 1 }, /exceeded the maximum/],
      ['types', { allowedMimeTypes: ['image'] }, 'mime type image is not supported'],
      [
        'types',
        { allowedMimeTypes: Array(STORAGE_BUDGET.mimeTypes.limit + 1).fill('a/b') },
        /allowed_mime_types/,
      ],
    ])('refuses the bucket %s with %j', async (name, options, message) => {
      const { error } = await service.createBucket(name, { public: true, ...options })
      expect(error?.message).toMatch(message)
    })

    onlyNewest('of a kind that is not offered are refused (newest client)', async () => {
      const { error } = await service.createBucket('kind', { public: true, type: 'ANALYTICS' })
      expect(error?.message).toMatch(/type/)
    })

    test('a statement that takes too long is said to, and is no fault of the door', async () => {
      const policy = `slow_${crypto.randomUUID().replaceAll('-', '')}`
      // As slow as can be: the database gives up at once.
      await database.sql.unsafe(`
      create function public.${policy}() returns boolean language plpgsql as $$
      begin raise exception using errcode = '57014'; end $$;
      grant execute on function public.${policy}() to anon;
      create policy ${policy} on storage.buckets for select to anon using (public.${policy}())`)
      const answer = await fetch(`${harness.url}/storage/v1/bucket`, {
        headers: { authorization: `Bearer ${harness.anonKey}` },
      })
      expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
        544,
        { code: 'DatabaseTimeout' },
      ])
      await database.sql.unsafe(`drop policy ${policy} on storage.buckets`)
      await database.sql.unsafe(`drop function public.${policy}()`)
    })

    test('nobody is nobody, and a word is no token', async () => {
      for (const headers of [{}, { authorization: 'Bearer not-a-jwt' }] as Record<string, string>[]) {
        const answer = await fetch(`${harness.url}/storage/v1/bucket`, { headers })
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject({
          ...statusIs('403'),
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
      const { data } = await service.from(bucket).info('page.html')
      expect(data).toMatchObject({
        name: 'page.html',
        bucketId: bucket,
        size: html.length,
        contentType: 'text/html',
        cacheControl: 'max-age=7',
        metadata: { by: 'ana' },
        etag: expect.any(String),
        version: expect.any(String),
      })
      const answer = await fetch(service.from(bucket).getPublicUrl('page.html').data.publicUrl)
      expect(await answer.text()).toBe(html)
      // A browser would run it: it is served as text, in a sandbox.
      expect(answer.headers.get('content-type')).toBe('text/plain')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect((await service.from(bucket).info('page.html')).data).not.toHaveProperty('updatedAt')
    })

    test('the type’s own parameters come back, and no metadata is an empty object', async () => {
      await put('a.txt')
      const { data } = await service.from(bucket).download('a.txt')
      expect(data?.type).toBe(TEXT.toLowerCase())
      expect(await data?.text()).toBe('hello')
      expect((await service.from(bucket).info('a.txt')).data?.metadata).toEqual({})
    })

    test('by form, by blob, by stream; again only with upsert or update', async () => {
      const form = new FormData()
      form.append('', new Blob(['form']), 'file.txt')
      expect((await service.from(bucket).upload('form', form)).data?.path).toBe('form')
      expect((await service.from(bucket).upload('blob', new Blob(['blob']))).error).toBeNull()
      const stream = new Blob(['stream']).stream()
      expect((await service.from(bucket).upload('stream', stream, { duplex: 'half' })).error).toBeNull()
      expect((await service.from(bucket).upload('form', 'x')).error).toMatchObject({ ...statusIs('409') })
      expect((await service.from(bucket).update('form', 'new', { metadata: { a: 1 } })).error).toBeNull()
      expect(await (await service.from(bucket).download('form')).data?.text()).toBe('new')
      expect((await service.from(bucket).info('form')).data?.metadata).toEqual({ a: 1 })
    })

    test('a bucket’s types and sizes', async () => {
      await service.updateBucket(bucket, {
        public: true,
        fileSizeLimit: '1kb',
        allowedMimeTypes: ['image/*', 'text/plain'],
      })
      await put('a.gif', 'GIF', { contentType: 'image/gif' })
      await put('a.txt')
      await put('folder/.emptyFolderPlaceholder', '', { contentType: 'application/octet-stream' })
      const refusal = async (bytes: string, contentType: string) =>
        (await service.from(bucket).upload('no', bytes, { contentType })).error
      expect(await refusal('x', 'application/pdf')).toMatchObject({
        ...statusIs('415'),
        message: 'mime type application/pdf is not supported',
      })
      expect(await refusal('x'.repeat(1001), 'text/plain')).toMatchObject({
        ...statusIs('413'),
        message: 'The object exceeded the maximum allowed size',
      })
      expect((await service.from(`${bucket}-none`).upload('a', 'x')).error?.message).toBe('Bucket not found')
    })

    test('what search engines may do', async () => {
      const send = (robots: string) =>
        ask('POST', `/object/${bucket}/robots`, {
          body: 'x',
          headers: { 'x-robots-tag': robots, 'x-upsert': 'true' },
        })
      expect(await (await send('invalidrule')).json()).toMatchObject({
        error: 'invalid_x_robots_tag',
        message: 'Invalid X-Robots-Tag header: Invalid X-Robots-Tag rule: "invalidrule"',
      })
      expect((await send('max-snippet: 10, notranslate')).status).toBe(200)
      const read = await ask('GET', `/object/authenticated/${bucket}/robots`)
      expect(read.headers.get('x-robots-tag')).toBe('max-snippet: 10, notranslate')
    })

    test('what cannot be stored is refused', async () => {
      const send = (headers: Record<string, string>) =>
        ask('POST', `/object/${bucket}/odd`, { body: 'x', headers }).then((answer) => answer.json())
      const refused = { ...statusIs('400') }
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

    test('resumable uploads are refused clearly', async () => {
      expect(await (await ask('POST', '/upload/resumable/', { body: 'x' })).json()).toMatchObject({
        code: 'NotSupported',
        message: expect.stringContaining('resumable'),
      })
    })
  })

  describe('reading', () => {
    test('parts, what is known already, and nothing but headers', async () => {
      await put('a.txt', '0123456789')
      const url = service.from(bucket).getPublicUrl('a.txt').data.publicUrl
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
      const empty = await fetch(service.from(bucket).getPublicUrl('empty').data.publicUrl)
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

    test('a private bucket opens to whom row policies allow, and to nobody by its public address', async () => {
      await service.updateBucket(bucket, { public: false })
      await put('a.txt')
      expect((await service.from(bucket).exists('a.txt')).data).toBe(true)
      expect((await service.from(bucket).exists('b.txt')).data).toBe(false)
      for (const path of ['object/public', 'object/info/public']) {
        const open = await fetch(`${harness.url}/storage/v1/${path}/${bucket}/a.txt`)
        expect(await open.json()).toMatchObject({ ...statusIs('404'), message: 'Bucket not found' })
      }
      for (const client of [clientOf(harness.anonKey), await clientOfPerson(ana)]) {
        expect((await client.from(bucket).download('a.txt')).error).not.toBeNull()
        expect((await client.from(bucket).info('a.txt')).error).not.toBeNull()
        expect((await client.from(bucket).createSignedUrl('a.txt', 60)).error).not.toBeNull()
        expect((await client.from(bucket).remove(['a.txt'])).data).toEqual([])
        expect((await client.from(bucket).move('a.txt', 'b.txt')).error).not.toBeNull()
        expect((await client.from(bucket).copy('a.txt', 'b.txt')).error).not.toBeNull()
        expect((await client.from(bucket).list()).data).toEqual([])
        if (isNewest)
          expect((await client.from(bucket).listV2()).data).toMatchObject({ objects: [], folders: [] })
        expect((await client.from(bucket).createSignedUploadUrl('b.txt')).error).toMatchObject({
          ...statusIs('403'),
          message: 'new row violates row-level security policy',
        })
      }
      const policy = `readers_${crypto.randomUUID().replaceAll('-', '')}`
      await database.sql.unsafe(
        `create policy ${policy} on storage.objects for select to anon using (bucket_id = '${bucket}')`,
      )
      const anon = clientOf(harness.anonKey).from(bucket)
      expect(await (await anon.download('a.txt')).data?.text()).toBe('hello')
      const removed = await fetch(`${harness.url}/storage/v1/object/${bucket}/a.txt`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${harness.anonKey}` },
      })
      expect(await removed.json()).toMatchObject({ ...statusIs('403') })
      await database.sql.unsafe(`drop policy ${policy} on storage.objects`)
    })

    test('a row without bytes, and words of our own in the place of a bucket', async () => {
      await database.sql`
      insert into storage.objects (bucket_id, name, metadata) values (${bucket}, 'lost', '{"size": 5}')`
      expect(await (await ask('GET', `/object/${bucket}/lost`)).json()).toMatchObject({
        ...statusIs('404'),
        message: 'The resource was not found',
      })
      expect((await service.from(bucket).copy('lost', 'found')).error).toMatchObject({ ...statusIs('404') })
      expect(await (await ask('PUT', '/object/list/x')).json()).toMatchObject({ message: 'Bucket not found' })
      expect((await ask('GET', '/object/notfound')).status).toBe(404)
      expect((await ask('POST', `/object/${bucket}/`, { body: 'x' })).status).toBe(400)
    })
  })

  describe('signed addresses', () => {
    test('open one object to whoever has them, until they end', async () => {
      await service.updateBucket(bucket, { public: false })
      await put('a b.txt')
      const { data } = await service.from(bucket).createSignedUrl('a b.txt', 60, { download: 'c.txt' })
      const url = data?.signedUrl ?? ''
      const answer = await fetch(url)
      expect([answer.status, await answer.text()]).toEqual([200, 'hello'])
      expect(answer.headers.get('content-disposition')).toContain('c.txt')
      const refusal = async (address: string) => (await fetch(address)).json()
      expect(await refusal(url.replace('a%20b.txt', 'other.txt'))).toMatchObject({
        error: 'InvalidSignature',
      })
      expect(await refusal(url.replace(/token=[^&]*/, 'token=xxx'))).toMatchObject({ error: 'InvalidJWT' })
      expect(await refusal(url.replace(/token=[^&]*/, 'token='))).toMatchObject({ ...statusIs('400') })
      // A session signed with the same secret opens no address, and an address is no session.
      expect(await refusal(url.replace(/token=[^&]*/, `token=${harness.serviceKey}`))).toMatchObject({
        error: 'InvalidJWT',
      })
      const token = new URL(url).searchParams.get('token') ?? ''
      expect((await clientOf(token).listBuckets()).error).not.toBeNull()
      expect((await service.from(bucket).uploadToSignedUrl('a b.txt', token, 'x')).error).toMatchObject({
        message: 'Token is not scoped for upload',
      })
      for (const seconds of [0, 1.5, STORAGE_BUDGET.signedReadSeconds.limit + 1])
        expect((await service.from(bucket).createSignedUrl('a b.txt', seconds)).error).not.toBeNull()
      expect((await service.from(bucket).createSignedUrl('none', 60)).error).toMatchObject({
        message: 'Object not found',
      })
    })

    test('work for names with every sign that a name may have', async () => {
      const name = "fo lder/special file @+$,;=?!*'()&:.txt"
      const path = name.split('/').map(encodeURIComponent).join('/')
      expect((await ask('POST', `/object/${bucket}/${path}`, { body: 'hello' })).status).toBe(200)
      expect(await (await ask('GET', `/object/authenticated/${bucket}/${path}`)).text()).toBe('hello')
      const answer = await ask('POST', `/object/sign/${bucket}/${path}`, { body: { expiresIn: 9 } })
      const { signedURL } = (await answer.json()) as { signedURL: string }
      for (const url of [signedURL, encodeURI(signedURL)])
        expect(await (await fetch(`${harness.url}/storage/v1${url}`)).text()).toBe('hello')
      expect((await service.from(bucket).list('fo lder')).data).toMatchObject([{ name: name.slice(8) }])
    })

    test('many at once, each with its own answer', async () => {
      await put('a.txt')
      const { data } = await service.from(bucket).createSignedUrls(['a.txt', 'none.txt'], 60)
      expect(data).toMatchObject([
        { path: 'a.txt', error: null },
        {
          path: 'none.txt',
          signedUrl: null,
          error: 'Either the object does not exist or you do not have access to it',
        },
      ])
      expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('hello')
      const many = Array.from({ length: STORAGE_BUDGET.keysInRequest.limit + 1 }, (_, index) => `${index}`)
      expect((await service.from(bucket).createSignedUrls(many, 60)).error).toMatchObject({
        ...statusIs('400'),
      })
      expect((await service.from(bucket).remove(many)).error).toMatchObject({ ...statusIs('400') })
    })

    test('let one object in: its name, its owner and whether it may replace', async () => {
      const person = (await clientOfPerson(ana)).from('images')
      const name = 'profile/signed.png'
      const { data } = await person.createSignedUploadUrl(name)
      const token = data?.token ?? ''
      const stranger = clientOf(harness.anonKey).from('images')
      const options = { contentType: 'image/png' }
      expect(
        (await stranger.uploadToSignedUrl('profile/other.png', token, await picture(2), options)).error,
      ).toMatchObject({ ...statusIs('400') })
      expect((await stranger.uploadToSignedUrl(name, token, 'no picture', options)).error).toMatchObject({
        ...statusIs('415'),
      })
      expect((await stranger.uploadToSignedUrl(name, token, await picture(2), options)).data?.path).toBe(name)
      expect((await stranger.uploadToSignedUrl(name, token, await picture(2), options)).error).toMatchObject({
        ...statusIs('409'),
        message: 'The resource already exists',
      })
      const [row] = await database.sql`select owner, owner_id from storage.objects where name = ${name}`
      expect(row).toEqual({ owner: ana, owner_id: ana })
      expect((await person.createSignedUploadUrl(name)).error).toMatchObject({ ...statusIs('409') })
      const again = await person.createSignedUploadUrl(name, { upsert: true })
      expect(
        (await stranger.uploadToSignedUrl(name, again.data?.token ?? '', await picture(3), options)).error,
      ).toBeNull()
      await person.remove([name])
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims.exp - claims.iat).toBe(STORAGE_BUDGET.signedUploadSeconds.limit)
    })
  })

  describe('moving and copying', () => {
    test('within a bucket and into another; the bytes and what is said about them come along', async () => {
      const other = `${bucket}-other`
      await service.createBucket(other)
      await put('a.txt', 'hello', { metadata: { n: 1 } })
      const moved = await service.from(bucket).move('a.txt', 'deep/b.txt')
      expect(moved.data).toMatchObject({ message: 'Successfully moved' })
      expect((await service.from(bucket).exists('a.txt')).data).toBe(false)
      expect((await service.from(bucket).copy('deep/b.txt', 'c.txt')).data?.path).toBe(`${bucket}/c.txt`)
      await service.from(bucket).move('deep/b.txt', 'd.txt', { destinationBucket: other })
      await service.from(bucket).copy('c.txt', 'e.txt', { destinationBucket: other })
      for (const name of ['d.txt', 'e.txt']) {
        expect(await (await service.from(other).download(name)).data?.text()).toBe('hello')
        expect((await service.from(other).info(name)).data?.metadata).toEqual({ n: 1 })
      }
      await put('taken.txt', 'taken')
      expect((await service.from(bucket).move('c.txt', 'taken.txt')).error).toMatchObject({
        ...statusIs('409'),
      })
      expect((await service.from(bucket).copy('c.txt', 'taken.txt')).error).toMatchObject({
        ...statusIs('409'),
      })
      expect(await (await service.from(bucket).download('taken.txt')).data?.text()).toBe('taken')
      expect((await service.from(bucket).move('none', 'f.txt')).error?.message).toBe('Object not found')
      expect((await service.from(bucket).move('c.txt', '')).error?.message).toContain('Invalid key')
    })

    test('a copy may replace, and say other things about the bytes', async () => {
      await put('a.txt', 'hello', { metadata: { n: 1 } })
      const answer = await ask('POST', '/object/copy', {
        body: {
          bucketId: bucket,
          sourceKey: 'a.txt',
          destinationKey: 'a.txt',
          copyMetadata: false,
          metadata: { cacheControl: 'max-age=999', mimetype: 'image/gif' },
        },
        headers: {
          'x-upsert': 'true',
          'x-metadata': Buffer.from(JSON.stringify({ m: 2 })).toString('base64'),
        },
      })
      expect(await answer.json()).toMatchObject({
        Key: `${bucket}/a.txt`,
        name: 'a.txt',
        bucket_id: bucket,
        metadata: { cacheControl: 'max-age=999', mimetype: 'image/gif' },
      })
      const { data } = await service.from(bucket).info('a.txt')
      expect(data).toMatchObject({
        metadata: { m: 2 },
        cacheControl: 'max-age=999',
        contentType: 'image/gif',
      })
      expect(await (await service.from(bucket).download('a.txt')).data?.text()).toBe('hello')
    })

    test('neither gets a file where it could not have been uploaded', async () => {
      const person = await clientOfPerson(ana)
      const options = { contentType: 'image/png' }
      expect(
        (await person.from('images').upload('profile/mine.png', await picture(2), options)).error,
      ).toBeNull()
      for (const name of ['projects/cover.png', 'cover.png']) {
        expect((await person.from('images').move('profile/mine.png', name)).error).toMatchObject({
          ...statusIs('403'),
        })
        expect((await person.from('images').copy('profile/mine.png', name)).error).toMatchObject({
          ...statusIs('403'),
        })
      }
      expect((await person.from('images').move('profile/mine.png', 'profile/ours.png')).error).toBeNull()
      await person.from('images').remove(['profile/ours.png'])
      // What was never looked at as a picture does not become one.
      await put('evil.png', '<script>', options)
      for (const act of ['move', 'copy'] as const) {
        const into = await service
          .from(bucket)
          [act]('evil.png', 'profile/evil.png', { destinationBucket: 'images' })
        expect(into.error).toMatchObject({ ...statusIs('403') })
      }
      await put('big.txt', 'x'.repeat(3000))
      const small = `${bucket}-small`
      await service.createBucket(small, {
        public: false,
        fileSizeLimit: '2kb',
        allowedMimeTypes: ['image/png'],
      })
      const destination = { destinationBucket: small }
      expect((await service.from(bucket).copy('big.txt', 'b', destination)).error).toMatchObject({
        ...statusIs('413'),
      })
      await put('small.txt', 'x')
      expect((await service.from(bucket).move('small.txt', 'b', destination)).error).toMatchObject({
        ...statusIs('415'),
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

    onlyNewest('never more than the original lists (newest client)', async () => {
      await database.sql`
      insert into storage.objects (bucket_id, name) select ${bucket}, 'n' || n from generate_series(1, 1501) n`
      expect((await service.from(bucket).list('', { limit: 5000 })).data).toHaveLength(
        STORAGE_BUDGET.listed.limit,
      )
      const page = await service.from(bucket).listV2({ limit: 5000 })
      expect(page.data?.objects).toHaveLength(STORAGE_BUDGET.listedV2.limit)
      expect(page.data?.hasNext).toBe(true)
      await service.emptyBucket(bucket)
      expect((await service.from(bucket).list()).data).toEqual([])
    })

    onlyNewest.each([
      [undefined, ['a', 'bb/', 'cc', 'dd/', 'ee']],
      [{ column: 'name', order: 'desc' }, ['ee', 'dd/', 'cc', 'bb/', 'a']],
      [{ column: 'created_at', order: 'asc' }, ['ee', 'dd/', 'a', 'bb/', 'cc']],
      [{ column: 'updated_at', order: 'desc' }, ['cc', 'bb/', 'a', 'dd/', 'ee']],
    ] as const)('page after page, folders among files: %j (newest client)', async (sortBy, expected) => {
      for (const name of ['ee', 'dd/1', 'a', 'bb/1', 'cc', 'bb/2', 'dd/2']) await put(`p_/${name}`)
      await put('pX/other')
      let cursor: string | undefined
      const seen: string[] = []
      for (let page = 0; page < 3; page++) {
        const { data, error } = await service.from(bucket).listV2({
          prefix: 'p_/',
          with_delimiter: true,
          limit: 2,
          ...(cursor ? { cursor } : {}),
          ...(sortBy ? { sortBy } : {}),
        })
        expect(error).toBeNull()
        const entries = [...(data?.objects ?? []), ...(data?.folders ?? [])].map(({ name }) => name.slice(3))
        seen.push(...expected.filter((name) => entries.includes(name)))
        expect(entries).toHaveLength(page < 2 ? 2 : 1)
        expect(data?.hasNext).toBe(page < 2)
        cursor = data?.nextCursor
      }
      expect(cursor).toBeUndefined()
      expect(seen).toEqual(expected)
    })

    onlyNewest('flat, and the shape of both kinds (newest client)', async () => {
      for (const name of ['deep/er/x', 'deep/y']) await put(name)
      const flat = await service.from(bucket).listV2({ prefix: 'deep' })
      expect(flat.data).toMatchObject({ hasNext: false, folders: [] })
      expect(names(flat.data?.objects)).toEqual(['deep/er/x', 'deep/y'])
      const { data } = await service.from(bucket).listV2({ prefix: 'deep/', with_delimiter: true })
      expect(data).toMatchObject({
        folders: [{ key: 'er', name: 'deep/er/' }],
        objects: [{ key: 'y', name: 'deep/y', id: expect.any(String), metadata: { size: 5 } }],
      })
      for (const cursor of ['nonsense', Buffer.from('[1]').toString('base64url')])
        expect((await service.from(bucket).listV2({ cursor })).error?.message).toBe(
          'Invalid continuation token',
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
        ...statusIs('404'),
      })
    })

    test('many, in a body that is not endless', async () => {
      await put('a.txt')
      await put('b.txt')
      const { data } = await service.from(bucket).remove(['a.txt', 'b.txt', 'none'])
      expect(data?.map(({ name }) => name).sort()).toEqual(['a.txt', 'b.txt'])
      const endless = 'x'.repeat(STORAGE_BUDGET.jsonBytes.limit)
      expect(
        await (await ask('DELETE', `/object/${bucket}`, { body: { prefixes: [endless] } })).json(),
      ).toMatchObject({ ...statusIs('413') })
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
        ...statusIs('413'),
        message: 'The number of files exceeded the limit of 3 a person',
      })
      const [kept] = (await person.list('profile')).data ?? []
      expect(
        (await person.upload(`profile/${kept?.name}`, cover, { ...options, upsert: true })).error,
      ).toBeNull()
      expect((await person.copy(`profile/${kept?.name}`, 'profile/copy.png')).error).toMatchObject({
        ...statusIs('413'),
      })
      expect((await person.createSignedUploadUrl('profile/signed.png')).error).toMatchObject({
        ...statusIs('413'),
      })
      // Elsewhere, and for others, it is another matter.
      expect((await person.upload('projects/cover.png', cover, options)).error).toBeNull()
      expect((await person.move('projects/cover.png', 'profile/cover.png')).error).toMatchObject({
        ...statusIs('413'),
      })
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
        ...statusIs('413'),
        message: 'The files exceeded the limit of 50000 bytes a person',
      })
      expect((await person.list('profile', { search: 'noise' })).data).toEqual([])
    })
  })

  describe('drawing', () => {
    test('any size, where the door draws them', async () => {
      await put('wide.png', await picture(400, 200))
      const { data } = await service
        .from(bucket)
        .download('wide.png', { transform: { width: 100, height: 100 } })
      expect(data?.type).toBe('image/png')
      const drawn = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()
      expect(drawn).toMatchObject({ width: 100, height: 100 })
      const transform = { width: 200, height: 200, quality: 60, resize: 'contain' } as const
      const signed = await service.from(bucket).createSignedUrl('wide.png', 60, { transform })
      expect(signed.data?.signedUrl).toContain('/render/image/sign/')
      const answer = await fetch(signed.data?.signedUrl ?? '')
      expect(answer.headers.get('x-transformations')).toBe(
        'height:200,width:200,resizing_type:fit,quality:60',
      )
      expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
        width: 200,
        height: 100,
      })
      const webp = await ask('GET', `/render/image/public/${bucket}/wide.png?width=10&format=webp`)
      expect(webp.headers.get('content-type')).toBe('image/webp')
      await webp.arrayBuffer()
    })

    test('only so many wait for their turn', async () => {
      await put('wide.png', await picture(400, 200))
      const most = STORAGE_BUDGET.drawings.limit + STORAGE_BUDGET.drawingsWaiting.limit
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      const draw = () => ask('GET', `/render/image/public/${bucket}/wide.png?width=11`)
      const answers = Array.from({ length: most + 1 }, draw)
      // The first to be answered is the one that found no place to wait.
      const first = await Promise.race(answers)
      expect(await first.json()).toMatchObject({ ...statusIs('429'), code: 'SlowDown' })
      held = Promise.resolve()
      release()
      const rest = await Promise.all(answers)
      expect(rest.filter(({ status }) => status === 200)).toHaveLength(most)
      await Promise.all(rest.map((answer) => answer.bodyUsed || answer.arrayBuffer()))
    })

    test('refuses what is no picture and what is no size', async () => {
      await put('a.txt')
      expect(await (await ask('GET', `/render/image/public/${bucket}/a.txt?width=7`)).json()).toMatchObject({
        error: 'InvalidRequest',
        message: 'The source image is invalid or unsupported for rendering',
      })
      const gravity = { width: 9, gravity: 'fp' }
      const asked = await ask('POST', `/object/sign/${bucket}/a.txt`, {
        body: { expiresIn: 9, transform: gravity },
      })
      expect(await asked.json()).toMatchObject({ message: 'gravity is not offered' })
      // What was stored as another type and is a picture all the same.
      await put('untold', await picture(300))
      const drawn = await ask('GET', `/render/image/public/${bucket}/untold?width=160`)
      expect(drawn.headers.get('content-type')).toBe('image/png')
      await drawn.arrayBuffer()
      for (const width of ['-1', '0', `${STORAGE_BUDGET.pictureSide.limit + 1}`, 'x'])
        expect(
          await (await ask('GET', `/render/image/public/${bucket}/a.txt?width=${width}`)).json(),
        ).toMatchObject({
          ...statusIs('400'),
          message: expect.stringContaining('width'),
        })
    })
  })
})
