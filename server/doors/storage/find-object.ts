/** Looks objects up: for anybody in public buckets, for a caller where row policies allow it. */
import type { Context } from 'hono'
import type { Sql, Tx } from '../../platform/db/sql.ts'
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

/** Null when there is no such bucket; whoever may not see its row may still have files in it. */
export async function findBucket(sql: Sql | Tx, id: string): Promise<Bucket | null> {
  const [bucket] = await sql<Bucket[]>`
    select id, public, file_size_limit as "fileSizeLimit", allowed_mime_types as "allowedMimeTypes"
    from storage.buckets
    where id = ${id}`
  return bucket ?? null
}

/** Null when there is none, or the connection's role may not see it. */
export async function findObject(sql: Sql | Tx, { bucketId, name }: Address): Promise<FoundObject | null> {
  const [found] = await sql<FoundObject[]>`
    select id, version, name, bucket_id as "bucketId", owner_id as "ownerId", metadata,
      user_metadata as "userMetadata", created_at as "createdAt", updated_at as "updatedAt"
    from storage.objects
    where bucket_id = ${bucketId} and name = ${name}`
  return found ?? null
}

/** What anybody may read. Throws NoSuchBucket for one that is not public. */
export async function findPublic(
  { ownerSql }: Pick<StorageDoorOptions, 'ownerSql'>,
  c: Context,
): Promise<FoundObject> {
  const address = addressOf(c)
  const bucket = await findBucket(ownerSql, address.bucketId)
  if (!bucket?.public) throw new StorageError('NoSuchBucket')
  return required(await findObject(ownerSql, address))
}

export function required(found: FoundObject | null): FoundObject {
  if (!found) throw new StorageError('NoSuchKey')
  return found
}
