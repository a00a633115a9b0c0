// @module-tag release
/** How a database follows the files below `db/`: what changes, what stays, what is refused, and what a kill leaves. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { copySchema } from '../../testing/schema-copy.ts'
import { ROOT } from '../root.ts'
import { migrate } from './migrate.ts'
import type { Frozen } from './schema-files.ts'
import { connect, type Sql } from './sql.ts'

const OUTGOING = 'server/product/outgoing/sql/outgoing.view.sql'
const NEW = 'db/migrations/9000_new.sql'
const WAITING = `
  select count(*)::int from pg_locks join pg_database on pg_database.oid = database
  where datname = current_database() and not granted`
/** A row of a catalogue that databases share is no lock of this database alone. */
const WAITING_FOR_ROLE = `
  select count(*)::int from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

async function newDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options)
  onTestFinished(database.drop)
  return database
}

/** The schema as another version of the product has it: `files` by path, null for a removed one. */
async function anotherSchema(
  files: Record<string, string | null>,
  { version = 1 }: { version?: number } = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-schema-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copySchema(folder)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await (text === null ? rm(join(folder, path)) : writeFile(join(folder, path), text))
  }
  const frozen = JSON.parse(await readFile(join(folder, 'db/frozen.json'), 'utf8')) as Frozen
  await writeFile(
    join(folder, 'db/frozen.json'),
    JSON.stringify({ ...frozen, version: frozen.version + version }),
  )
  return folder
}
const textOf = (path: string) => readFile(join(ROOT, path), 'utf8')

async function answerOf(sql: Sql, query: string): Promise<unknown> {
  const [row] = await sql.unsafe(query)
  return Object.values(row ?? {})[0]
}
const namesApplied = (sql: Sql) =>
  sql<{ name: string }[]>`select name from private.migrations where name like '9%' order by name`.then(
    (rows) => rows.map(({ name }) => name),
  )

describe('nothing to do', () => {
  test('a second run applies nothing, and asks one question', async () => {
    const { sql, url } = await newDatabase()
    let questions = 0
    const counted = new Proxy(sql, {
      apply(target, self, words) {
        questions++
        return Reflect.apply(target as never, self, words)
      },
      get(_target, name) {
        throw new Error(`nothing else is wanted of the database, but ${String(name)} was`)
      },
    })
    expect(await migrate(counted, url)).toEqual([])
    expect(questions).toBe(1)
  })

  test('a server of the version before leaves what the newer one has made', async () => {
    const { sql, url } = await newDatabase()
    const newer = await anotherSchema({
      'server/platform/db/sql/uses.sql': `${await textOf('server/platform/db/sql/uses.sql')}
        create or replace function private.newest() returns text language sql as 'select ''newer''';`,
    })
    expect(await migrate(sql, url, newer)).toHaveLength(1)
    expect(await migrate(sql, url)).toEqual([])
    expect(await answerOf(sql, 'select private.newest()')).toBe('newer')
  })

  test('two that start together: one does it, the other waits and finds it done', async () => {
    const { sql, url } = await newDatabase({ empty: true })
    const other = connect(url, { max: 2 })
    const done = await Promise.all([migrate(sql, url), migrate(other, url)])
    await other.end()
    expect(done.map((names) => names.length).sort()[0]).toBe(0)
    expect(done.flat()).toContain('0036_bids_beside_their_money.sql')
  })
})

test('a role that another database is changing meanwhile: tried again', async () => {
  const { sql, url } = await newDatabase({ empty: true })
  const elsewhere = await newDatabase()
  const changing = await elsewhere.sql.reserve()
  await changing`begin`
  await changing`alter role service_role bypassrls`
  const migrated = migrate(sql, url)
  await expect.poll(() => answerOf(sql, WAITING_FOR_ROLE), { timeout: 10_000 }).toBe(1)
  await changing`commit`
  changing.release()
  expect(await migrated).toContain('0001_roles.sql')
})

describe('migrations', () => {
  test('an edited migration is refused', async () => {
    const { sql, url } = await newDatabase()
    const path = 'db/migrations/0034_debtors.sql'
    const folder = await anotherSchema({ [path]: `${await textOf(path)}-- and more` })
    await expect(migrate(sql, url, folder)).rejects.toThrow('0034_debtors.sql was edited')
  })

  test('a migration that could not be noted was not applied', async () => {
    const { sql, url } = await newDatabase({ empty: true })
    await sql.unsafe(`
      create schema private;
      create table private.migrations (
        name text primary key check (name <> '0002_auth.sql'), checksum text, applied_at timestamptz
      )`)
    await expect(migrate(sql, url)).rejects.toThrow('migrations_name_check')
    expect(await sql`select name from private.migrations`).toEqual([])
    expect(await sql`select to_regclass('auth.users') as made`).toEqual([{ made: null }])
  })

  test('one and the functions that go with it: both or neither', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({
      [NEW]: 'create table private.pairs (left_hand int, right_hand int);',
      'server/product/wallet/sql/pairs.sql':
        'create or replace function private.pair() returns nonsense language sql as $$$$;',
    })
    await expect(migrate(sql, url, folder)).rejects.toThrow(
      'server/product/wallet/sql/pairs.sql: type "nonsense"',
    )
    expect(await answerOf(sql, `select to_regclass('private.pairs')`)).toBeNull()
    await writeFile(
      join(folder, 'server/product/wallet/sql/pairs.sql'),
      `create or replace function private.pair() returns int language sql as 'select count(*)::int from private.pairs';`,
    )
    expect(await migrate(sql, url, folder)).toContain('9000_new.sql')
    expect(await answerOf(sql, 'select private.pair()')).toBe(0)
  })

  test('one may change a column that views read', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({
      [NEW]: 'alter table public.redeem_balance alter column uid type text;',
      [OUTGOING]: (await textOf(OUTGOING)).replaceAll('request.uid', 'request.uid::uuid'),
      'server/product/approvals/sql/outflow_approvals.view.sql': (
        await textOf('server/product/approvals/sql/outflow_approvals.view.sql')
      ).replace('request.uid', 'request.uid::uuid'),
      'server/product/withdrawals/sql/withdrawal_faults.view.sql': (
        await textOf('server/product/withdrawals/sql/withdrawal_faults.view.sql')
      ).replace('request.uid::text', 'request.uid'),
    })
    expect(await migrate(sql, url, folder)).toContain('9000_new.sql')
    for (const view of ['private.outgoing_stuck', 'ledger.outgoing_faults', 'ledger.withdrawal_faults'])
      expect(await sql.unsafe(`select * from ${view}`)).toEqual([])
  })

  test('whoever reads a table for long holds nobody else up, and is not in the way for ever', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({ [NEW]: 'alter table public.samples add column second text;' })
    const reader = await sql.reserve()
    await reader`begin`
    await reader`select from samples`
    const migrated = migrate(sql, url, folder)
    // While it waits for the table, so does everybody behind it; it has to let them pass.
    await expect.poll(() => answerOf(sql, WAITING), { timeout: 10_000 }).toBe(1)
    expect(await sql`select from samples`).toEqual([])
    await reader`commit`
    reader.release()
    expect(await migrated).toContain('9000_new.sql')
  })
})

describe('functions and views', () => {
  test('an edited function counts; its triggers stay, and its grants are those of the file', async () => {
    const { sql, url } = await newDatabase()
    const may = () =>
      answerOf(sql, `select has_function_privilege('anon', 'private.uid_of(text)', 'execute')`)
    const search = await textOf('server/product/back-office/sql/search.sql')
    const granted = await anotherSchema({
      'server/product/ledger/sql/append_only.sql': (
        await textOf('server/product/ledger/sql/append_only.sql')
      ).replace('the ledger is append-only', 'no way'),
      'server/product/back-office/sql/search.sql': `${search}grant execute on function private.uid_of(text) to anon;`,
    })
    await migrate(sql, url, granted)
    await expect(sql`truncate ledger.transfers`).rejects.toThrow('no way')
    expect(await may()).toBe(true)
    await migrate(sql, url, await anotherSchema({}, { version: 2 }))
    await expect(sql`truncate ledger.transfers`).rejects.toThrow('the ledger is append-only')
    expect(await may()).toBe(false)
  })

  test('a function of which no file speaks any more is gone, also an overloaded one', async () => {
    const { sql, url } = await newDatabase()
    const uses = await textOf('server/platform/db/sql/uses.sql')
    const two = (parameter: string) => `${uses}
      create or replace function private.twice(${parameter}) returns int language sql as 'select 2 * $1';`
    await migrate(sql, url, await anotherSchema({ 'server/platform/db/sql/uses.sql': two('int') }))
    const folder = await anotherSchema({ 'server/platform/db/sql/uses.sql': two('smallint') }, { version: 2 })
    await migrate(sql, url, folder)
    expect(await answerOf(sql, `select to_regprocedure('private.twice(int)')`)).toBeNull()
    expect(await answerOf(sql, 'select private.twice(4::smallint)')).toBe(8)
    await migrate(sql, url, await anotherSchema({}, { version: 3 }))
    expect(await answerOf(sql, `select to_regproc('private.twice')`)).toBeNull()
    expect(await answerOf(sql, `select to_regproc('public.similarity')`)).toBe('similarity')
  })

  test('one that answers something else is dropped by its file before it is made', async () => {
    const { sql, url } = await newDatabase()
    const uses = await textOf('server/platform/db/sql/uses.sql')
    const version = (type: string) => `${uses}
      drop function if exists private.half(int);
      create function private.half(whole int) returns ${type} language sql as 'select whole / 2';`
    for (const [index, type] of ['int', 'bigint', 'bigint'].entries()) {
      const file = `${version(type)}\n-- ${index}`
      await migrate(
        sql,
        url,
        await anotherSchema({ 'server/platform/db/sql/uses.sql': file }, { version: index + 1 }),
      )
      expect(await answerOf(sql, 'select pg_typeof(private.half(8))::text')).toContain(type.slice(0, 3))
    }
  })

  test('one that a trigger still calls cannot lose its file', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({ 'server/platform/db/sql/transitions.sql': null })
    await expect(migrate(sql, url, folder)).rejects.toThrow('private.enforce_transition()')
    expect(await migrate(sql, url)).toEqual([])
  })

  test('one that an index, a check or a computed column rests on keeps its rule', async () => {
    const { sql, url } = await newDatabase()
    const search = await textOf('server/product/back-office/sql/search.sql')
    const other = await anotherSchema({
      'server/product/back-office/sql/search.sql': search.replace('select lower(', 'select upper('),
    })
    await expect(migrate(sql, url, other)).rejects.toThrow('private.search_form(text) is what')
    const requests = await textOf('server/product/support/sql/requests.sql')
    const looser = await anotherSchema({
      'server/product/support/sql/requests.sql': requests.replace('4194304', '8388608'),
    })
    await expect(migrate(sql, url, looser)).rejects.toThrow('file_is_what_it_says')
    const elsewhere = await anotherSchema({
      'server/product/back-office/sql/search.sql': search.replace("'^[0-9a-f]{8}", "'^[0-9a-fA-F]{8}"),
    })
    expect(await migrate(sql, url, elsewhere)).toHaveLength(1)
  })
})

describe('outside a transaction', () => {
  const INDEX =
    '-- outside a transaction\ncreate index concurrently users_language on public.users (language);'
  const isValid = (sql: Sql) =>
    answerOf(sql, `select indisvalid from pg_index where indexrelid = to_regclass('public.users_language')`)

  test('an index is built after everything else is there', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({
      [NEW]: INDEX,
      'db/migrations/9001_after.sql': 'create table private.after (id int);',
    })
    expect(await migrate(sql, url, folder)).toEqual([
      '9001_after.sql',
      '9000_new.sql',
      expect.stringMatching('version'),
    ])
    expect(await isValid(sql)).toBe(true)
    expect(await migrate(sql, url, folder)).toEqual([])
  })

  test('one that was half built when its server was killed is built again, and others wait meanwhile', async () => {
    const { sql, url } = await newDatabase()
    const folder = await anotherSchema({ [NEW]: INDEX })
    const writer = await sql.reserve()
    await writer`begin`
    await writer`update users set language = 'pt'`
    const builder = startMigrating(url, folder)
    const pid = await untilAt(sql, 'create index concurrently')
    const second = migrate(sql, url, folder)
    await sql`select pg_terminate_backend(${pid})`
    await ended(builder)
    await writer`commit`
    writer.release()
    expect(await second).toEqual(['9000_new.sql', expect.stringMatching('version')])
    expect(await isValid(sql)).toBe(true)
    expect(await namesApplied(sql)).toEqual(['9000_new.sql'])
  })

  test('many rows are filled bit by bit, each bit committed, and a kill costs the last bit alone', async () => {
    const { sql, url } = await newDatabase()
    await sql`create table private.many as select n as id, null::int as half from generate_series(1, 10) n`
    const fill = (until: string) => `-- outside a transaction
      do $$
      begin
        loop
          update private.many set half = id / 2
          where id in (select id from private.many where half is null order by id limit 3);
          exit when not found;
          commit;
          ${until}
        end loop;
      end
      $$;`
    const filled = () => answerOf(sql, 'select count(half)::int from private.many')
    const stops = await anotherSchema({ [NEW]: fill(`raise exception 'as if killed';`) })
    await expect(migrate(sql, url, stops)).rejects.toThrow('as if killed')
    expect(await filled()).toBe(3)
    expect(await migrate(sql, url, await anotherSchema({ [NEW]: fill('') }))).toContain('9000_new.sql')
    expect(await filled()).toBe(10)
  })

  test('one that was finished and not noted is not built twice', async () => {
    const { sql, url } = await newDatabase()
    await sql`create index users_language on public.users (language)`
    const before = await answerOf(sql, `select 'public.users_language'::regclass::oid`)
    expect(await migrate(sql, url, await anotherSchema({ [NEW]: INDEX }))).toContain('9000_new.sql')
    expect(await answerOf(sql, `select 'public.users_language'::regclass::oid`)).toBe(before)
  })
})

test('a server that is killed while it migrates leaves the database as it was', async () => {
  const { sql, url } = await newDatabase()
  const folder = await anotherSchema({
    [NEW]: 'create table private.half (id int); select pg_sleep(600);',
    [OUTGOING]: null,
  })
  const killed = startMigrating(url, folder)
  const pid = await untilAt(sql, 'pg_sleep')
  killed.kill('SIGKILL')
  await ended(killed)
  // Postgres would notice when the statement ends.
  await sql`select pg_terminate_backend(${pid})`
  await expect.poll(() => answerOf(sql, `select to_regclass('private.half')`)).toBeNull()
  expect(await answerOf(sql, 'select count(*)::int from private.outgoing')).toBe(0)
  await writeFile(join(folder, NEW), 'create table private.half (id int);')
  await cp(join(ROOT, OUTGOING), join(folder, OUTGOING))
  expect(await migrate(sql, url, folder)).toContain('9000_new.sql')
  expect(await namesApplied(sql)).toEqual(['9000_new.sql'])
})

/** A process of its own that brings the database up to date, as a server does when it starts. */
function startMigrating(url: string, folder: string): ChildProcess {
  const program = `
    const { migrate } = await import(${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))})
    const { connect } = await import(${JSON.stringify(join(import.meta.dirname, 'sql.ts'))})
    const sql = connect(${JSON.stringify(url)}, { max: 2 })
    await migrate(sql, ${JSON.stringify(url)}, ${JSON.stringify(folder)})
    await sql.end()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** The database's process for a statement that contains `words`, once it runs. */
async function untilAt(sql: Sql, words: string): Promise<number> {
  for (;;) {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state = 'active'
        and query like ${`%${words}%`} and query not like '%pg_stat_activity%'`
    if (row) return row.pid
    await sleep(50)
  }
}
