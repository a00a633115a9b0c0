/** DELETE /object/{bucket}: removes the named objects the caller may remove, and answers with those. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { asCaller, readCaller } from './as-caller.ts'
import { StorageError } from './errors.ts'
import type { StorageDoorOptions } from './options.ts'
import { removeBytes } from './renditions.ts'

const body = v.object({ prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1000)) })

export function removeObjects(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const parsed = v.safeParse(body, await c.req.json().catch(() => null))
    if (!parsed.success) throw new StorageError('InvalidRequest')
    const rows = await asCaller(
      options.sql,
      caller,
      (tx) => tx<{ id: string; version: string }[]>`
        delete from storage.objects
        where bucket_id = ${c.req.param('bucket') ?? ''} and name = any (${parsed.output.prefixes})
        returning *`,
    )
    for (const row of rows) await removeBytes(options.folder, row)
    return c.json(rows)
  }
}
