/** Restores a backup into an empty database and proves that it is complete. */
import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { migrate } from '../db/migrate.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { Files } from '../files/files.ts'
import { hashFile, tablePath } from './back-up.ts'
import { listMigrations, listTables, STORED_FILES, type Table } from './contents.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { BackupRefused } from './refused.ts'

/**
 * `stored` is where files go, and empty; `sql` and `databaseUrl` name a database without tables of ours, of a role that may set `session_replication_role`:
 * triggers and foreign keys are disabled for rows that have satisfied them already. All or nothing; throws with the
 * reason when the backup is of other migrations, is damaged, or when the database is not empty.
 */
export async function restore(
  sql: Sql,
  databaseUrl: string,
  stored: Files,
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await refuseToOverwrite(sql, stored)
  for (const { path, sha256 } of manifest.files) {
    if ((await hashFile(join(folder, STORED_FILES, path))) !== sha256)
      throw new BackupRefused(`${path} is damaged`)
  }
  await migrate(sql, databaseUrl)
  const here = await listMigrations(sql)
  if (JSON.stringify(here) !== JSON.stringify(manifest.migrations)) {
    throw new BackupRefused(
      'The backup is of another version of the product: restore it with that one, then upgrade.',
    )
  }
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const tables = new Map((await listTables(tx)).map((table) => [table.name, table]))
    // Some rows are created by migrating; they are replaced by the backup's.
    await tx.unsafe(`truncate ${[...tables.keys()].join(', ')}`)
    for (const kept of manifest.tables) {
      const table = tables.get(kept.name)
      if (!table) throw new BackupRefused(`${kept.name} is not a table of this version`)
      await readTable(tx, table, kept, folder)
    }
    for (const { name, last } of manifest.sequences) {
      if (last !== null) await tx`select setval(${name}::regclass, ${last})`
    }
  })
  for (const { path } of manifest.files) {
    await stored.put(path, await openAsBlob(join(folder, STORED_FILES, path)))
  }
  return manifest
}

async function refuseToOverwrite(sql: Sql, stored: Files): Promise<void> {
  const [row] = await sql<[{ used: boolean }]>`select to_regclass('public.users') is not null as used`
  if (row.used) throw new BackupRefused('This database is in use. A backup is restored into an empty one.')
  for await (const _ of stored.list()) throw new BackupRefused(`${stored.name} is not empty.`)
}

async function readTable(
  tx: Tx,
  { name, columns }: Table,
  kept: Manifest['tables'][number],
  folder: string,
): Promise<void> {
  const hash = createHash('sha256')
  const look = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const target = await tx.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable()
  await pipeline(createReadStream(tablePath(folder, name)), createGunzip(), look, target)
  const [row] = await tx.unsafe<[{ rows: number }]>(`select count(*) as rows from ${name}`)
  if (hash.digest('hex') !== kept.sha256 || row.rows !== kept.rows)
    throw new BackupRefused(`${name} is damaged`)
}
