/** POST /bucket/{bucket}/empty: removes every object of the bucket that the caller may remove. */
import type { Handler } from 'hono'
import { asCaller, readCaller } from './as-caller.ts'
import { visible } from './buckets.ts'
import { STORAGE_BUDGET } from './budget.ts'
import type { StorageDoorOptions } from './options.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import type { Stored } from './renditions.ts'

export function emptyBucket(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const id = c.req.param('bucket') ?? ''
    await asCaller(options.sql, caller, (tx) => visible(tx, id))
    // A part at a time, so that none takes longer than a statement may.
    for (;;) {
      const rows = await asCaller(
        options.sql,
        caller,
        (tx) => tx<Stored[]>`
          delete from storage.objects
          where id in (
            select id from storage.objects where bucket_id = ${id} limit ${STORAGE_BUDGET.listedV2.limit}
          )
          returning id, version`,
      )
      await removeUnreferenced(options, rows)
      if (rows.length === 0) break
    }
    // The original answers before it is done; what it says is what clients compare with.
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' })
  }
}
