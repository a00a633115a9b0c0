/** Restores a backup into an empty database and proves that it is complete. */
import { createReadStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { migrate } from '../db/migrate.ts'
import { readSchema } from '../db/schema-files.ts'
import type { Sql, Tx } from '../db/sql.ts'
import type { Files } from '../files/files.ts'
import { ROOT } from '../root.ts'
import { hashFile, lookAt, tablePath } from './back-up.ts'
import { listMigrations, listTables, STORED_FILES, type Table } from './contents.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { BackupRefused } from './refused.ts'
import { noteRestoration } from './restoration.ts'

/**
 * `stored` is where files go, and empty; `sql` and `databaseUrl` name a database without anybody's rows, of the role that
 * `deploy/database.sql` makes: triggers and foreign keys are disabled for rows that have satisfied them already. All or
 * nothing, and what an interrupted restore left is taken for nothing. Throws BackupRefused with the reason when the backup is
 * of other migrations, is damaged, or when the database is in use.
 */
export async function restore(
  sql: Sql,
  databaseUrl: string,
  stored: Files,
  folder: string,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await refuseToOverwrite(sql, stored, manifest)
  await refuseDamaged(manifest, folder)
  await refuseWithoutRights(sql)
  const { migrations } = await readSchema(ROOT)
  refuseOtherVersion(manifest, migrations)
  await migrate(sql, databaseUrl)
  // A database of a newer version stays as it is.
  refuseOtherVersion(manifest, await listMigrations(sql))
  // Before the rows: as long as these are missing, the next restore knows that this one was interrupted.
  for (const { path } of manifest.files) {
    await stored.put(path, await openAsBlob(join(folder, STORED_FILES, path)))
  }
  await sql.begin((tx) => readTables(tx, manifest, folder))
  return manifest
}

function refuseOtherVersion({ migrations }: Manifest, here: Manifest['migrations']): void {
  const listed = (all: Manifest['migrations']) =>
    all.map(({ name, checksum }) => `${name} ${checksum}`).sort()
  if (listed(here).join() !== listed(migrations).join())
    throw new BackupRefused(
      'The backup is of another version of the product: restore it with that one, then upgrade.',
    )
}

/** Holds a row as soon as somebody signed up, money moved, or a worker deployed. */
const IN_USE = ['public.users', 'auth.users', 'ledger.transfers', 'chain.transactions', 'chain.contracts']

async function refuseToOverwrite(sql: Sql, stored: Files, manifest: Manifest): Promise<void> {
  const there = await sql<{ name: string }[]>`
    select name from unnest(${IN_USE}::text[]) as name where to_regclass(name) is not null`
  for (const { name } of there) {
    const used = await sql.unsafe(`select from ${name} limit 1`)
    if (used.length > 0)
      throw new BackupRefused(
        'This database is in use. A backup is restored into an empty one, before any server has started on it.',
      )
  }
  // Tables without anybody's rows are what an interrupted restore leaves, beside some of its files.
  const expected = new Set(there.length > 0 ? manifest.files.map(({ path }) => path) : [])
  for await (const { key } of stored.list())
    if (!expected.has(key)) throw new BackupRefused(`${stored.name} is not empty.`)
}

/** Reads all of the backup, so that nothing is begun with one that cannot be finished. */
async function refuseDamaged({ files, tables }: Manifest, folder: string): Promise<void> {
  const damaged: string[] = []
  for (const { path, sha256 } of files) {
    const found = await hashFile(join(folder, STORED_FILES, path)).catch(unreadable)
    if (found !== sha256) damaged.push(path)
  }
  for (const { name, sha256, rows } of tables) {
    const found = await hashTable(tablePath(folder, name)).catch(unreadable)
    if (found?.sha256 !== sha256 || found.rows !== rows) damaged.push(name)
  }
  if (damaged.length > 0)
    throw new BackupRefused(`Of the backup in ${folder}, ${nameSome(damaged)} is damaged or missing.`)
}

async function hashTable(path: string): Promise<{ rows: number; sha256: string }> {
  const seen = lookAt()
  await pipeline(createReadStream(path), createGunzip(), seen.stream, async (text) => {
    for await (const _ of text);
  })
  return seen.result()
}

/** What is cut off, overwritten or gone. Of the disk itself one wants to hear. */
function unreadable(fault: NodeJS.ErrnoException): null {
  if (fault.code === 'ENOENT' || fault.code?.startsWith('Z_')) return null
  throw fault
}

const MOST_NAMED = 5

function nameSome(names: string[]): string {
  const more = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** Tried rather than asked: hosted servers permit more than their privileges say. */
async function refuseWithoutRights(sql: Sql): Promise<void> {
  try {
    await sql.begin((tx) => tx`set local session_replication_role = replica`)
  } catch (fault) {
    if ((fault as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw fault
    throw new BackupRefused(
      'This database role may not set session_replication_role, which a restore needs: see deploy/database.sql.',
    )
  }
}

async function readTables(tx: Tx, manifest: Manifest, folder: string): Promise<void> {
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
  await noteRestoration(tx, new Date(manifest.at))
}

async function readTable(
  tx: Tx,
  { name, columns }: Table,
  kept: Manifest['tables'][number],
  folder: string,
): Promise<void> {
  const target = await tx.unsafe(`copy ${name} (${columns.join(', ')}) from stdin`).writable()
  await pipeline(createReadStream(tablePath(folder, name)), createGunzip(), target)
  const [row] = await tx.unsafe<[{ rows: number }]>(`select count(*) as rows from ${name}`)
  if (row.rows !== kept.rows) throw new BackupRefused(`${name} did not come back whole`)
}
