// @module-tag release
/**
 * Connections that die under the driver: the process goes on, nothing waits for ever, nothing happens outside its
 * transaction.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { connect, type Sql } from './sql.ts'
import { isUnavailable } from './unavailable.ts'

const ANSWERED_WITHIN_MS = 20_000

let postgres: TestPostgres
let admin: Sql
let sql: Sql
beforeAll(async () => {
  postgres = await startTestPostgres({})
  admin = connect(postgres.url, { max: 1 })
  await admin`create table written (id int)`
})
afterAll(async () => {
  await Promise.all([admin, sql].map((pool) => pool.end({ timeout: 1 })))
  await postgres.stop()
})

/** Terminates the server's side of a connection and resolves with its process id. */
async function cut(connection: Sql): Promise<number> {
  const [own] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`
  await admin`select pg_terminate_backend(${own?.pid as number})`
  return own?.pid as number
}

test('a transaction whose connection was cut does nothing more, also when the connection is made anew', async () => {
  sql = connect(postgres.url, { max: 1 })
  const late = Promise.withResolvers<unknown>()
  const begun = sql.begin(async (tx) => {
    const before = await cut(tx as unknown as Sql)
    // The pool has a single connection: by now somebody else uses it.
    await expect
      .poll(async () => {
        const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`.catch(() => [])
        return rows[0]?.pid ?? before
      })
      .not.toBe(before)
    const write = tx`insert into written values (1)`
    late.resolve(write.catch((fault) => fault))
    await write
  })
  const fault = await begun.catch((reason) => reason)
  expect(isUnavailable(fault)).toBe(true)
  expect(isUnavailable(await late.promise)).toBe(true)
  expect(await admin`select from written`).toHaveLength(0)
  await sql.end()
})

test('a reserved connection that was cut refuses what is asked of it, and its release harms nobody', async () => {
  sql = connect(postgres.url, { max: 1 })
  const reserved = await sql.reserve()
  await cut(reserved as unknown as Sql)
  await expect
    .poll(() => reserved`select 1`.then(() => 'answered', isUnavailable), { timeout: ANSWERED_WITHIN_MS })
    .toBe(true)
  reserved.release()
  // Queries before the end of the connection is noticed fail; after that there is a new one.
  await expect
    .poll(() => sql`select 1`.then(() => 'answered', isUnavailable), { timeout: ANSWERED_WITHIN_MS })
    .toBe('answered')
  await sql.end()
})

test('arrays are arrays on a connection whose question about types was refused', async () => {
  await admin`create role plain login`
  await admin`revoke select on pg_catalog.pg_type from public`
  const plain = connect(postgres.url, { max: 1, role: 'plain' })
  await expect(plain`select 1`).rejects.toThrow('permission denied')
  const texts = ['é', 'a,b', '{"c"}', '\\', '', 'NULL']
  const [row] =
    await plain`select ${texts}::text[] as texts, ${[1, 2]}::bigint[] as counts, array[true, null] as known`
  expect(row).toEqual({ texts, counts: [1, 2], known: [true, null] })
  await plain.end()
  await admin`grant select on pg_catalog.pg_type to public`
})

test('after the server was killed under load every connection serves again, and nobody waits for ever', async () => {
  sql = connect(postgres.url, { max: 20 })
  await sql`select 1`
  const work = (id: number) =>
    id % 2
      ? sql`select pg_sleep(0.02)`.execute()
      : sql.begin(async (tx) => {
          for (let step = 0; step < 20; step++) await tx`select pg_sleep(0.005)`
        })
  const under = Array.from({ length: 200 }, (_, id) =>
    work(id).then(
      () => 'done',
      (fault) => (isUnavailable(fault) ? 'away' : String(fault)),
    ),
  )
  await under[0]
  // Cut while it is being opened, which is a conversation of its own.
  const fresh = connect(postgres.url, { max: 20 })
  for (let id = 0; id < 20; id++) {
    under.push(
      fresh`select 1`.then(
        () => 'done',
        (fault) => (isUnavailable(fault) ? 'away' : String(fault)),
      ),
    )
  }
  await postgres.killAndRestart()
  const outcomes = await Promise.race([
    Promise.all(under),
    new Promise<string[]>((resolve) => setTimeout(() => resolve(['waits for ever']), ANSWERED_WITHIN_MS)),
  ])
  expect(new Set(outcomes)).toEqual(new Set(['done', 'away']))
  // As many at once as there are connections: each of them has to answer.
  const all = () =>
    Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.05)`)).then(
      () => 'answered',
      () => 'not yet',
    )
  await expect.poll(all, { timeout: ANSWERED_WITHIN_MS }).toBe('answered')
  await fresh.end({ timeout: 1 })
})
