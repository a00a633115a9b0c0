/** Brings the database that a release left behind into an empty one. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { listTables } from '#server/platform/backup/contents.ts'
import { untilUnlocked } from '#server/platform/db/migrate.ts'
import { readSchema } from '#server/platform/db/schema-files.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { ROOT } from '#server/platform/root.ts'

export const RELEASES = join(ROOT, 'db/releases')

/** The migrations that version 0.1 consists of. */
const FIRST_MIGRATIONS = 36

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
      await untilUnlocked(() =>
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
