/** Postgres is stopped while two processes follow its log: it must be able to end, and so must they. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../platform/db/sql.ts'
import { createLogger } from '../../platform/log.ts'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import type { ChangeFeed } from './change.ts'
import { startChangeFeed } from './change-feed.ts'

/** Postgres itself waits a minute for a follower that does not answer (`wal_sender_timeout`). */
const STOP_WITHIN_MS = 20_000

let postgres: TestPostgres
const feeds: ChangeFeed[] = []
beforeAll(async () => {
  postgres = await startTestPostgres({})
})
afterAll(async () => {
  await Promise.all(feeds.map((feed) => feed.stop()))
  await postgres.stop()
})

test('a fast shutdown waits for nobody who follows the log, and misses nothing that was committed', async () => {
  const url = postgres.url.replace(/\/postgres$/, '/tune_template')
  const heard: number[][] = []
  for (let follower = 0; follower < 2; follower++) {
    const ids: number[] = []
    heard.push(ids)
    feeds.push(
      await startChangeFeed(url, createLogger('silent'), {
        wants: (_schema, table) => table === 'noise',
        onChange: ({ record }) => ids.push(Number(record.id)),
        onGap: () => undefined,
      }),
    )
  }
  const sql = connect(url, { max: 1 })
  await sql`create table noise (id bigint primary key)`
  await sql`alter publication supabase_realtime add table noise`
  await sql`insert into noise select generate_series(1, 1000)`
  await sql.end()

  // What was not yet handed out when the stop was requested still arrives before the end.
  const stopped = postgres.stopServer().then(() => 'stopped')
  expect(await Promise.race([stopped, sleep(STOP_WITHIN_MS, 'still running')])).toBe('stopped')
  const all = Array.from({ length: 1000 }, (_, index) => index + 1)
  expect(heard).toEqual([all, all])
})
