/**
 * POST /object/list-v2/{bucket}: what the caller may see under a prefix, page after page; with a delimiter, what lies
 * deeper is summed up as folders.
 */
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { Tx } from '../../platform/db/sql.ts'
import { asCaller, readCaller } from './as-caller.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { bucketOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'

const body = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), STORAGE_BUDGET.listedV2.limit),
  cursor: v.optional(v.string()),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'updated_at', 'created_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})
type Wanted = v.InferOutput<typeof body>

/** The last entry of a page: its time in milliseconds (0 when names decide) and its name. */
const place = v.tuple([v.pipe(v.number(), v.safeInteger()), v.string()])
type Place = v.InferOutput<typeof place>

type Entry = { folder: boolean; at: number; name: string } & Record<string, unknown>

export function listObjectsV2(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const wanted = await readJson(c, body)
    const limit = Math.min(wanted.limit, STORAGE_BUDGET.listedV2.limit)
    const after = wanted.cursor === undefined ? null : readCursor(wanted.cursor)
    const rows = await asCaller(options.sql, caller, (tx) =>
      entries(tx, bucketOf(c), wanted, after, limit + 1),
    )
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const hasNext = rows.length > limit && last !== undefined
    return c.json({
      hasNext,
      ...(hasNext ? { nextCursor: writeCursor([last.at, last.name]) } : {}),
      folders: page.filter(({ folder }) => folder).map(toAnswer),
      objects: page.filter(({ folder }) => !folder).map(toAnswer),
    })
  }
}

/** One row for each object or folder; a folder is as old as the oldest object in it. */
function entries(
  tx: Tx,
  bucketId: string,
  wanted: Wanted,
  after: Place | null,
  limit: number,
): Promise<Entry[]> {
  const { prefix, with_delimiter: summed, sortBy } = wanted
  const cut = prefix.length + 1
  const name = summed
    ? tx`case when strpos(substr(name, ${cut}), '/') > 0
           then ${prefix} || split_part(substr(name, ${cut}), '/', 1) || '/' else name end`
    : tx`name`
  const folder = summed ? tx`strpos(substr(name, ${cut}), '/') > 0` : tx`false`
  const age =
    sortBy.column === 'updated_at' ? tx`case when folder then created_at else updated_at end` : tx`created_at`
  const at = sortBy.column === 'name' ? tx`0` : tx`floor(extract(epoch from min(${age})) * 1000)`
  const isDown = sortBy.order === 'desc'
  const direction = isDown ? tx`desc` : tx`asc`
  return tx<Entry[]>`
    with inside as (
      select ${name} as entry, ${folder} as folder, *
      from storage.objects
      where bucket_id = ${bucketId} and starts_with(name, ${prefix})
    ),
    entries as (
      select entry collate "C" as name, folder, (${at})::bigint as at,
        (array_agg(id) filter (where not folder))[1] as id, min(updated_at) as updated_at,
        min(created_at) as created_at, min(last_accessed_at) as last_accessed_at,
        (array_agg(metadata) filter (where not folder))[1] as metadata
      from inside
      group by entry, folder
    )
    select *
    from entries
    ${after ? tx`where (at, name) ${isDown ? tx`<` : tx`>`} (${after[0]}::bigint, ${after[1]} collate "C")` : tx``}
    order by at ${direction}, name ${direction}
    limit ${limit}` as unknown as Promise<Entry[]>
}

function toAnswer({ folder, at: _at, metadata, id, ...entry }: Entry) {
  const key = entry.name.replace(/\/$/, '').split('/').at(-1)
  return folder ? { key, ...entry } : { key, id, metadata, ...entry }
}

function writeCursor(last: Place): string {
  return Buffer.from(JSON.stringify(last)).toString('base64url')
}

function readCursor(cursor: string): Place {
  try {
    return v.parse(place, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new StorageError('InvalidParameter', 'Invalid continuation token')
  }
}
