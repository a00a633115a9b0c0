/**
 * Writes everything into a folder: every table as of one instant, and the stored files. The product keeps running.
 * The chain is not part of it: it is public, and `tune reconcile` compares it after a restore.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { Sql, Tx } from '../db/sql.ts'
import type { Files } from '../files/files.ts'
import { listMigrations, listSequences, listTables, STORED_FILES, type Table } from './contents.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { BackupRefused } from './refused.ts'

/** `folder` must not exist yet; `stored` are the files, wherever they lie. Resolves with what was written. */
export async function backUp(sql: Sql, stored: Files, folder: string): Promise<Manifest> {
  // It holds everybody's data: no other user of the machine may read it.
  await makeFolder(folder)
  await mkdir(join(folder, 'tables'))
  const manifest = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [now] = await tx<[{ at: Date }]>`select now() as at`
    const tables: Manifest['tables'] = []
    for (const table of await listTables(tx)) tables.push(await writeTable(tx, table, folder))
    return {
      format: 1 as const,
      at: now.at.toISOString(),
      migrations: await listMigrations(tx),
      tables,
      sequences: await listSequences(tx),
      files: [] as Manifest['files'],
    }
  })
  // After the rows: a file named by a row existed before it.
  manifest.files = await copyFiles(stored, join(folder, STORED_FILES))
  await writeManifest(folder, manifest)
  return manifest
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EEXIST') {
      throw new BackupRefused(`${folder} exists already. A backup is written into a folder of its own.`)
    }
    if (fault.code === 'ENOENT' || fault.code === 'ENOTDIR') {
      throw new BackupRefused(`${dirname(folder)} is no folder: a backup needs one to be written into.`)
    }
    if (fault.code === 'EACCES' || fault.code === 'EROFS') {
      throw new BackupRefused(`${dirname(folder)} cannot be written to.`)
    }
    throw fault
  })
}

async function writeTable(
  tx: Tx,
  { name, columns }: Table,
  folder: string,
): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256')
  let rows = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk) if (byte === NEW_LINE) rows++
      done(null, chunk)
    },
  })
  const source = await tx.unsafe(`copy ${name} (${columns.join(', ')}) to stdout`).readable()
  await pipeline(source, count, createGzip(), createWriteStream(tablePath(folder, name)))
  return { name, rows, sha256: hash.digest('hex') }
}

/** In the text format a line is a row: line breaks within a value are written as `\n`. */
const NEW_LINE = 0x0a

export function tablePath(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`)
}

async function copyFiles(from: Files, to: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for await (const { key } of from.list()) {
    const path = join(to, key)
    const opened = await from.open(key, { whole: true })
    // Removed since it was listed.
    if (!opened) continue
    await mkdir(dirname(path), { recursive: true })
    const bytes = Readable.fromWeb((await opened.stream(null)) as NodeStream)
    await pipeline(bytes, createWriteStream(path))
    files.push({ path: key, sha256: await hashFile(path) })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
