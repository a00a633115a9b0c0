/** Names of buckets and objects as callers write them, and where the bytes are stored. */
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'

const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
/** First words of addresses below /object: a bucket of such a name could not be told from them. */
const RESERVED = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
])
const UUID = /^[0-9a-f-]{36}$/

export type Address = { bucketId: string; name: string }

/** The bucket and the object that a request's path names: what stands in for `:bucket` and `*` of its route. */
export function addressOf(c: Context): Address {
  const route = routePath(c).split('/')
  const segments = c.req.path.split('/').slice(route.indexOf('*'))
  if (segments.length === 0) throw new StorageError('NoSuchRoute')
  const encoded = segments.join('/')
  return { bucketId: bucketOf(c), name: checkKey(decode(encoded)) }
}

/** The bucket that a request's path names. Throws NoSuchBucket for a word of our own. */
export function bucketOf(c: Context): string {
  const id = c.req.param('bucket') ?? ''
  if (RESERVED.has(id)) throw new StorageError('NoSuchBucket')
  return id
}

/** Checks an object's name; empty segments and segments that climb are refused. */
function checkKey(name: string): string {
  const segments = name.split('/')
  if (
    name.length > STORAGE_BUDGET.keyLength.limit ||
    !KEY.test(name) ||
    segments.some((segment) => ['', '.', '..'].includes(segment))
  ) {
    throw new StorageError('InvalidKey', `Invalid key: ${name}`)
  }
  return name
}

/** Some clients encode once more what they were given encoded; no key has a percent sign of its own. */
function decode(encoded: string): string {
  try {
    const once = decodeURIComponent(encoded)
    return once.includes('%') ? decodeURIComponent(once) : once
  } catch {
    throw new StorageError('InvalidKey', `Invalid key: ${encoded}`)
  }
}

/** The key of an object's bytes: its name is never part of one, only ids of our own are. */
export function keyOf(object: { id: string; version: string }): string {
  if (!UUID.test(object.id) || !UUID.test(object.version)) throw new Error('not an object id')
  return `${object.id}/${object.version}`
}
