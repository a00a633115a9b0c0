/** POST /object/copy: the same bytes again, under another name or in another bucket, belonging to whoever copies. */
import { randomUUID } from 'node:crypto'
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { checkType } from './admission.ts'
import { asCaller, readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import { type FoundObject, findObject, type ObjectMetadata, required } from './find-object.ts'
import { checkKey, keyOf } from './keys.ts'
import { checkEntry } from './move-object.ts'
import { isCleaned, type StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'
import { cacheControlFor, metadataHeader, printable, type UserMetadata } from './read-upload.ts'
import { requireBucket, tellOfPicture } from './upload-object.ts'
import { tryWriting, type Writing, type Written, writeBytesAndRow } from './write-object.ts'

const body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationBucket: v.optional(v.string()),
  destinationKey: v.string(),
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(
    v.object({ cacheControl: v.optional(v.string()), mimetype: v.optional(v.string()) }),
    {},
  ),
})

export function copyObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const wanted = await readJson(c, body)
    const { bucketId, destinationBucket = bucketId } = wanted
    const name = checkKey(wanted.destinationKey)
    await requireBucket(options, bucketId)
    const bucket = await requireBucket(options, destinationBucket)
    const source = required(
      await asCaller(options.sql, caller, (tx) => findObject(tx, { bucketId, name: wanted.sourceKey })),
    )
    checkEntry(options, bucket, source)
    const version = randomUUID()
    const metadata = describeCopy(source, version, wanted.metadata)
    if (metadata.mimetype !== source.metadata.mimetype) {
      checkType(bucket, name, metadata.mimetype ?? '', metadata.size ?? 0)
      // What was made sure of one type is not sure of another.
      if (isCleaned(options, bucket.id)) throw new StorageError('InvalidMimeType')
    }
    const writing = {
      bucketId: bucket.id,
      name,
      caller,
      owner: caller.sub,
      upsert: c.req.header('x-upsert') === 'true',
      limited: caller.role !== 'service_role',
    }
    const userMetadata = wanted.copyMetadata ? source.userMetadata : (metadataHeader(c) ?? null)
    const copied = await writeCopy(options, writing, source, version, metadata, userMetadata)
    if (bucket.public) await tellOfPicture(options, metadata.mimetype ?? '', copied)
    return answer(c, writing, copied, metadata)
  }
}

function describeCopy(
  { metadata }: FoundObject,
  version: string,
  { cacheControl, mimetype }: { cacheControl?: string | undefined; mimetype?: string | undefined },
): ObjectMetadata {
  return {
    ...metadata,
    ...(cacheControl === undefined ? {} : { cacheControl: cacheControlFor(cacheControl) }),
    ...(mimetype === undefined ? {} : { mimetype: printable(mimetype) }),
    eTag: `"${version}"`,
    lastModified: new Date().toISOString(),
  }
}

async function writeCopy(
  options: StorageDoorOptions,
  writing: Writing,
  source: FoundObject,
  version: string,
  metadata: ObjectMetadata,
  userMetadata: UserMetadata | null,
): Promise<Written> {
  const place = await tryWriting(options, writing)
  const row = { metadata, size: metadata.size ?? 0, userMetadata }
  return writeBytesAndRow(options, writing, place, version, row, async (key) => {
    if (!(await options.files.copy(keyOf(source), key)))
      throw new StorageError('NoSuchKey', 'The resource was not found')
  })
}

function answer(
  c: Context,
  { bucketId, name, owner }: Writing,
  { id, version }: Written,
  metadata: ObjectMetadata,
) {
  return c.json({
    Id: id,
    Key: `${bucketId}/${name}`,
    name,
    bucket_id: bucketId,
    id,
    version,
    owner,
    owner_id: owner,
    metadata,
  })
}
