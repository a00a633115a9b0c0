/**
 * Brings a database up to date with the schema's files. Numbered migrations, functions and views are committed together, so that
 * no one ever sees a table without its functions; then come the migrations that cannot run in a transaction, one by
 * one. Decision 017 has the rules for writing them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import { ROOT } from '../root.ts'
import { applyRoutines, DROP_VIEWS, runFile } from './apply-routines.ts'
import { type Migration, readSchema, type Schema } from './schema-files.ts'
import type { Sql } from './sql.ts'
import { isOvertaken, isTryAgain } from './transact.ts'

/** An arbitrary constant: two servers that start together must not migrate together. */
const MIGRATION_LOCK = 7_483_001
const LOOK_EVERY_MS = 200
/** A session waiting for a table lock holds up everybody behind it: better to give up, and retry. */
const LOCK_TIMEOUT = '3s'
const LOCK_TRIES = 100
const LOCK_PAUSE_MS = 1000

type State = { version: number; checksum: string | null }

/**
 * Brings the database at `sql` up to date with the schema below `root` and resolves with what it applied. One query
 * where nothing is to be done; a database of a newer version is left as it is. Throws when an applied migration has
 * since been edited.
 */
export async function migrate(sql: Sql, databaseUrl: string, root = ROOT): Promise<string[]> {
  const schema = await readSchema(root)
  if (isUpToDate(await readState(sql), schema)) return []
  const connection = await sql.reserve()
  try {
    await takeTurn(connection)
    // Another server may have done it all meanwhile.
    if (isUpToDate(await readState(connection), schema)) return []
    // The queue's own tables come first: our functions add jobs to it.
    const { runMigrations: migrateJobs } = await import('graphile-worker')
    await migrateJobs({ connectionString: databaseUrl })
    const pending = await findPending(connection, schema)
    const together = pending.filter(({ isAlone }) => !isAlone)
    await untilUnlocked(() => applyTogether(connection, schema, together))
    const alone = pending.filter(({ isAlone }) => isAlone)
    for (const migration of alone) await applyAlone(connection, migration)
    await connection`update private.schema_state set checksum = ${schema.checksum}`
    return [...together, ...alone].map(({ name }) => name).concat(`version ${schema.version}`)
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
    connection.release()
  }
}

/**
 * A server of the previous version knows less than the database: it applies nothing, and above all no older function.
 */
function isUpToDate(state: State | null, schema: Schema): boolean {
  return state !== null && (state.checksum === schema.checksum || state.version > schema.version)
}

/** Whether the database has everything that this version needs, as it does from its start on unless it is replaced beneath it. */
export async function isMigrated(sql: Sql, schema: Schema): Promise<boolean> {
  return isUpToDate(await readState(sql), schema)
}

const NO_SUCH_TABLE = '42P01'

async function readState(sql: Sql | ReservedSql): Promise<State | null> {
  try {
    const [row] = await sql<State[]>`select version, checksum from private.schema_state`
    return row ?? null
  } catch (fault) {
    if ((fault as { code?: string }).code === NO_SUCH_TABLE) return null
    throw fault
  }
}

/** Polls: a waiting statement would hold a snapshot, for which `create index concurrently` waits. */
async function takeTurn(connection: ReservedSql): Promise<void> {
  for (;;) {
    const [turn] = await connection<[{ isMine: boolean }]>`
      select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isMine"`
    if (turn.isMine) return
    await sleep(LOOK_EVERY_MS)
  }
}

async function findPending(connection: ReservedSql, { migrations }: Schema): Promise<Migration[]> {
  await connection`create schema if not exists private`
  await connection`
    create table if not exists private.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
  // Without a checksum while work remains, which the next start then finds.
  await connection`
    create table if not exists private.schema_state (
      singleton boolean primary key default true check (singleton),
      version integer not null,
      checksum text
    )`
  const rows = await connection<{ name: string; checksum: string }[]>`
    select name, checksum from private.migrations`
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  return migrations.filter(({ name, checksum }) => {
    const before = applied.get(name)
    if (before !== undefined && before !== checksum) {
      throw new Error(
        `Migration ${name} was edited after it had been applied. A change comes in a new one; a database that is only tried out is made anew by deleting its data folder.`,
      )
    }
    return before === undefined
  })
}

/** All or nothing: a kill leaves the database as it was, and the next start begins where this one did. */
async function applyTogether(
  connection: ReservedSql,
  schema: Schema,
  migrations: readonly Migration[],
): Promise<void> {
  await connection`begin`
  try {
    await connection
      .unsafe(`
      set local lock_timeout = '${LOCK_TIMEOUT}';
      set local check_function_bodies = off`)
      .simple()
    for (const migration of migrations) {
      // No migration has to know which views read the columns that it changes.
      await runFile(connection, migration.name, `${DROP_VIEWS}; ${migration.text}`)
      await note(connection, migration)
    }
    await applyRoutines(connection, schema)
    await connection`
      insert into private.schema_state (version) values (${schema.version})
      on conflict (singleton) do update set version = excluded.version, checksum = null`
    await connection`commit`
  } catch (fault) {
    await connection`rollback`
    throw fault
  }
}

async function note(connection: ReservedSql, { name, checksum }: Migration): Promise<void> {
  await connection`insert into private.migrations (name, checksum) values (${name}, ${checksum})`
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Begins `work`, a transaction of its own, again while others hold what it needs. */
export async function untilUnlocked<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (fault) {
      const isLocked = (fault as { code?: string }).code === LOCK_NOT_AVAILABLE || isTryAgain(fault)
      // Roles belong to the whole server: another database's migrations may be changing the same one.
      if (!(isLocked || isOvertaken(fault)) || attempt === LOCK_TRIES) throw fault
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

const INDEX = /\bcreate (?:unique )?index concurrently (\w+)\s+on (\w+)\.\w+/

/** Run again when the server was killed before it was recorded. An index that a kill left half built is rebuilt. */
async function applyAlone(connection: ReservedSql, migration: Migration): Promise<void> {
  const [, index, schema] = INDEX.exec(migration.text) ?? []
  const [found] = index
    ? await connection<{ isValid: boolean }[]>`
        select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${`${schema}.${index}`})`
    : []
  if (found && !found.isValid) await connection.unsafe(`drop index concurrently ${schema}.${index}`).simple()
  if (!found?.isValid) await runFile(connection, migration.name, migration.text)
  await note(connection, migration)
}
