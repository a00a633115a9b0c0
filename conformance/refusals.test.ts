/** What the originals do and our doors do not is refused in the original's words, and changes nothing. */
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import {
  type AuthFixture,
  createAuthFixture,
  PASSWORD,
  serviceKey,
  signedUp,
} from '#server/doors/auth/testing/fixture.ts'
import { createStorageDoor } from '#server/doors/storage/door.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { STORES, type TestStore } from '#server/testing/stores.ts'
import { type Harness, JWT_SECRET, startHarness } from './harness.ts'
import { type Live, startLive } from './live.ts'
import { openShop, type Shop } from './shop.ts'

/** What is asked: method, path, and what else the request says. */
type Asked = { body?: string; headers?: Record<string, string> }
type Row = [what: string, method: string, path: string, answer: [status: number, code: string], asked?: Asked]

const JSON_BODY = { body: '{"id":9,"name":"x","price":1}', headers: { 'content-type': 'application/json' } }
const prefer = (wish: string) => ({ headers: { prefer: wish } })
const accept = (type: string) => ({ headers: { accept: type } })

const NO_ROUTE: [number, string] = [404, 'NoSuchRoute']
const NO_BUCKET: [number, string] = [400, 'NoSuchBucket']
const json = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const TABLES: Row[] = [
  ['a description of the schema', 'GET', '/', [404, 'PGRST126']],
  ['what may be done with a table', 'OPTIONS', '/people', [405, 'PGRST117']],
  ['a row replaced as a whole', 'PUT', '/goods?id=eq.9', [405, 'PGRST117'], JSON_BODY],
  ['a view', 'GET', '/top_people', [404, 'PGRST205']],
  ['CSV', 'GET', '/people', [406, 'PGRST107'], accept('text/csv')],
  ['a plan', 'GET', '/people', [406, 'PGRST107'], accept('application/vnd.pgrst.plan+json')],
  ['geography', 'GET', '/people', [406, 'PGRST107'], accept('application/geo+json')],
  [
    'no nulls',
    'GET',
    '/people',
    [406, 'PGRST107'],
    accept('application/vnd.pgrst.array+json;nulls=stripped'),
  ],
  ['a count', 'GET', '/people?select=count()', [400, 'PGRST123']],
  ['a sum', 'GET', '/goods?select=price.sum()', [400, 'PGRST123']],
  ['spread columns', 'GET', '/notes?select=id,...rooms(slug)', [400, 'PGRST100']],
  ['an order by a relation', 'GET', '/notes?select=id,rooms(id)&order=rooms(slug)', [400, 'PGRST100']],
  ['a relation through another', 'GET', '/people?select=name,rooms(slug)', [400, 'PGRST200']],
  ['a computed relation', 'GET', '/people?select=name,notes_of(note)', [400, 'PGRST200']],
  ['full text', 'GET', '/people?name=fts.ada', [400, 'PGRST100']],
  ['regular expressions', 'GET', '/people?name=match.^a', [400, 'PGRST100']],
  ['ranges that are next to each other', 'GET', '/people?ages=adj.[2,3)', [400, 'PGRST100']],
  ['any of several', 'GET', '/people?name=like(any).{a*,b*}', [400, 'PGRST100']],
  ['an estimated count', 'GET', '/people', [400, 'PGRST122'], prefer('count=estimated')],
  ['another time zone', 'GET', '/people', [400, 'PGRST122'], prefer('timezone=America/Recife')],
  ['most rows', 'DELETE', '/goods?id=gt.0', [400, 'PGRST122'], prefer('handling=strict, max-affected=1')],
  ['the first of an order', 'DELETE', '/goods?order=id&limit=1', [400, 'PGRST109']],
  [
    'rows as CSV',
    'POST',
    '/goods',
    [400, 'PGRST102'],
    { body: 'id\n9', headers: { 'content-type': 'text/csv' } },
  ],
  ['a call by GET', 'GET', '/rpc/greeting?who=x', [405, 'PGRST101']],
  ['a function that answers rows', 'POST', '/rpc/all_people', [404, 'PGRST202'], JSON_BODY],
  ['a function of any number', 'POST', '/rpc/joined', [404, 'PGRST202'], JSON_BODY],
  ['a function of the whole body', 'POST', '/rpc/whole_json', [404, 'PGRST202'], JSON_BODY],
]

const NUMBER = '+5511987654321'
const NO_NUMBERS: [number, string] = [400, 'phone_provider_disabled']

/** Asked by somebody who is signed in. */
const ACCOUNTS: Row[] = [
  ['a sign-up by number', 'POST', '/signup', NO_NUMBERS, json({ phone: NUMBER, password: PASSWORD })],
  ['a sign-up by nobody', 'POST', '/signup', [422, 'anonymous_provider_disabled'], json({ data: {} })],
  ['a code for a number', 'POST', '/otp', NO_NUMBERS, json({ phone: NUMBER })],
  ['a code by WhatsApp', 'POST', '/otp', NO_NUMBERS, json({ phone: NUMBER, channel: 'whatsapp' })],
  [
    'a sign-in by number',
    'POST',
    '/token?grant_type=password',
    [422, 'phone_provider_disabled'],
    json({ phone: NUMBER, password: PASSWORD }),
  ],
  [
    'a number’s code',
    'POST',
    '/verify',
    [403, 'otp_expired'],
    json({ type: 'sms', phone: NUMBER, token: '123456' }),
  ],
  ['a number’s code again', 'POST', '/resend', NO_NUMBERS, json({ type: 'sms', phone: NUMBER })],
  ['a change of number', 'PUT', '/user', NO_NUMBERS, json({ phone: NUMBER })],
]

/** Asked with the key of the service. */
const ADMINISTRATION: Row[] = [
  ['the trail of the auth door', 'GET', '/admin/audit', [404, 'not_found']],
  ['an account by number', 'POST', '/admin/users', NO_NUMBERS, json({ phone: NUMBER, phone_confirm: true })],
]

describe('accounts', () => {
  let auth: AuthFixture
  let bearer = ''
  beforeAll(async () => {
    auth = await createAuthFixture()
    bearer = (await signedUp(auth, 'one@tune.test')).access_token
  })
  afterAll(() => auth.drop())

  const state = () => auth.sql`select id, email, phone, updated_at from auth.users`
  const asked = ({ headers, body }: Asked) => ({
    ...(headers && { headers }),
    ...(body && { body: JSON.parse(body) }),
  })

  test.each([
    ...ACCOUNTS.map((row) => [...row.slice(0, 4), row[4] ?? {}, () => bearer] as const),
    ...ADMINISTRATION.map((row) => [...row.slice(0, 4), row[4] ?? {}, () => serviceKey] as const),
  ] as [...Required<Row>, () => string][])(
    '%s',
    async (_what, method, path, [status, code], request, who) => {
      const before = [await state(), auth.mails.length]
      const answer = await auth.ask(method, path, { ...asked(request), bearer: who() })
      expect([answer.status, answer.body.code]).toEqual([status, code])
      expect([await state(), auth.mails.length]).toEqual(before)
    },
  )
})

describe('tables', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    await shop.sql`insert into goods (id, name, price) values (1, 'laptop', 999.99), (2, 'phone', 699.99)`
  })
  afterAll(() => shop.close())

  test.each(TABLES)('%s', async (_what, method, path, [status, code], asked = {}) => {
    const answer = await shop.ask(path, { method, ...asked })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
    expect(await shop.sql`select id::int from goods order by id`).toEqual([{ id: 1 }, { id: 2 }])
  })
})

const FILES: Row[] = [
  ['the buckets', 'GET', '/bucket', NO_ROUTE],
  ['a new bucket', 'POST', '/bucket', NO_ROUTE, json({ name: 'mine' })],
  ['another kind of bucket', 'PUT', '/bucket/images', NO_ROUTE, json({ public: false })],
  ['no bucket any more', 'DELETE', '/bucket/images', NO_ROUTE],
  ['an empty bucket', 'POST', '/bucket/images/empty', NO_ROUTE],
  ['a file elsewhere', 'POST', '/object/move', NO_ROUTE, json({ bucketId: 'images', sourceKey: 'a' })],
  ['a file twice', 'POST', '/object/copy', NO_ROUTE, json({ bucketId: 'images', sourceKey: 'a' })],
  ['a list in pages', 'POST', '/object/list-v2/images', NO_BUCKET, json({ prefix: '' })],
  ['a signed address', 'POST', '/object/sign/images/kept.png', NO_BUCKET, json({ expiresIn: 60 })],
  [
    'several signed addresses',
    'POST',
    '/object/sign/images',
    NO_BUCKET,
    json({ expiresIn: 60, paths: ['a'] }),
  ],
  ['a signed upload', 'POST', '/object/upload/sign/images/a.png', NO_BUCKET],
  ['what is known of a file', 'GET', '/object/info/images/kept.png', NO_ROUTE],
  ['a file by the caller’s rights', 'GET', '/object/authenticated/images/kept.png', NO_ROUTE],
  ['a file in parts', 'POST', '/upload/resumable/', [400, 'NotSupported']],
  ['a picture of any size', 'GET', '/render/image/public/images/kept.png?width=11', [400, 'InvalidRequest']],
  [
    'a picture of a shape',
    'GET',
    '/render/image/public/images/kept.png?width=160&resize=fill',
    [400, 'InvalidRequest'],
  ],
]

describe('files', () => {
  let database: TestDatabase
  let strangers: Sql
  let harness: Harness
  let store: TestStore
  beforeAll(async () => {
    database = await createTestDatabase()
    strangers = connect(database.url, { max: 2, role: 'authenticator', adminSecondFactor: 'off' })
    store = (await STORES[0]?.openStore()) as TestStore
    harness = await startHarness(() => ({
      '/storage/v1': createStorageDoor({
        sql: strangers,
        ownerSql: database.sql,
        jwtSecret: JWT_SECRET,
        log: createLogger('silent'),
        files: store.files,
        maxBytes: 1000,
        clean: async (bytes) => bytes,
        quotas: [],
        draw: async (bytes) => bytes,
        pictureStored: async () => {},
      }),
    }))
    await ask('POST', '/object/images/kept.png', { body: 'x', headers: { 'content-type': 'image/png' } })
  })
  afterAll(async () => {
    await harness.close()
    await strangers.end()
    await database.drop()
    await store.close()
  })

  const ask = (method: string, path: string, { headers, ...asked }: Asked = {}) =>
    fetch(`${harness.url}/storage/v1${path}`, {
      method,
      ...asked,
      headers: { authorization: `Bearer ${harness.serviceKey}`, ...headers },
    })
  const state = () => database.sql`
    select buckets.id, public, objects.name from storage.buckets
    left join storage.objects on bucket_id = buckets.id order by buckets.id`

  test.each(FILES)('%s', async (_what, method, path, [status, code], asked = {}) => {
    const before = await state()
    const answer = await ask(method, path, asked)
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
    expect(await state()).toEqual(before)
    expect(before.filter(({ name }) => name !== null)).toHaveLength(1)
  })
})

const CHANGES = { event: '*', schema: 'public', table: 'payments' }
const MALFORMED = 'MalformedJoin: the payload is not understood'

/** What a join asks for, and the reason for which it is refused. */
const JOINS: [what: string, config: object, reason: string][] = [
  [
    'a private channel',
    { private: true },
    'Unauthorized: You do not have permissions to read from this Channel topic: x',
  ],
  ['what was said before', { broadcast: { replay: { since: 1 } } }, MALFORMED],
  ['some columns', { postgres_changes: [{ ...CHANGES, select: ['id'] }] }, MALFORMED],
  ['to wait', { postgres_changes: [CHANGES], postgres_changes_options: { wait: true } }, MALFORMED],
]
const FILTERS = ['id=like.1%', 'id=is.null', 'id=match.^1', 'id=isdistinct.1', 'id=not.eq.1', 'data->>a=eq.1']

describe('channels', () => {
  let live: Live
  let socket: WebSocket
  const frames: [string | null, string | null, string, string, Record<string, unknown>][] = []
  beforeAll(async () => {
    live = await startLive(await createTestDatabase())
    const address = live.harness.url.replace('http', 'ws')
    socket = new WebSocket(`${address}/realtime/v1/websocket?vsn=2.0.0&apikey=${live.harness.anonKey}`)
    socket.on('message', (data) => frames.push(JSON.parse(String(data))))
    await once(socket, 'open')
  })
  afterAll(async () => {
    socket.terminate()
    await live.close()
  })

  let ref = 0
  /** The reply to a frame, or what the channel hears afterwards of its changes. */
  async function send(event: string, payload: object, answer: 'phx_reply' | 'system' = 'phx_reply') {
    const mark = String(++ref)
    frames.length = 0
    socket.send(JSON.stringify([mark, mark, 'realtime:x', event, payload]))
    const find = () => frames.find((frame) => frame[3] === answer)?.[4]
    await expect.poll(find, { timeout: 10_000 }).toBeDefined()
    return find()
  }

  test.each(JOINS)('%s', async (_what, config, reason) => {
    expect(await send('phx_join', { config })).toMatchObject({ status: 'error', response: { reason } })
  })

  test.each(FILTERS)('the filter %s', async (filter) => {
    const config = { postgres_changes: [{ ...CHANGES, filter }] }
    expect(await send('phx_join', { config }, 'system')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('Error parsing `filter` params'),
    })
  })

  test.each(['broadcast', 'presence'])('a client’s own %s', async (event) => {
    await send('phx_join', {})
    expect(await send(event, { type: event, event: 'x', payload: {} })).toMatchObject({
      status: 'error',
      response: { reason: `Unauthorized: ${event} is not accepted from clients` },
    })
  })
})
