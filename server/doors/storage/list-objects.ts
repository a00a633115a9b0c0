/** POST /object/list/{bucket}: what the caller may see under a prefix, folders first. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { asCaller, readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import type { StorageDoorOptions } from './options.ts'

const body = v.object({
  prefix: v.optional(v.string(), ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 100),
  offset: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
  search: v.optional(v.string(), ''),
})

export function listObjects(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const parsed = v.safeParse(body, await c.req.json().catch(() => null))
    if (!parsed.success) throw new StorageError('InvalidRequest')
    const { limit, offset, search } = parsed.output
    const prefix = parsed.output.prefix.replace(/\/?$/, '/').replace(/^\/$/, '')
    const rows = await asCaller(
      options.sql,
      caller,
      (tx) => tx`
        with inside as (
          select substr(name, ${prefix.length + 1}) as rest, *
          from storage.objects
          where bucket_id = ${c.req.param('bucket') ?? ''} and starts_with(name, ${prefix})
        ),
        entries as (
          select distinct on (split_part(rest, '/', 1))
            split_part(rest, '/', 1) as entry, strpos(rest, '/') > 0 as folder, *
          from inside
          where rest ilike ${`${search.replace(/[\\%_]/g, '\\$&')}%`}
        )
        select entry as name,
          case when not folder then id end as id,
          case when not folder then updated_at end as updated_at,
          case when not folder then created_at end as created_at,
          case when not folder then last_accessed_at end as last_accessed_at,
          case when not folder then metadata end as metadata
        from entries
        order by entry
        limit ${limit}
        offset ${offset}`,
    )
    return c.json(rows)
  }
}
