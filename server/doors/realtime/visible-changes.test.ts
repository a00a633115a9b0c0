import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Sql } from '../../platform/db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Change } from './change.ts'
import { createVisibleChanges } from './visible-changes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => database.drop())

const changeOf = (transaction: number): Change => ({
  schema: 'public',
  table: 'bids',
  type: 'INSERT',
  commitTime: '',
  transaction,
  position: '',
  columns: [],
  record: {},
  oldRecord: {},
})

function listen(sql: Sql) {
  const seen: number[] = []
  const lost: unknown[] = []
  const changes = createVisibleChanges(sql, {
    onChange: ({ transaction }) => seen.push(transaction),
    onLost: (fault) => lost.push(fault),
  })
  return { changes, seen, lost }
}

/** The 32 bits of its own id that a transaction has in the log. */
async function ownId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select (pg_current_xact_id()::text::bigint & 4294967295) as id`
  return row?.id ?? 0
}

describe('changes', () => {
  test('wait until their transaction can be seen, and those behind them wait too', async () => {
    const { changes, seen, lost } = listen(database.sql)
    const past = await ownId(database.sql)
    let running = 0
    let later = 0
    await database.sql.begin(async (tx) => {
      running = await ownId(tx as unknown as Sql)
      later = await ownId(database.sql)
      for (const transaction of [past, running, later]) changes.push(changeOf(transaction))
      await expect.poll(() => seen).toEqual([past])
      await sleep(20)
      expect(seen).toEqual([past])
    })
    await changes.settled()
    expect(seen).toEqual([past, running, later])
    expect(lost).toEqual([])
  })

  test.each([
    ['whose transaction stays open', 0],
    ['of ids that are still to come', 1_000_000],
  ])('%s are given up in the end', async (_name, ahead) => {
    const { changes, seen, lost } = listen(database.sql)
    await database.sql.begin(async (tx) => {
      changes.push(changeOf((await ownId(tx as unknown as Sql)) + ahead))
      const now = Date.now()
      await sleep(10)
      vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
      await changes.settled()
    })
    expect(seen).toEqual([])
    expect(String(lost[0])).toContain('does not become visible')
  })

  test('are given up when nobody can be asked, and the next ones are not', async () => {
    let broken = true
    const sql = ((...args: Parameters<Sql>) =>
      broken ? Promise.reject(new Error('gone')) : database.sql(...args)) as unknown as Sql
    const { changes, seen, lost } = listen(sql)
    changes.push(changeOf(await ownId(database.sql)))
    await changes.settled()
    expect([seen, lost.length]).toEqual([[], 1])
    broken = false
    const id = await ownId(database.sql)
    changes.push(changeOf(id))
    await changes.settled()
    expect(seen).toEqual([id])
  })
})
