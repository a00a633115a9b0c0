/** Applies `db/migrations/*.sql` in the order of their numbers: forward only, each once, each in a transaction. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations as migrateJobs } from 'graphile-worker'
import type { Sql } from './sql.ts'

const FOLDER = join(import.meta.dirname, '../../../db/migrations')
/** An arbitrary constant: two servers that start together must not migrate together. */
const MIGRATION_LOCK = 7_483_001

/**
 * Brings the database at `sql` up to date and resolves with the names it applied.
 * Throws when a migration that was already applied has since been edited.
 */
export async function migrate(sql: Sql, databaseUrl: string): Promise<string[]> {
  const connection = await sql.reserve()
  try {
    await connection`select pg_advisory_lock(${MIGRATION_LOCK})`
    // The queue's own tables come first: our functions add jobs to it.
    await migrateJobs({ connectionString: databaseUrl })
    await connection`create schema if not exists private`
    await connection`
      create table if not exists private.migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`
    const applied = new Map<string, string>()
    for (const row of await connection<{ name: string; checksum: string }[]>`
      select name, checksum from private.migrations`) {
      applied.set(row.name, row.checksum)
    }
    const fresh: string[] = []
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(join(FOLDER, name), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const before = applied.get(name)
      if (before === checksum) continue
      if (before) {
        throw new Error(
          `Migration ${name} was edited after it had been applied. A change comes in a new one; a database that is only tried out is made anew by deleting its data folder.`,
        )
      }
      // Done and noted in one transaction: a kill leaves neither, and the next start begins where this one was.
      const note = `insert into private.migrations (name, checksum) values ('${name}', '${checksum}')`
      await connection
        .unsafe(`begin; set local check_function_bodies = off; ${text}; ${note}; commit;`)
        .simple()
      fresh.push(name)
    }
    return fresh
  } catch (fault) {
    await connection.unsafe('rollback').simple()
    throw fault
  } finally {
    await connection`select pg_advisory_unlock(${MIGRATION_LOCK})`
    connection.release()
  }
}
