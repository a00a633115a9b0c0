/** What a bucket takes: types, sizes, and how much each person may store there. */
import type { Tx } from '../../platform/db/sql.ts'
import { StorageError } from './errors.ts'
import type { Bucket } from './find-object.ts'
import type { Address } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { essenceOf } from './send-object.ts'

/** In bytes. */
export function largestIn(bucket: Bucket, { maxBytes }: StorageDoorOptions): number {
  return Math.min(bucket.fileSizeLimit ?? maxBytes, maxBytes)
}

/** Throws InvalidMimeType. The placeholder of an empty folder has no bytes, so its type says nothing. */
export function checkType(bucket: Bucket, name: string, type: string, size: number): void {
  const { allowedMimeTypes } = bucket
  if (!allowedMimeTypes || allowedMimeTypes.length === 0) return
  if (name.endsWith('.emptyFolderPlaceholder') && size === 0) return
  const essence = essenceOf(type)
  const isAllowed = allowedMimeTypes.some((allowed) =>
    allowed.endsWith('/*')
      ? essence.startsWith(allowed.slice(0, -1).toLowerCase())
      : essence === essenceOf(allowed),
  )
  if (!isAllowed) throw new StorageError('InvalidMimeType', `mime type ${essence} is not supported`)
}

/**
 * Throws EntityTooLarge when `size` more bytes in one more file are beyond what `person` (null: all strangers together)
 * may store there. Holds a lock until the end of the transaction, so that two uploads do not share the last place.
 */
export async function checkRoom(
  tx: Tx,
  { quotas }: StorageDoorOptions,
  person: string | null,
  { bucketId, name }: Address,
  size: number,
): Promise<void> {
  for (const { bucket, prefix, files, bytes } of quotas) {
    if (bucket !== bucketId || !name.startsWith(prefix)) continue
    await tx`select pg_advisory_xact_lock(hashtextextended(${`files of ${person ?? 'strangers'}`}, 0))`
    const [used] = await tx<{ files: number; bytes: number }[]>`
      select files, bytes from storage.usage_of(${person}, ${bucketId}, ${prefix}, ${name})`
    if (!used) return
    if (used.files + 1 > files)
      throw new StorageError('EntityTooLarge', `The number of files exceeded the limit of ${files} a person`)
    if (used.bytes + size > bytes)
      throw new StorageError('EntityTooLarge', `The files exceeded the limit of ${bytes} bytes a person`)
  }
}
