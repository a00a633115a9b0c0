/** The objects of the buckets. */
import { createHash, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

export const S3_SCHEMA = `
  create table if not exists objects (
    bucket text not null, key text not null, bytes blob not null, size integer not null, etag text not null,
    type text not null, modified integer not null, primary key (bucket, key)
  );
  create table if not exists uploads (id text primary key, bucket text not null, key text not null, type text);
  create table if not exists parts (
    upload text not null references uploads on delete cascade, number integer not null, bytes blob not null,
    etag text not null, primary key (upload, number)
  )`

/** `modified` in milliseconds since 1970; `etag` with its quotes. */
export type Listed = { key: string; size: number; etag: string; modified: number }
export type StoredObject = Listed & { bytes: Buffer; type: string }
export type Part = { etag: string; bytes: Buffer }

const DEFAULT_TYPE = 'binary/octet-stream'
const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

export class Objects {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
  }

  put(bucket: string, key: string, bytes: Buffer, type: string | null, etag = tagOf(bytes)): Listed {
    const modified = Date.now()
    this.db
      .prepare(
        'insert or replace into objects (bucket, key, bytes, size, etag, type, modified) values (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(bucket, key, bytes, bytes.length, etag, type ?? DEFAULT_TYPE, modified)
    return { key, size: bytes.length, etag, modified }
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = this.db.prepare('select * from objects where bucket = ? and key = ?').get(bucket, key)
    return row && ({ ...row, bytes: Buffer.from(row.bytes as Uint8Array) } as StoredObject)
  }

  remove(bucket: string, key: string): void {
    this.db.prepare('delete from objects where bucket = ? and key = ?').run(bucket, key)
  }

  /** Keys that begin with `prefix` and come after `after`, in the order of their bytes. */
  list(bucket: string, prefix: string, after: string): Listed[] {
    return this.db
      .prepare(
        `select key, size, etag, modified from objects
         where bucket = ? and substr(key, 1, length(?)) = ? and key > ? order by key`,
      )
      .all(bucket, prefix, prefix, after) as Listed[]
  }

  /** Resolves with the new upload's id. */
  beginUpload(bucket: string, key: string, type: string | null): string {
    const id = randomUUID()
    this.db
      .prepare('insert into uploads (id, bucket, key, type) values (?, ?, ?, ?)')
      .run(id, bucket, key, type)
    return id
  }

  findUpload(id: string, bucket: string, key: string): { type: string | null } | undefined {
    return this.db
      .prepare('select type from uploads where id = ? and bucket = ? and key = ?')
      .get(id, bucket, key) as { type: string | null } | undefined
  }

  /** A part that was put before is replaced. Returns its tag. */
  putPart(upload: string, number: number, bytes: Buffer): string {
    const etag = tagOf(bytes)
    this.db
      .prepare('insert or replace into parts (upload, number, bytes, etag) values (?, ?, ?, ?)')
      .run(upload, number, bytes, etag)
    return etag
  }

  findPart(upload: string, number: number): Part | undefined {
    const row = this.db
      .prepare('select etag, bytes from parts where upload = ? and number = ?')
      .get(upload, number)
    return row && { etag: String(row.etag), bytes: Buffer.from(row.bytes as Uint8Array) }
  }

  /** Forgets an upload and its parts. */
  endUpload(id: string): void {
    this.db.prepare('delete from parts where upload = ?').run(id)
    this.db.prepare('delete from uploads where id = ?').run(id)
  }

  clear(): void {
    this.db.exec('delete from objects; delete from parts; delete from uploads')
  }
}
