/** POST /object/list/{bucket}: what the caller may see in a folder; folders have a name and nothing else. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { asCaller, readCaller } from './as-caller.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { bucketOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'

const count = (least: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(Number.MAX_SAFE_INTEGER))

const body = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(count(1), 100),
  offset: v.optional(count(0), 0),
  search: v.optional(v.nullable(v.string()), ''),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
})

export function listObjects(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const { limit, offset, search, sortBy, prefix: asked } = await readJson(c, body)
    const prefix = asked.replace(/\/?$/, '/').replace(/^\/$/, '')
    const pattern = `${prefix}${search ?? ''}`.replace(/[\\%_]/g, '\\$&')
    const rows = await asCaller(options, caller, (tx) => {
      const direction = sortBy.order === 'desc' ? tx`desc` : tx`asc`
      const time = sortBy.column === 'name' ? null : sortBy.column
      return tx`
        with inside as (
          select substr(name, ${prefix.length + 1}) as rest, *
          from storage.objects
          where bucket_id = ${bucketOf(c)} and name ilike ${`${pattern}%`}
        ),
        entries as (
          select distinct on (split_part(rest, '/', 1))
            split_part(rest, '/', 1) as entry, strpos(rest, '/') > 0 as folder, *
          from inside
          order by split_part(rest, '/', 1), strpos(rest, '/')
        )
        select entry as name,
          case when not folder then id end as id,
          case when not folder then updated_at end as updated_at,
          case when not folder then created_at end as created_at,
          case when not folder then last_accessed_at end as last_accessed_at,
          case when not folder then metadata end as metadata
        from entries
        order by ${time ? tx`folder desc, ${tx(time)} ${direction},` : tx``} entry collate "C" ${direction}
        limit ${Math.min(limit, STORAGE_BUDGET.listed.limit)}
        offset ${offset}`
    })
    return c.json(rows)
  }
}
