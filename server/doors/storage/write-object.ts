/** Writes an object: its bytes, and the row that names them. One never stands without the other. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Tx } from '../../platform/db/sql.ts'
import { checkRoom } from './admission.ts'
import { asCaller, type Caller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import type { ObjectMetadata } from './find-object.ts'
import { type Address, pathOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import type { Upload } from './read-upload.ts'
import { removeBytes } from './renditions.ts'

/** Who writes what where. */
export type Writing = Address & {
  /** Whose role decides. */
  caller: Caller
  /** To whom the object will belong; null: to nobody. */
  owner: string | null
  /** Whether an object of that name is replaced. */
  upsert: boolean
  /** Whether the owner's quota counts. */
  limited: boolean
}
export type Written = { id: string; version: string; previous: string | null }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const UNDONE = new Error('this write was only tried')

/** Tries to write the row and undoes it: nobody sends, or has us decode, what they may not store. */
export async function tryWriting(options: StorageDoorOptions, writing: Writing): Promise<void> {
  try {
    await inTransaction(options, writing, 0, async (tx) => {
      await writeRow(tx, writing, randomUUID(), {}, undefined)
      throw UNDONE
    })
  } catch (fault) {
    if (fault !== UNDONE) throw fault
  }
}

/** The bytes are on disk before the row points at them, and removed again when the row is refused. */
export async function writeObject(
  options: StorageDoorOptions,
  writing: Writing,
  upload: Upload,
): Promise<Written> {
  const version = randomUUID()
  const metadata = describeBytes(version, upload)
  let written: string | null = null
  try {
    const stored = await inTransaction(options, writing, upload.bytes.length, async (tx) => {
      const row = await writeRow(tx, writing, version, metadata, upload.userMetadata)
      written = pathOf(options.folder, row)
      await mkdir(dirname(written), { recursive: true })
      await writeFile(written, upload.bytes, { flush: true })
      return row
    })
    if (stored.previous) await removeBytes(options.folder, { id: stored.id, version: stored.previous })
    return stored
  } catch (fault) {
    if (written) await discard(written, fault)
    throw fault
  }
}

/**
 * Removes bytes whose row was refused. When the connection was lost nobody knows whether the row stands, and bytes
 * without a row are better than a row without bytes.
 */
export async function discard(path: string, fault: unknown): Promise<void> {
  const { code = '' } = fault as { code?: string }
  if (fault instanceof StorageError || /^(?!08|57P)[0-9A-Z]{5}$/.test(code)) await rm(path, { force: true })
}

function describeBytes(version: string, { bytes, type, cacheControl, robots }: Upload): ObjectMetadata {
  return {
    eTag: `"${version}"`,
    size: bytes.length,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
    ...(robots === undefined ? {} : { xRobotsTag: robots }),
  }
}

/** `size` in bytes. */
export function inTransaction<Value>(
  options: StorageDoorOptions,
  { caller, owner, limited, ...address }: Writing,
  size: number,
  work: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  return asCaller(options.sql, caller, work, async (tx) => {
    if (limited) await checkRoom(tx, options, owner, address, size)
  }).catch((fault: { code?: string }) => {
    // The bucket was deleted a moment ago.
    throw fault.code === '23503' ? new StorageError('NoSuchBucket') : fault
  })
}

export async function writeRow(
  tx: Tx,
  { bucketId, name, owner, upsert }: Writing,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: Record<string, unknown> | null | undefined,
): Promise<Written> {
  const json = (value: unknown) => (value === null || value === undefined ? null : tx.json(value as never))
  const [known] = upsert
    ? await tx<{ id: string; version: string }[]>`
        select id, version from storage.objects
        where bucket_id = ${bucketId} and name = ${name}
        for update`
    : []
  if (known) {
    await tx`
      update storage.objects
      set version = ${version}, metadata = ${json(metadata)}, updated_at = now()
        ${userMetadata === undefined ? tx`` : tx`, user_metadata = ${json(userMetadata)}`}
      where id = ${known.id}`
    return { id: known.id, version, previous: known.version }
  }
  const id = randomUUID()
  await tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucketId}, ${name}, ${owner && UUID.test(owner) ? owner : null}, ${owner}, ${version},
      ${json(metadata)}, ${json(userMetadata)})`
  return { id, version, previous: null }
}
