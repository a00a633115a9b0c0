/** POST /object/move: another name for an object, or another bucket. Its bytes stay where they are. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { checkType, largestIn } from './admission.ts'
import { readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import { type Bucket, type FoundObject, findObject, required } from './find-object.ts'
import { checkKey } from './keys.ts'
import { isCleaned, type StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'
import { requireBucket, tellOfPicture } from './upload-object.ts'
import { inTransaction } from './write-object.ts'

const body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
})

export function moveObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const { bucketId, sourceKey, destinationBucket = bucketId, destinationKey } = await readJson(c, body)
    const name = checkKey(destinationKey)
    await requireBucket(options, bucketId)
    const bucket = await requireBucket(options, destinationBucket)
    const source = { bucketId, name: sourceKey }
    const writing = {
      bucketId: bucket.id,
      name,
      caller,
      owner: caller.sub,
      upsert: false,
      limited: caller.role !== 'service_role',
    }
    // Its size is unknown before it is found, and counts again below the same prefix: the number of files decides.
    const moved = await inTransaction(options, writing, 0, async (tx) => {
      const found = required(await findObject(tx, source, 'update'))
      checkEntry(options, bucket, found)
      await tx`
        update storage.objects set bucket_id = ${bucket.id}, name = ${name}, updated_at = now()
        where id = ${found.id}`
      return found
    })
    if (bucket.public) await tellOfPicture(options, moved.metadata.mimetype ?? '', moved)
    return c.json({ message: 'Successfully moved', Id: moved.id, Key: `${bucket.id}/${name}` })
  }
}

/** Throws when an object of another bucket could not have been uploaded to this one. */
export function checkEntry(options: StorageDoorOptions, bucket: Bucket, found: FoundObject): void {
  if (found.bucketId === bucket.id) return
  const { size = 0, mimetype = '' } = found.metadata
  if (size > largestIn(bucket, options)) throw new StorageError('EntityTooLarge')
  checkType(bucket, found.name, mimetype, size)
  if (isCleaned(options, bucket.id) && !isCleaned(options, found.bucketId))
    throw new StorageError('AccessDenied', `${bucket.id} takes uploads only`)
}
