/** Looks objects up: for anybody in public buckets, for a caller where row policies allow it. */
import type { Context } from 'hono'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { asCaller, readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import { type Address, addressOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'

export type Bucket = {
  id: string
  public: boolean
  fileSizeLimit: number | null
  allowedMimeTypes: string[] | null
}

/** What the door noted about the bytes. Rows written by others may lack any of it. */
export type ObjectMetadata = {
  eTag?: string
  size?: number
  mimetype?: string
  cacheControl?: string
  lastModified?: string
  contentLength?: number
  httpStatusCode?: number
  xRobotsTag?: string
}

export type FoundObject = {
  id: string
  version: string
  name: string
  bucketId: string
  ownerId: string | null
  metadata: ObjectMetadata
  userMetadata: Record<string, unknown> | null
  createdAt: Date
  updatedAt: Date
}

/** Finds an object for whoever asks: how the address was written says what they must show. */
export type Find = (options: StorageDoorOptions, c: Context) => Promise<FoundObject>

/** Null when there is no such bucket; whoever may not see its row may still have files in it. */
export async function findBucket(sql: Sql | Tx, id: string): Promise<Bucket | null> {
  const [bucket] = await sql<Bucket[]>`
    select id, public, file_size_limit as "fileSizeLimit", allowed_mime_types as "allowedMimeTypes"
    from storage.buckets
    where id = ${id}`
  return bucket ?? null
}

/** Null when there is none, or the connection's role may not see it. */
export async function findObject(
  sql: Sql | Tx,
  { bucketId, name }: Address,
  lock: 'none' | 'update' = 'none',
): Promise<FoundObject | null> {
  const [found] = await sql<FoundObject[]>`
    select id, version, name, bucket_id as "bucketId", owner_id as "ownerId", metadata,
      user_metadata as "userMetadata", created_at as "createdAt", updated_at as "updatedAt"
    from storage.objects
    where bucket_id = ${bucketId} and name = ${name}
    ${lock === 'update' ? sql`for update` : sql``}`
  return found ?? null
}

export const findPublic: Find = async ({ ownerSql }, c) => {
  const address = addressOf(c)
  const bucket = await findBucket(ownerSql, address.bucketId)
  if (!bucket?.public) throw new StorageError('NoSuchBucket')
  return required(await findObject(ownerSql, address))
}

export const findAuthenticated: Find = async ({ sql, ownerSql, jwtSecret }, c) => {
  const caller = readCaller(c, jwtSecret)
  const address = addressOf(c)
  if (!(await findBucket(ownerSql, address.bucketId))) throw new StorageError('NoSuchBucket')
  return required(await asCaller(sql, caller, (tx) => findObject(tx, address)))
}

/** Anybody's in a public bucket, and otherwise what row policies show to the caller. */
export const findEither: Find = async (options, c) => {
  const bucket = await findBucket(options.ownerSql, addressOf(c).bucketId)
  return bucket?.public ? findPublic(options, c) : findAuthenticated(options, c)
}

export function required(found: FoundObject | null): FoundObject {
  if (!found) throw new StorageError('NoSuchKey')
  return found
}
