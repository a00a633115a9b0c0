/** DELETE /object/{bucket}[/{name}]: removes the objects that the caller may remove. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { asCaller, readCaller } from './as-caller.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { findObject, required } from './find-object.ts'
import { addressOf, bucketOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import type { Stored } from './renditions.ts'

const body = v.object({
  prefixes: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(STORAGE_BUDGET.keysInRequest.limit)),
})

/** Several by name: answers with those removed, and is silent about the others. */
export function removeObjects(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const { prefixes } = await readJson(c, body)
    const rows = await asCaller(
      options,
      caller,
      (tx) => tx<Stored[]>`
        delete from storage.objects
        where bucket_id = ${bucketOf(c)} and name = any (${prefixes})
        returning *`,
    )
    await removeUnreferenced(options, rows)
    return c.json(rows)
  }
}

export function removeObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const address = addressOf(c)
    const removed = await asCaller(options, caller, async (tx) => {
      const found = required(await findObject(tx, address))
      const [row] = await tx<
        Stored[]
      >`delete from storage.objects where id = ${found.id} returning id, version`
      if (!row) throw new StorageError('AccessDenied', 'Access denied')
      return row
    })
    await removeUnreferenced(options, [removed])
    return c.json({ message: 'Successfully deleted' })
  }
}
