/** Brings the database that a release left behind into an empty one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { listTables } from '#server/platform/backup/contents.ts'
import { readSchema } from '#server/platform/db/schema-files.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { isOvertaken } from '#server/platform/db/transact.ts'
import { ROOT } from '#server/platform/root.ts'

export const RELEASES = join(ROOT, 'db/releases')

/** The migrations that version 0.1 consists of. */
const FIRST_MIGRATIONS = 36

const MOST_ATTEMPTS = 50

/** Roles belong to the whole server: where another database's migrations are changing the same one, `work` is begun again. */
export async function unlessOvertaken<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (fault) {
      if (!isOvertaken(fault) || attempt === MOST_ATTEMPTS) throw fault
      await sleep(100)
    }
  }
}

/** Its rows, as statements. */
export async function readRelease(file: string): Promise<string> {
  return gunzipSync(await readFile(join(RELEASES, file))).toString()
}

/** Applies the migrations that the database had recorded, then loads its rows; resolves with their names. */
export async function restoreRelease(sql: Sql, url: string, rows: string): Promise<string[]> {
  const names = [...rows.matchAll(/^\('(\d{4}_\w+\.sql)',/gm)].map((match) => match[1] as string)
  if (names.length < FIRST_MIGRATIONS) throw new Error('the release does not name its migrations')
  await migrateJobs({ connectionString: url })
  await sql`create schema private`
  await sql`
    create table private.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const { migrations } = await readSchema(ROOT)
  for (const { text, isAlone } of migrations.filter(({ name }) => names.includes(name))) {
    if (isAlone) await sql.unsafe(text).simple()
    else
      await unlessOvertaken(() =>
        sql.begin((tx) => tx.unsafe(`set local check_function_bodies = off; ${text}`).simple()),
      )
  }
  // Some rows are created by migrating; they are replaced by the dump's.
  const tables = [...(await listTables(sql)).map(({ name }) => name), 'private.migrations'].join(', ')
  const connection = await sql.reserve()
  await connection.unsafe(`set session_replication_role = replica; truncate ${tables}; ${rows}`).simple()
  connection.release()
  return names
}
