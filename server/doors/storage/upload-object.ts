/** POST and PUT /object/{bucket}/{name}: a new object, or with x-upsert (and PUT) new bytes for an existing one. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Context, Handler } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { asCaller, type Caller, readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import { keyIn, pathOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { isPicture, removeBytes } from './renditions.ts'

type Upload = { bytes: Buffer; type: string; cacheControl: string; userMetadata: unknown }
type Bucket = { id: string; public: boolean; fileSizeLimit: number | null; allowedMimeTypes: string[] | null }
type Stored = { id: string; version: string; previous: string | null }

export function uploadObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const bucketId = c.req.param('bucket') ?? ''
    const name = keyIn(c.req.path, `/object/${bucketId}/`)
    const upsert = c.req.method === 'PUT' || c.req.header('x-upsert') === 'true'
    const bucket = await authorise(options, caller, bucketId, name, upsert)
    const upload = await readUpload(c, Math.min(bucket.fileSizeLimit ?? options.maxBytes, options.maxBytes))
    if (bucket.allowedMimeTypes && !bucket.allowedMimeTypes.includes(upload.type)) {
      throw new StorageError('InvalidMimeType', `mime type ${upload.type} is not supported`)
    }
    const bytes = await options.clean(upload.bytes, upload.type).catch(() => {
      throw new StorageError('InvalidMimeType', `the file is not a valid ${upload.type}`)
    })
    const stored = await store(options, caller, bucket, name, { ...upload, bytes }, upsert)
    if (bucket.public && isPicture(upload.type)) {
      // The upload has succeeded: renditions not made now are made on first request.
      await options.pictureStored(stored).catch((fault: unknown) => {
        options.log.error({ err: fault, object: stored.id }, 'a picture is not drawn ahead')
      })
    }
    return c.json({ Id: stored.id, Key: `${bucketId}/${name}` })
  }
}

const UNDONE = new Error('this write was only tried')

/** Tries to write the object's row and undoes it: nobody sends, or has us decode, what they may not store. */
async function authorise(
  { sql }: StorageDoorOptions,
  caller: Caller,
  bucketId: string,
  name: string,
  upsert: boolean,
): Promise<Bucket> {
  let bucket: Bucket | undefined
  try {
    await asCaller(sql, caller, async (tx) => {
      ;[bucket] = await tx<Bucket[]>`
        select id, public, file_size_limit as "fileSizeLimit", allowed_mime_types as "allowedMimeTypes"
        from storage.buckets
        where id = ${bucketId}`
      if (bucket) await writeRow(tx, caller, bucketId, name, randomUUID(), {}, null, upsert)
      throw UNDONE
    })
  } catch (fault) {
    if (fault !== UNDONE) throw fault
  }
  if (!bucket) throw new StorageError('NoSuchBucket')
  return bucket
}

/** The bytes are on disk before the row points at them, and removed again when the row is refused. */
async function store(
  options: StorageDoorOptions,
  caller: Caller,
  bucket: Bucket,
  name: string,
  upload: Upload,
  upsert: boolean,
): Promise<Stored> {
  const version = randomUUID()
  const metadata = {
    eTag: `"${version}"`,
    size: upload.bytes.length,
    mimetype: upload.type,
    cacheControl: upload.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: upload.bytes.length,
    httpStatusCode: 200,
  }
  let written: string | null = null
  try {
    const stored = await asCaller(options.sql, caller, async (tx) => {
      const row = await writeRow(tx, caller, bucket.id, name, version, metadata, upload.userMetadata, upsert)
      written = pathOf(options.folder, row)
      await mkdir(dirname(written), { recursive: true })
      await writeFile(written, upload.bytes)
      return row
    })
    if (stored.previous) await removeBytes(options.folder, { id: stored.id, version: stored.previous })
    return stored
  } catch (fault) {
    if (written) await rm(written, { force: true })
    throw fault
  }
}

async function writeRow(
  tx: Tx,
  caller: Caller,
  bucketId: string,
  name: string,
  version: string,
  metadata: Record<string, unknown>,
  userMetadata: unknown,
  upsert: boolean,
): Promise<Stored> {
  const [known] = upsert
    ? await tx<{ id: string; version: string }[]>`
        select id, version from storage.objects
        where bucket_id = ${bucketId} and name = ${name}
        for update`
    : []
  if (known) {
    await tx`
      update storage.objects
      set version = ${version}, metadata = ${tx.json(metadata as never)}, updated_at = now()
      where id = ${known.id}`
    return { id: known.id, version, previous: known.version }
  }
  const id = randomUUID()
  await tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${id}, ${bucketId}, ${name}, ${caller.sub}, ${caller.sub}, ${version},
      ${tx.json(metadata as never)}, ${userMetadata === null ? null : tx.json(userMetadata as never)})`
  return { id, version, previous: null }
}

/** Browsers send a form with the file under the empty name; servers may send the bytes alone. */
async function readUpload(c: Context, maxBytes: number): Promise<Upload> {
  const type = c.req.header('content-type') ?? 'application/octet-stream'
  if (!type.startsWith('multipart/form-data')) {
    const bytes = Buffer.from(await c.req.arrayBuffer().catch(refuseBody))
    if (bytes.length > maxBytes) throw new StorageError('EntityTooLarge')
    const metadata = c.req.header('x-metadata')
    return {
      bytes,
      type: type.split(';')[0] ?? type,
      cacheControl: c.req.header('cache-control') ?? 'no-cache',
      userMetadata: metadata ? parseMetadata(Buffer.from(metadata, 'base64').toString('utf8')) : null,
    }
  }
  const form = await c.req.formData().catch(refuseBody)
  const file = [...form.values()].find((value): value is File => typeof value !== 'string')
  if (!file) throw new StorageError('InvalidRequest', 'the form has no file')
  if (file.size > maxBytes) throw new StorageError('EntityTooLarge')
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: file.type,
    cacheControl: typeof seconds === 'string' && /^\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: typeof metadata === 'string' ? parseMetadata(metadata) : null,
  }
}

/** The body ended early, or is not a form. */
function refuseBody(): never {
  throw new StorageError('InvalidRequest', 'the body is not understood')
}

function parseMetadata(text: string): unknown {
  let metadata: unknown
  try {
    metadata = JSON.parse(text)
  } catch {
    throw new StorageError('InvalidRequest', 'the metadata is not JSON')
  }
  if (!isStorable(metadata)) throw new StorageError('InvalidRequest', 'the metadata cannot be stored')
  return metadata
}
