/** The door when its store of files is away, when others write the same object, and what is swept afterwards. */
import { once } from 'node:events'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connect, type Sql } from '../../platform/db/sql.ts'
import { type Files, FilesUnavailable } from '../../platform/files/files.ts'
import { filesInFolder } from '../../platform/files/folder.ts'
import { createApiKey } from '../../platform/http/api-keys.ts'
import { createHttpServer } from '../../platform/http/http-server.ts'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createStorageDoor } from './door.ts'
import { keyOf } from './keys.ts'
import { sweepFiles } from './sweep-files.ts'

const JWT_SECRET = 'a-secret-of-the-server-tests-of-at-least-32-bytes'
const log = createLogger('silent')
const DAYS = 24 * 3600 * 1000

let database: TestDatabase
let strangers: Sql
let folder: string
let files: Files
/** Methods of the store that are replaced for one test. */
let changes: Partial<Files> = {}
let door: Hono
beforeAll(async () => {
  database = await createTestDatabase()
  strangers = connect(database.url, { max: 5, role: 'authenticator', adminSecondFactor: 'off' })
  await database.sql`insert into storage.buckets (id, name, public) values ('open', 'open', true)`
})
afterAll(async () => {
  await strangers.end()
  await database.drop()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-store-'))
  files = filesInFolder(folder)
  changes = {}
  door = createStorageDoor({
    sql: strangers,
    ownerSql: database.sql,
    jwtSecret: JWT_SECRET,
    log,
    files: new Proxy(files, { get: (real, name: keyof Files) => changes[name] ?? real[name] }),
    maxBytes: 1_000_000,
    quotas: [],
    clean: async (bytes) => bytes,
    draw: async (bytes) => bytes,
    pictureStored: async () => undefined,
  })
  return async () => {
    await database.sql`delete from storage.objects`
    await rm(folder, { recursive: true, force: true })
  }
})

const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  door.request(path, {
    method,
    headers: { authorization: `Bearer ${createApiKey('service_role', JWT_SECRET)}`, ...headers },
    ...(body === undefined ? {} : { body: body as string }),
  })
const upload = (name: string, body = 'bytes', method = 'POST') =>
  ask(method, `/object/open/${name}`, body, { 'content-type': 'text/plain' })
const rows = () => database.sql<{ id: string; version: string; name: string }[]>`
  select id, version, name from storage.objects order by name`
const keys = async () => {
  const found: string[] = []
  for await (const { key } of files.list()) found.push(key)
  return found.sort()
}
const away = async () => {
  throw new FilesUnavailable('away')
}

test.each([
  ['a new object', () => upload('new.txt')],
  ['new bytes', () => upload('here.txt', 'other', 'PUT')],
  ['reading', () => ask('GET', '/object/public/open/here.txt')],
  ['reading a part', () => ask('GET', '/object/public/open/here.txt', undefined, { range: 'bytes=1-2' })],
  ['a picture drawn', () => ask('GET', '/render/image/public/open/here.png?width=160')],
])('%s is 503 while the store is away: nothing is written or said to be missing', async (_name, asked) => {
  await upload('here.txt')
  await upload('here.png', 'picture')
  await database.sql`
    update storage.objects set metadata = metadata || '{"mimetype": "image/png"}' where name = 'here.png'`
  const before = await rows()
  changes = { put: away, open: away, read: away }
  const answer = await asked()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ statusCode: '503', code: 'StoreUnavailable' })
  expect((await ask('HEAD', '/object/public/open/here.txt')).status).toBe(503)
  expect(await rows()).toEqual(before)
  changes = {}
  expect(await (await ask('GET', '/object/public/open/here.txt')).text()).toBe('bytes')
})

test('what is removed is gone although the store is away, and its bytes are swept later', async () => {
  await upload('kept.txt')
  await upload('gone.txt')
  await upload('replaced.txt', 'first')
  changes = { remove: away }
  expect((await ask('DELETE', '/object/open/gone.txt')).status).toBe(200)
  expect((await upload('replaced.txt', 'second', 'PUT')).status).toBe(200)
  expect((await rows()).map(({ name }) => name)).toEqual(['kept.txt', 'replaced.txt'])
  expect(await keys()).toHaveLength(4)

  // An upload may be under way for a day.
  await sweepFiles({ sql: database.sql, files, log })
  expect(await keys()).toHaveLength(4)
  await sweepFiles({ sql: database.sql, files, log }, Date.now() + 2 * DAYS)
  expect(await keys()).toEqual((await rows()).map(keyOf).sort())
  expect(await (await ask('GET', '/object/public/open/replaced.txt')).text()).toBe('second')
})

test('renditions go with their object, drafts always, and what we did not name stays', async () => {
  await upload('kept.txt')
  const [row] = await rows()
  const key = keyOf(row as { id: string; version: string })
  const lost = keyOf({ id: crypto.randomUUID(), version: crypto.randomUUID() })
  for (const one of [
    `${key}.160.avif`,
    `${key}.160.avif.x.draft`,
    `${lost}.160.avif`,
    lost,
    'notes/readme.txt',
  ])
    await files.put(one, Buffer.from('x'))
  for (const one of await keys()) await utimes(join(folder, one), 0, 0)
  await sweepFiles({ sql: database.sql, files, log })
  expect(await keys()).toEqual([key, `${key}.160.avif`, 'notes/readme.txt'].sort())
})

test('a store that belongs to another database is not swept', async () => {
  for (let count = 0; count <= 100; count++)
    await files.put(keyOf({ id: crypto.randomUUID(), version: crypto.randomUUID() }), Buffer.from('x'))
  const sweep = () => sweepFiles({ sql: database.sql, files, log }, Date.now() + 2 * DAYS)
  await expect(sweep()).rejects.toThrow('101 of the files')
  expect(await keys()).toHaveLength(101)
  // A few more without a row than with one are remains.
  await upload('one.txt')
  await sweep()
  expect(await keys()).toHaveLength(1)
})

test('an object that another takes the place of while its bytes are written is written again', async () => {
  await upload('busy.txt', 'first')
  const [before] = await rows()
  let interfered = 0
  changes = {
    async put(key, bytes) {
      await files.put(key, bytes)
      interfered++
      // First it is removed and made anew, then moved away.
      if (interfered === 1) {
        await database.sql`delete from storage.objects where id = ${before?.id ?? ''}`
        await database.sql`insert into storage.objects (bucket_id, name) values ('open', 'busy.txt')`
      }
      if (interfered === 2)
        await database.sql`update storage.objects set name = 'moved.txt' where name = 'busy.txt'`
    },
  }
  expect((await upload('busy.txt', 'second', 'PUT')).status).toBe(200)
  expect(interfered).toBe(3)
  const [busy, moved] = await rows()
  expect([busy?.name, moved?.name]).toEqual(['busy.txt', 'moved.txt'])
  expect(await (await ask('GET', '/object/public/open/busy.txt')).text()).toBe('second')
  // The bytes of the removed object are the remover's; of the attempts nothing stays.
  expect(await keys()).toEqual([keyOf(before as never), keyOf(busy as never)].sort())
})

test('no transaction is open while bytes are written', async () => {
  let open = -1
  const put: Files['put'] = async (key, bytes) => {
    const [row] = await database.sql<{ open: number }[]>`
      select count(*)::int as open from pg_stat_activity
      where datname = current_database() and usename = 'authenticator' and state like 'idle in transaction%'`
    open = row?.open ?? -1
    await files.put(key, bytes)
  }
  changes = { put }
  await upload('a.txt')
  expect(open).toBe(0)
})

test('a reader who leaves ends the work behind the stream', async () => {
  await upload('long.txt')
  const cancelled = Promise.withResolvers<void>()
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
      cancel: () => cancelled.resolve(),
    })
  changes = {
    open: async () => ({ size: 1e12, stream: async () => endless(), close: async () => undefined }),
  }
  const server = createHttpServer(door.fetch, 'http://127.0.0.1')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const leaving = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/object/public/open/long.txt`, {
    signal: leaving.signal,
  })
  expect((await answer.body?.getReader().read())?.done).toBe(false)
  leaving.abort()
  await cancelled.promise
  server.closeAllConnections()
  server.close()
})
