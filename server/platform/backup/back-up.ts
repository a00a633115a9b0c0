/**
 * Writes everything into a folder: every table as of one instant, and the stored files. The product keeps running.
 * The chain is not part of it: it is public, and `tune reconcile` compares it after a restore.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import type { Sql, Tx } from '../db/sql.ts'
import type { Files } from '../files/files.ts'
import { listMigrations, listSequences, listTables, STORED_FILES, type Table } from './contents.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { type Progress, type Watching, whileMoving } from './progress.ts'
import { BackupRefused } from './refused.ts'

/**
 * `folder` must not exist yet; `stored` are the files, wherever they lie. Resolves with what was written. Throws BackupRefused with the
 * reason, also when nothing moves for a minute; nothing is left in `folder` then.
 */
export async function backUp(
  sql: Sql,
  stored: Files,
  folder: string,
  watching: Watching = {},
): Promise<Manifest> {
  // It holds everybody's data: no other user of the machine may read it.
  await makeFolder(folder)
  try {
    return await whileMoving(watching, (progress) => writeBackup(sql, stored, folder, progress))
  } catch (fault) {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    if ((fault as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new BackupRefused(`The disk of ${folder} is full. Nothing was kept.`)
    throw fault
  }
}

async function writeBackup(sql: Sql, stored: Files, folder: string, progress: Progress): Promise<Manifest> {
  await mkdir(join(folder, 'tables'))
  const manifest = await sql.begin('isolation level repeatable read read only', async (tx) => {
    const [now] = await tx<[{ at: Date; pid: number }]>`select now() as at, pg_backend_pid() as pid`
    // A statement that waits is ended, so that its transaction is.
    progress.signal.onabort = () => void sql`select pg_cancel_backend(${now.pid})`.catch(() => {})
    const tables: Manifest['tables'] = []
    const wanted = await listTables(tx)
    for (const [index, table] of wanted.entries()) {
      progress.begin(`${table.name}, table ${index + 1} of ${wanted.length}`)
      tables.push(await writeTable(tx, table, folder, progress))
    }
    return {
      format: 1 as const,
      at: now.at.toISOString(),
      migrations: await listMigrations(tx),
      tables,
      sequences: await listSequences(tx),
      files: [] as Manifest['files'],
    }
  })
  progress.signal.onabort = null
  // After the rows: a file named by a row existed before it.
  manifest.files = await copyFiles(stored, join(folder, STORED_FILES), progress)
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
  { moved, signal }: Progress,
): Promise<Manifest['tables'][number]> {
  const seen = lookAt(moved)
  const source = await tx.unsafe(`copy ${name} (${columns.join(', ')}) to stdout`).readable()
  const target = createWriteStream(tablePath(folder, name))
  await pipeline(source, seen.stream, createGzip(), target, { signal })
  return { name, ...seen.result() }
}

/** A stream that passes a table's text on unchanged; `result` is what passed. */
export function lookAt(moved: (bytes: number) => void = () => {}): {
  stream: Transform
  result: () => { rows: number; sha256: string }
} {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (const byte of chunk) if (byte === NEW_LINE) rows++
      moved(chunk.length)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, sha256: hash.digest('hex') }) }
}

/** In the text format a line is a row: line breaks within a value are written as `\n`. */
const NEW_LINE = 0x0a

export function tablePath(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`)
}

async function copyFiles(
  from: Files,
  to: string,
  { begin, moved, signal }: Progress,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for await (const { key } of from.list()) {
    begin(`file ${files.length + 1}, ${key}`)
    const path = join(to, key)
    const opened = await from.open(key, { whole: true })
    // Removed since it was listed.
    if (!opened) continue
    signal.throwIfAborted()
    await mkdir(dirname(path), { recursive: true })
    const bytes = Readable.fromWeb((await opened.stream(null)) as NodeStream)
    await pipeline(bytes, lookAt(moved).stream, createWriteStream(path), { signal })
    files.push({ path: key, sha256: await hashFile(path) })
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1))
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
