/** /bucket: buckets as row policies let the caller see, make and change them. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { Tx } from '../../platform/db/sql.ts'
import { asCaller, readCaller } from './as-caller.ts'
import { changedBucket, newBucket, readSize, readTypes } from './bucket-settings.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { checkBucketName } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readJson, readQuery } from './read-json.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const SHOWN = [
  'id',
  'name',
  'owner',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'created_at',
  'updated_at',
]

const count = v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)))
const listing = v.object({
  limit: count,
  offset: count,
  search: v.optional(v.string(), ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
})

export function listBuckets(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const { limit, offset = 0, search, sortColumn, sortOrder } = readQuery(c, listing)
    const most = Math.min(limit || STORAGE_BUDGET.buckets.limit, STORAGE_BUDGET.buckets.limit)
    const rows = await asCaller(
      options.sql,
      caller,
      (tx) => tx<Record<string, unknown>[]>`
        select ${tx(SHOWN)} from storage.buckets
        where name ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}
        order by ${tx(sortColumn)} ${sortOrder === 'desc' ? tx`desc` : tx`asc`}, id
        limit ${most} offset ${offset}`,
    )
    return c.json(rows.map(toAnswer))
  }
}

export function getBucket(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    return c.json(
      toAnswer(await asCaller(options.sql, caller, (tx) => visible(tx, c.req.param('bucket') ?? ''))),
    )
  }
}

export function createBucket(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const wanted = await readJson(c, newBucket)
    const name = checkBucketName(wanted.name)
    const row = {
      id: checkBucketName(wanted.id || name),
      name,
      owner: caller.sub && UUID.test(caller.sub) ? caller.sub : null,
      owner_id: caller.sub,
      public: wanted.public ?? false,
      file_size_limit: readSize(wanted.file_size_limit, options.maxBytes),
      allowed_mime_types: readTypes(wanted.allowed_mime_types),
    }
    await asCaller(options.sql, caller, (tx) => tx`insert into storage.buckets ${tx(row)}`)
    return c.json({ name })
  }
}

/** What is not mentioned stays; null lifts a limit. */
export function updateBucket(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const wanted = await readJson(c, changedBucket)
    const changes = {
      ...(typeof wanted.public === 'boolean' ? { public: wanted.public } : {}),
      ...(wanted.file_size_limit === undefined
        ? {}
        : { file_size_limit: readSize(wanted.file_size_limit, options.maxBytes) }),
      ...(wanted.allowed_mime_types === undefined
        ? {}
        : { allowed_mime_types: readTypes(wanted.allowed_mime_types) }),
      updated_at: new Date(),
    }
    const rows = await asCaller(
      options.sql,
      caller,
      (tx) => tx`
        update storage.buckets set ${tx(changes)} where id = ${c.req.param('bucket') ?? ''} returning id`,
    )
    if (rows.length === 0) throw new StorageError('NoSuchBucket')
    return c.json({ message: 'Successfully updated' })
  }
}

/** A bucket with anything in it stays, whether the caller may see that or not. */
export function deleteBucket(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const id = c.req.param('bucket') ?? ''
    try {
      await asCaller(options.sql, caller, async (tx) => {
        await visible(tx, id)
        const rows = await tx`delete from storage.buckets where id = ${id} returning id`
        if (rows.length === 0) throw new StorageError('AccessDenied', 'Access denied')
      })
    } catch (fault) {
      throw (fault as { code?: string }).code === '23503' ? new StorageError('ResourceNotEmpty') : fault
    }
    return c.json({ message: 'Successfully deleted' })
  }
}

/** Throws NoSuchBucket for a bucket that the caller may not see. */
export async function visible(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const [row] = await tx<Record<string, unknown>[]>`select ${tx(SHOWN)} from storage.buckets where id = ${id}`
  if (!row) throw new StorageError('NoSuchBucket')
  return row
}

/** The owner is a text, empty for nobody's. */
function toAnswer(row: Record<string, unknown>) {
  return { ...row, owner: row.owner ?? '' }
}
