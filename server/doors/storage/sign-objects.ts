/** Signed addresses for reading: made for whoever may read the object, good for whoever has the address. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { asCaller, readCaller } from './as-caller.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { type Find, findAuthenticated, findObject, required } from './find-object.ts'
import { addressOf, asPath, bucketOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { readJson } from './read-json.ts'
import { readGrant, signGrant } from './tokens.ts'
import { describe, isOffered, transformation } from './transformations.ts'

const expiresIn = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(STORAGE_BUDGET.signedReadSeconds.limit),
)
const one = v.object({ expiresIn, transform: v.optional(v.record(v.string(), v.unknown()), {}) })
const many = v.object({
  expiresIn,
  paths: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(STORAGE_BUDGET.keysInRequest.limit)),
})

/** POST /object/sign/{bucket}/{name} */
export function signObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const { expiresIn: seconds, transform } = await readJson(c, one)
    const { bucketId, name } = await findAuthenticated(options, c)
    const url = `${bucketId}/${name}`
    const size = transformation(transform)
    const transformations = describe(size, 'signed')
    if (transformations && !options.transform && !isOffered(size))
      throw new StorageError('InvalidRequest', 'this size of picture is not offered')
    const grant = { scope: 'download', url, ...(transformations ? { transformations } : {}) } as const
    const path = transformations ? 'render/image' : 'object'
    return c.json({
      signedURL: `/${path}/sign/${asPath(url)}?token=${signGrant(options.jwtSecret, grant, seconds)}`,
    })
  }
}

/** POST /object/sign/{bucket} */
export function signObjects(options: StorageDoorOptions): Handler {
  return async (c) => {
    const caller = readCaller(c, options.jwtSecret)
    const bucketId = bucketOf(c)
    const { expiresIn: seconds, paths } = await readJson(c, many)
    const rows = await asCaller(
      options.sql,
      caller,
      (tx) => tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucketId} and name = any (${paths})`,
    )
    const seen = new Set(rows.map(({ name }) => name))
    return c.json(
      paths.map((path) => {
        if (!seen.has(path)) return { error: UNSEEN, path, signedURL: null }
        const url = `${bucketId}/${path}`
        const token = signGrant(options.jwtSecret, { scope: 'download', url }, seconds)
        return { error: null, path, signedURL: `/object/sign/${asPath(url)}?token=${token}` }
      }),
    )
  }
}

const UNSEEN = 'Either the object does not exist or you do not have access to it'

/** The object that a token opens: whoever has the address may read it. */
export const findSigned: Find = async ({ ownerSql, jwtSecret }, c) => {
  const address = addressOf(c)
  readGrant(jwtSecret, c.req.query('token'), 'download', `${address.bucketId}/${address.name}`)
  return required(await findObject(ownerSql, address))
}
