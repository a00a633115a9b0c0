/** What a statement costs behind a pooler in transaction mode, which keeps no prepared statements. */
import { once } from 'node:events'
import { type AddressInfo, connect as connectTo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { connect, type Sql } from './sql.ts'

let database: TestDatabase
/** Who spoke, in turn, since it was last emptied. */
const turns: ('asked' | 'answered')[] = []
let sql: Sql

beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  const heard = (who: 'asked' | 'answered') => turns.at(-1) === who || turns.push(who)
  const between = createServer((client) => {
    const server = connectTo(Number(port), hostname)
    client.on('data', () => heard('asked')).pipe(server)
    server.on('data', () => heard('answered')).pipe(client)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
  })
  between.unref()
  await once(between.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(database.url)
  through.port = String((between.address() as AddressInfo).port)
  sql = connect(through.href, { max: 1, pooled: true })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

/** The round trips of `work`. */
async function trips<Value>(work: () => PromiseLike<Value>): Promise<{ trips: number; value: Value }> {
  turns.length = 0
  const value = await work()
  return { trips: turns.filter((who) => who === 'asked').length, value }
}

const uid = 'a1b2c3d4-0000-4000-8000-000000000001'
const STATEMENTS: [string, () => PromiseLike<unknown>, unknown][] = [
  [
    'a number and a text',
    () => sql`select ${1}::int + 1 as sum, ${'é'}::text as text`,
    [{ sum: 2, text: 'é' }],
  ],
  ['an array', () => sql`select ${[uid, uid]}::uuid[] as uids`, [{ uids: [uid, uid] }]],
  ['an object', () => sql`select ${{ a: [1] } as never}::jsonb as object`, [{ object: { a: [1] } }]],
  ['nothing', () => sql`select ${null}::text as text`, [{ text: null }]],
  ['nothing where there was something', () => sql`select ${null}::int + 1 as sum`, [{ sum: null }]],
]

test.each(STATEMENTS)('with %s, a statement asked again is one round trip', async (_name, ask, rows) => {
  expect(await ask()).toEqual(rows)
  const again = await trips(ask)
  expect(again.value).toEqual(rows)
  expect(again.trips).toBe(1)
})

test('statements asked at once share a connection without waiting for each other', async () => {
  const add = (number: number) => sql<[{ sum: number }]>`select ${number}::int + 7 as sum`
  await add(0)
  const asked = await trips(() => Promise.all([1, 2, 3, 4].map(add)))
  expect(asked.value.map(([{ sum }]) => sum)).toEqual([8, 9, 10, 11])
  expect(asked.trips).toBe(1)
})

test('one that fails is refused alone, and the next is answered', async () => {
  const divide = (by: number) => sql<[{ part: number }]>`select 8 / ${by}::int as part`
  await divide(1)
  const results = await Promise.allSettled([divide(2), divide(0), divide(4)])
  expect(results.map((one) => (one.status === 'fulfilled' ? one.value[0].part : 'refused'))).toEqual([
    4,
    'refused',
    2,
  ])
})

test('a type of our own, whose number another database does not share, is asked for each time', async () => {
  await database.sql`create type public.mood as enum ('glad', 'sad')`
  const ask = () => sql`select ${'glad'}::public.mood as mood`
  await ask()
  await database.sql`alter type public.mood rename to old_mood`
  await database.sql`create type public.mood as enum ('glad', 'sad')`
  await database.sql`drop type public.old_mood`
  expect(await ask()).toEqual([{ mood: 'glad' }])
})
