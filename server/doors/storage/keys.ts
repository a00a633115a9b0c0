/** Object names as callers write them, and where their bytes are stored. */
import { join } from 'node:path'
import { StorageError } from './errors.ts'

const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
/** As stored in the table. */
const LONGEST = 1024
const UUID = /^[0-9a-f-]{36}$/

/** The object's name in a request's path: everything after the first `prefix`. */
export function keyIn(path: string, prefix: string): string {
  const at = path.indexOf(prefix)
  const encoded = at < 0 ? '' : path.slice(at + prefix.length)
  try {
    return checkKey(decodeURIComponent(encoded))
  } catch (fault) {
    if (fault instanceof URIError) throw new StorageError('InvalidKey', `Invalid key: ${encoded}`)
    throw fault
  }
}

/** Checks a name; empty segments and segments that climb are refused. */
function checkKey(name: string): string {
  const segments = name.split('/')
  if (
    name.length > LONGEST ||
    !KEY.test(name) ||
    segments.some((segment) => ['', '.', '..'].includes(segment))
  ) {
    throw new StorageError('InvalidKey', `Invalid key: ${name}`)
  }
  return name
}

/** The name never becomes a file path: bytes are stored under ids of our own. */
export function pathOf(folder: string, object: { id: string; version: string }): string {
  if (!UUID.test(object.id) || !UUID.test(object.version)) throw new Error('not an object id')
  return join(folder, object.id, object.version)
}
