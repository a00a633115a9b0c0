// @module-tag release
/** Commits that a lost synchronous replica holds up are in the log, but nobody can read them yet. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from '../../platform/db/sql.ts'
import { createLogger } from '../../platform/log.ts'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import type { Change } from './change.ts'
import { startLogReader } from './log-reader.ts'
import { ensureSlot, slotName } from './replication-slot.ts'

let postgres: TestPostgres
let sql: Sql
beforeAll(async () => {
  postgres = await startTestPostgres({})
  sql = connect(postgres.url.replace(/\/postgres$/, '/tune_template'), { max: 4 })
})
afterAll(async () => {
  await sql.end({ timeout: 5 })
  await postgres.stop()
})

const waitFor = (replicas: string) =>
  sql
    .unsafe(`alter system set synchronous_standby_names = '${replicas}'`)
    .then(() => sql`select pg_reload_conf()`)

test('changes that were given up are read again, before those behind them', async () => {
  await sql`create table noise (id bigint primary key)`
  await sql`alter publication supabase_realtime add table noise`
  const slot = await slotName(sql)
  await ensureSlot(sql, slot)
  const faults: unknown[] = []
  const log = createLogger('error', { write: (line) => faults.push(line) })
  const heard: number[] = []
  let position = ''
  const reader = startLogReader({
    sql,
    databaseUrl: postgres.url.replace(/\/postgres$/, '/tune_template'),
    slot,
    log,
    // As listeners do: each once.
    publish: async (changes: Change[]) => {
      for (const change of changes) {
        if (change.position <= position) continue
        position = change.position
        heard.push(Number(change.record.id))
      }
    },
    publishGap: async () => {},
  })
  await sql`insert into noise values (1)`
  await expect.poll(() => heard).toEqual([1])

  await waitFor('nobody')
  const writers = [connect(postgres.url.replace(/\/postgres$/, '/tune_template'), { max: 3 })] as [Sql]
  const waiting = [2, 3, 4].map((id) => writers[0]`insert into noise values (${id})`)
  for (const one of waiting) void one.catch(() => {})
  // Given up once at least, and read again.
  await expect.poll(() => faults.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(heard).toEqual([1])
  await waitFor('')
  await Promise.all(waiting)
  await sql`insert into noise values (5)`
  await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(5)
  expect(heard.toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(heard.at(-1)).toBe(5)
  await writers[0].end()
  await reader.stop()
})
