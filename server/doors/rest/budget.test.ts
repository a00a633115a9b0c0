/** Each number of the budget, through the door: what is within it is answered, what is beyond it is refused. */
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from '../../platform/db/sql.ts'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { BUDGET, type Resource } from './budget.ts'
import { createRestDoor } from './door.ts'

const SECRET = 'a-secret-of-the-tests-of-the-budget-of-at-least-32-bytes'
let database: TestDatabase
let strangers: Sql
let door: ReturnType<typeof createRestDoor>
const tokens: Record<string, string> = {}

beforeAll(async () => {
  database = await createTestDatabase({ empty: true })
  await database.sql.unsafe(`
    create table nodes (id int primary key, parent_id int references nodes (id), data jsonb, label text);
    insert into nodes values (1, null, '{}', 'one');
    create function filler(size int) returns text language sql immutable as $$ select repeat('x', size) $$;
    create function many(${times(100, (index) => `a${index} int default 0`)}) returns int language sql as 'select 1';
    create function slow() returns int language plpgsql as $$ begin perform pg_sleep(30); return 1; end $$;
    grant all on nodes to anon, authenticated, service_role`)
  strangers = connect(database.url, { max: 2, role: 'authenticator' })
  for (const role of ['authenticated', 'service_role'] as const) {
    tokens[role] = await new SignJWT({ role, aud: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(SECRET))
  }
  const log = createLogger('silent')
  door = createRestDoor({ sql: strangers, jwtSecret: SECRET, log, clientAddress: () => '127.0.0.1' })
})
afterAll(async () => {
  await strangers.end()
  await database.drop()
})

type Asked = { path: string; body?: string; role?: 'anon' | 'authenticated' | 'service_role' }

async function ask({ path, body, role = 'authenticated' }: Asked) {
  const token = tokens[role]
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const answer = await door.request(
    path,
    body === undefined ? { headers } : { method: 'POST', body, headers },
  )
  const text = await answer.text()
  return { status: answer.status, code: answer.ok ? null : (JSON.parse(text) as { code: string }).code }
}

const times = (count: number, text: (index: number) => string, between = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(between)
const read = (query: string) => ({ path: `/nodes?${query}` })
const bodyOf = (bytes: number) => {
  const empty = '[{"id":1,"label":""}]'
  return `[{"id":1,"label":"${'x'.repeat(bytes - empty.length)}"}]`
}
const call = (bytes: number) => ({ path: '/rpc/filler', body: JSON.stringify({ size: bytes - 2 }) })

/** A request that asks for so much of the resource. */
const REQUESTS: Record<Resource, (amount: number) => Asked> = {
  anonymousBody: (bytes) => ({ path: '/nodes', body: bodyOf(bytes), role: 'anon' }),
  body: (bytes) => ({ path: '/nodes', body: bodyOf(bytes) }),
  bodyMarks: (marks) => ({
    path: '/nodes',
    body: `[{"id":1,"label":"${','.repeat(marks - '[{,'.length)}"}]`,
  }),
  bodyRows: (rows) => ({
    path: '/nodes?columns=id',
    body: `[${times(rows, (index) => `{"id":${index + 1}}`)}]`,
  }),
  query: (length) => read(`label=eq.${'x'.repeat(length - '?label=eq.'.length)}`),
  columns: (count) => read(`select=${times(count, (index) => `c${index}:id`)}`),
  arguments: (count) => ({ path: '/rpc/many', body: `{${times(count, (index) => `"a${index}":1`)}}` }),
  embeds: (count) => read(`select=id,${times(count, (index) => `e${index}:nodes()`)}`),
  embedDepth: (depth) => read(`select=${'nodes('.repeat(depth)}id${')'.repeat(depth)}`),
  operators: (count) => read(times(count, () => 'id=eq.1', '&')),
  logicDepth: (depth) => read(`or=${'(and'.repeat(depth - 1)}(id.eq.1${')'.repeat(depth)}`),
  orderTerms: (count) => read(`order=${times(count, () => 'id')}`),
  listValues: (count) => read(`id=in.(${times(count, () => '1')})`),
  jsonSteps: (count) => read(`select=data${'->a'.repeat(count)}`),
  anonymousAnswer: (bytes) => ({ ...call(bytes), role: 'anon' }),
  answer: call,
  serviceAnswer: (bytes) => ({ ...call(bytes), role: 'service_role' }),
}

test.each(Object.keys(BUDGET) as Resource[])('%s', async (resource) => {
  const { limit, answer } = BUDGET[resource]
  const within = await ask(REQUESTS[resource](limit))
  // A row that is there already is a conflict, which nobody would hear of whose body had not been read.
  expect([200, 201, 409]).toContain(within.status)
  expect(await ask(REQUESTS[resource](limit + 1))).toEqual({ status: 400, code: answer })
})

test('a statement that takes too long is answered as PostgREST does', async () => {
  expect(await ask({ path: '/rpc/slow', body: '{}' })).toEqual({ status: 500, code: '57014' })
})
