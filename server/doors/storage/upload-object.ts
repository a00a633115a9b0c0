/** POST and PUT /object/{bucket}/{name}: a new object, or with x-upsert (and PUT) new bytes for an existing one. */
import type { Context, Handler } from 'hono'
import { checkType, largestIn } from './admission.ts'
import { readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import { findBucket } from './find-object.ts'
import { addressOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readUpload, type Upload } from './read-upload.ts'
import { isPicture, type Stored } from './renditions.ts'
import { essenceOf } from './send-object.ts'
import { tryWriting, type Writing, writeObject } from './write-object.ts'

export function uploadObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const writing = writingOf(options, c)
    const bucket = await findBucket(options.ownerSql, writing.bucketId)
    if (!bucket) throw new StorageError('NoSuchBucket')
    const place = await tryWriting(options, writing)
    const upload = await readUpload(c, largestIn(bucket, options))
    checkType(bucket, writing.name, upload.type, upload.bytes.length)
    const stored = await writeObject(options, writing, place, {
      ...upload,
      bytes: await cleaned(options, upload),
    })
    if (bucket.public) await announcePicture(options, upload.type, stored)
    return c.json({ Id: stored.id, Key: `${writing.bucketId}/${writing.name}` })
  }
}

function writingOf(options: StorageDoorOptions, c: Context): Writing {
  const upsert = c.req.method === 'PUT' || c.req.header('x-upsert') === 'true'
  return { ...addressOf(c), caller: readCaller(c, options.jwtSecret), upsert }
}

/** Tells of a picture in a public bucket. The upload has succeeded: renditions not made now are made when asked for. */
async function announcePicture(options: StorageDoorOptions, type: string, stored: Stored): Promise<void> {
  if (!isPicture(essenceOf(type))) return
  await options.pictureStored(stored).catch((fault: unknown) => {
    options.log.error({ err: fault, object: stored.id }, 'a picture is not drawn ahead')
  })
}

function cleaned(options: StorageDoorOptions, { bytes, type }: Upload): Promise<Buffer> {
  return options.clean(bytes, essenceOf(type)).catch(() => {
    throw new StorageError('InvalidMimeType', `the file is not a valid ${type}`)
  })
}
