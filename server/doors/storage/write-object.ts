/**
 * Writes an object: its bytes, and then the row that names them. What goes wrong in between leaves bytes without a row,
 * never a row without bytes.
 */
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { Tx } from '../../platform/db/sql.ts'
import { checkRoom } from './admission.ts'
import { asCaller, type StorageCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import type { ObjectMetadata } from './find-object.ts'
import { type Address, keyOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import type { Upload } from './read-upload.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import type { Stored } from './renditions.ts'

/** Who writes what where. */
export type Writing = Address & {
  /** Whose role decides, and to whom the object will belong. */
  caller: StorageCaller
  /** Whether an object of that name is replaced. */
  upsert: boolean
}
type Written = { id: string; version: string; previous: string | null }
type Row = {
  metadata: ObjectMetadata
  /** In bytes. */
  size: number
  /** Undefined: what an object has stays. */
  userMetadata: Record<string, unknown> | null | undefined
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** How often somebody else may put another object in the place of one that is being replaced. */
const MOST_CHANGES = 5

/** The id that an object has, or the one that a new object will have. */
type Place = { id: string; exists: boolean }

/** Undoes a write that was only tried, or one whose bytes do not lie where its row would look for them. */
class Undone extends Error {
  readonly place: Place
  constructor(place: Place) {
    super('this write is undone')
    this.place = place
  }
}

/** Tries to write the row and undoes it: nobody sends, or has us decode, what they may not store. */
export async function tryWriting(options: StorageDoorOptions, writing: Writing): Promise<Place> {
  try {
    return await inTransaction(options, writing, 0, async (tx) => {
      const row = { metadata: {}, size: 0, userMetadata: undefined }
      const { id, previous } = await writeRow(tx, writing, null, randomUUID(), row)
      throw new Undone({ id, exists: previous !== null })
    })
  } catch (fault) {
    if (fault instanceof Undone) return fault.place
    throw fault
  }
}

/**
 * `place` is what `tryWriting` resolved with. The bytes are safe before the row points at them, and removed again when
 * the row is refused; meanwhile no transaction is open.
 */
export async function writeObject(
  options: StorageDoorOptions,
  writing: Writing,
  place: Place,
  upload: Upload,
): Promise<Written> {
  const version = randomUUID()
  const row = {
    metadata: describeBytes(version, upload),
    size: upload.bytes.length,
    userMetadata: upload.userMetadata,
  }
  for (let changes = 0; ; changes++) {
    const stored = { id: place.id, version }
    try {
      await options.files.put(keyOf(stored), upload.bytes)
      const written = await inTransaction(options, writing, row.size, (tx) =>
        writeRow(tx, writing, place, version, row),
      )
      if (written.previous) await removeUnreferenced(options, [{ id: written.id, version: written.previous }])
      return written
    } catch (fault) {
      await discard(options, stored, fault)
      if (!(fault instanceof Undone) || changes === MOST_CHANGES) throw fault
      place = fault.place
    }
  }
}

/**
 * Removes bytes whose row was refused. When the connection was lost nobody knows whether the row stands, and bytes
 * without a row are better than a row without bytes.
 */
export async function discard(
  options: Pick<StorageDoorOptions, 'files' | 'log'>,
  stored: Stored,
  fault: unknown,
): Promise<void> {
  const isRefused = fault instanceof StorageError || fault instanceof Undone
  if (isRefused || (fault instanceof postgres.PostgresError && !/^(08|57P)/.test(fault.code)))
    await removeUnreferenced(options, [stored])
}

function describeBytes(version: string, { bytes, type, cacheControl }: Upload): ObjectMetadata {
  return {
    eTag: `"${version}"`,
    size: bytes.length,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  }
}

/** `size` in bytes. */
function inTransaction<Value>(
  options: StorageDoorOptions,
  { caller, ...address }: Writing,
  size: number,
  work: (tx: Tx) => Promise<Value>,
): Promise<Value> {
  return asCaller(options, caller, work, async (tx) => {
    if (caller.role !== 'service_role') await checkRoom(tx, options, caller.sub, address, size)
  }).catch((fault: { code?: string }) => {
    // The bucket was deleted a moment ago.
    throw fault.code === '23503' ? new StorageError('NoSuchBucket') : fault
  })
}

/** Throws Undone where the object is not in its `place` any more; null: wherever it is. */
async function writeRow(
  tx: Tx,
  { bucketId, name, caller, upsert }: Writing,
  place: Place | null,
  version: string,
  { metadata, userMetadata }: Row,
): Promise<Written> {
  const json = (value: unknown) => (value === null || value === undefined ? null : tx.json(value as never))
  const [known] = upsert
    ? await tx<{ id: string; version: string }[]>`
        select id, version from storage.objects
        where bucket_id = ${bucketId} and name = ${name}
        for update`
    : []
  if (known && place && known.id !== place.id) throw new Undone({ id: known.id, exists: true })
  if (!known && place?.exists) throw new Undone({ id: randomUUID(), exists: false })
  if (known) {
    await tx`
      update storage.objects
      set version = ${version}, metadata = ${json(metadata)}, updated_at = now()
        ${userMetadata === undefined ? tx`` : tx`, user_metadata = ${json(userMetadata)}`}
      where id = ${known.id}`
    return { id: known.id, version, previous: known.version }
  }
  const id = place?.id ?? randomUUID()
  await tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucketId}, ${name}, ${caller.sub && UUID.test(caller.sub) ? caller.sub : null}, ${caller.sub}, ${version},
      ${json(metadata)}, ${json(userMetadata)})`
  return { id, version, previous: null }
}
