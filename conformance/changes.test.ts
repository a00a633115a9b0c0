/** The official realtime client on changes it chooses by filter and column, against a table of its own. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type Live, startLive } from './live.ts'

type Row = Record<string, unknown>

let database: TestDatabase
let live: Live
let client: SupabaseClient

beforeAll(async () => {
  database = await createTestDatabase()
  await database.sql`
    create table public.readings (
      id integer generated always as identity primary key, value text, at timestamptz, level numeric, data jsonb,
      flag boolean, secret text
    )`
  await database.sql`grant select (id, value, at, level, data, flag) on public.readings to anon`
  await database.sql`alter table public.readings enable row level security`
  await database.sql`create policy all_read on public.readings for select using (true)`
  await database.sql`alter publication supabase_realtime add table public.readings`
  live = await startLive(database)
})
beforeEach(() => {
  client = createClient(live.harness.url, live.harness.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
})
afterEach(() => client.realtime.disconnect())
afterAll(async () => {
  await live.close()
})

/** What is heard of the table with a filter, once nothing is missed any more. Rejects with the refusal. */
async function listen(asked: Row): Promise<Row[]> {
  const heard: Row[] = []
  const channel = client.channel(`changes-${crypto.randomUUID()}`)
  const hear = ({ new: row }: { new: Row }) => heard.push(row)
  const binding = { event: 'INSERT', schema: 'public', table: 'readings', ...asked }
  channel.on('postgres_changes' as never, binding as never, hear as never)
  await new Promise<void>((resolve, reject) => {
    const settle = ({ status, message }: { status: string; message: string }) =>
      status === 'ok' ? resolve() : reject(new Error(message))
    channel.on('system' as never, {} as never, settle as never)
    channel.subscribe((status, fault) => {
      if (status === 'CHANNEL_ERROR') reject(fault)
    })
  })
  return heard
}
const insert = (row: Row) => database.sql`insert into public.readings ${database.sql(row as never)}`

describe('a filter', () => {
  test.each([
    ['value=eq.hello', { value: 'hello' }, { value: 'other' }],
    ['value=neq.other', { value: 'hello' }, { value: 'other' }],
    ['value=lt.m', { value: 'a' }, { value: 'z' }],
    ['value=lte.m', { value: 'm' }, { value: 'n' }],
    ['level=gt.9.5', { level: 10 }, { level: 9 }],
    ['level=gte.10', { level: 10 }, { level: 9.99 }],
    ['value=in.(hello,"a,b")', { value: 'a,b' }, { value: 'a' }],
    ['value=eq.match,level=gt.0', { value: 'match', level: 1 }, { value: 'match', level: 0 }],
    ['level=gt.0,level=lt.10', { level: 5 }, { level: 50 }],
    // Another way to write the same moment.
    ['at=eq.2026-01-01 01:00:00+01', { at: '2026-01-01T00:00:00Z' }, { at: '2026-01-01T01:00:00Z' }],
    ['flag=eq.yes', { flag: true }, { flag: false }],
  ])('%s lets through what it names and nothing else', async (filter, passing, other) => {
    const heard = await listen({ filter })
    await insert(other)
    await insert(passing)
    await insert(other)
    await insert(passing)
    await expect.poll(() => heard.length).toBe(2)
    for (const row of heard)
      for (const [name, value] of Object.entries(passing)) if (name !== 'at') expect(row[name]).toEqual(value)
  })

  test.each([
    [
      'subject=eq.hey',
      /filters: \[\{"subject", "eq", "hey", false\}\], select: nil\]\. Exception: ERROR P0001 \(raise_exception\) invalid column for filter subject$/,
    ],
    [
      'id=eq.hey',
      /Exception: ERROR 22P02 \(invalid_text_representation\) invalid input syntax for type integer: "hey"$/,
    ],
    ['value=match.^a', /^Error parsing `filter` params/],
    ['id=gt.0,id=foo.100', /^Error parsing `filter` params/],
    ['id=gt.0,', /empty segments/],
    // Nobody guesses at a column that they may not read.
    ['secret=gt.a', /invalid column for filter secret/],
  ])('%s is refused in the original’s words', async (filter, message) => {
    await expect(listen({ filter })).rejects.toThrow(message)
  })
})
