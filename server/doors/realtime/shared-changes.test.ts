// @module-tag release
/** Several processes tell of changes, one of them reads the log: whatever happens to it, all hear everything once. */
import { jetstreamManager } from '@nats-io/jetstream'
import { connect as connectNats } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startTestNats, type TestNats } from '../../testing/nats.ts'
import type { ChangeFeed } from './change.ts'
import { ownChanges } from './own-changes.ts'
import { shareChanges } from './shared-changes.ts'

const log = createLogger('silent')
const nats: TestNats | null = await startTestNats()
let database: TestDatabase
const processes: Process[] = []

type Process = { feed: ChangeFeed; heard: number[]; gaps: number; stop: () => Promise<void> }

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`create table noise (id bigint primary key, words text)`
  await database.sql`alter publication supabase_realtime add table noise`
})
afterEach(async () => {
  for (const one of processes.splice(0)) await one.stop()
  await database.sql`truncate noise`
})
afterAll(async () => {
  await ownChanges(database.sql, database.url)(log, deaf).then((feed) => feed.stop())
  await database.drop()
  await nats?.stop()
})

const deaf = { wants: () => false, onChange: () => {}, onGap: () => {} }

async function startProcess(): Promise<Process> {
  const { sql, url: databaseUrl } = database
  const source = shareChanges({ sql, databaseUrl, servers: nats?.url ?? '', replicas: 1 })
  const one: Process = { heard: [], gaps: 0, feed: { stop: async () => {} }, stop: async () => {} }
  one.feed = await source(log, {
    wants: (_schema, table) => table === 'noise',
    onChange: ({ type, record }) => type === 'INSERT' && one.heard.push(Number(record.id)),
    onGap: () => one.gaps++,
  })
  let stopped = false
  one.stop = async () => {
    if (!stopped) await one.feed.stop()
    stopped = true
  }
  processes.push(one)
  return one
}

/** Rows from `first` to `last`, each in a transaction of its own. */
async function write(first: number, last: number): Promise<void> {
  for (let id = first; id <= last; id++) await database.sql`insert into noise (id) values (${id})`
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** The connection that reads the log, once there is one. */
async function reader(): Promise<number> {
  const find = async () => {
    const [slot] = await database.sql<{ active_pid: number | null }[]>`
      select active_pid from pg_replication_slots
      where database = current_database() and not temporary`
    return slot?.active_pid ?? 0
  }
  await expect.poll(find).toBeGreaterThan(0)
  return find()
}

describe.skipIf(!nats)('changes for several processes', () => {
  test('one reads the log, all hear of everything, once and in order', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    await write(1, 100)
    await database.sql`insert into noise (id) select generate_series(101, 3000)`
    await expect.poll(() => other.heard.length).toBe(3000)
    await expect.poll(() => one.heard.length).toBe(3000)
    expect([one.heard, other.heard]).toEqual([upTo(3000), upTo(3000)])
    expect([one.gaps, other.gaps]).toEqual([0, 0])
    const [{ slots }] = await database.sql<[{ slots: number }]>`
      select count(*)::int as slots from pg_replication_slots where database = current_database()`
    expect(slots).toBe(1)
  })

  test('when the reader ends, another goes on where it stopped', async () => {
    const first = await startProcess()
    await reader()
    const others = [await startProcess(), await startProcess()]
    const writing = write(1, 300)
    await expect.poll(() => first.heard.length).toBeGreaterThan(20)
    await first.stop()
    await writing
    for (const one of others) {
      await expect.poll(() => one.heard.length).toBe(300)
      expect(one).toMatchObject({ heard: upTo(300), gaps: 0 })
    }
  })

  test('when the reader’s connection is cut, again and again, nothing is missed and nothing told twice', async () => {
    const all = [await startProcess(), await startProcess()]
    const writing = write(1, 400)
    for (let cut = 0; cut < 5; cut++) {
      await database.sql`select pg_terminate_backend(${await reader()})`
      await expect.poll(() => all[0]?.heard.length).toBeGreaterThan(cut * 20)
    }
    await writing
    for (const one of all) {
      await expect.poll(() => one.heard.length).toBe(400)
      expect(one).toMatchObject({ heard: upTo(400), gaps: 0 })
    }
  })

  test('when NATS ends and comes back, nothing is missed', async () => {
    const one = await startProcess()
    await write(1, 10)
    await expect.poll(() => one.heard.length).toBe(10)
    await Promise.all([nats?.restart(), write(11, 60)])
    await write(61, 70)
    await expect.poll(() => one.heard.length).toBe(70)
    expect(one).toMatchObject({ heard: upTo(70), gaps: 0 })
  })

  test('what cannot be told whole is a gap: a stream that is lost, a slot that is lost, a change beyond all size', async () => {
    const one = await startProcess()
    await write(1, 3)
    await expect.poll(() => one.heard.length).toBe(3)

    const connection = await connectNats({ servers: nats?.url?.replace('nats://', '') ?? '' })
    const manager = await jetstreamManager(connection)
    const [{ name }] = (await manager.streams.names().next()).map((known) => ({ name: known })) as [
      { name: string },
    ]
    await manager.streams.delete(name)
    await connection.close()
    await expect.poll(() => one.gaps).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        await database.sql`insert into noise (id) select coalesce(max(id), 0) + 1 from noise`
        return one.heard.length
      })
      .toBeGreaterThan(3)

    const before = one.gaps
    await database.sql`insert into noise (id, words) values (1000, repeat('x', 3000000))`
    await expect.poll(() => one.gaps).toBeGreaterThan(before)

    const after = one.gaps
    const slot = await database.sql<{ slot_name: string }[]>`
      select slot_name from pg_replication_slots where database = current_database() and not temporary`
    await expect
      .poll(async () => {
        await database.sql`select pg_terminate_backend(${await reader()})`
        return database.sql`select pg_drop_replication_slot(${slot[0]?.slot_name ?? ''})`.then(
          () => 'dropped',
          () => 'in use',
        )
      })
      .toBe('dropped')
    await expect.poll(() => one.gaps).toBeGreaterThan(after)
    // That gap may be the change beyond all size once more, told before the slot was made anew: what is written until then
    // is in no slot, and a gap of its own.
    await expect
      .poll(async () => {
        await database.sql`insert into noise (id) select coalesce(max(id), 0) + 1 from noise`
        return one.heard.at(-1)
      })
      .toBeGreaterThan(1000)
    await write(2000, 2003)
    await expect.poll(() => one.heard.slice(-4)).toEqual([2000, 2001, 2002, 2003])
  })

  test('a process that reads for itself leaves no slot behind that nobody reads', async () => {
    const one = await startProcess()
    await reader()
    await one.stop()
    const feed = await ownChanges(database.sql, database.url)(log, deaf)
    await feed.stop()
    await expect
      .poll(() => database.sql`select from pg_replication_slots where database = current_database()`)
      .toHaveLength(0)
  })
})
