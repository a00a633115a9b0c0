/** Answers with an object's bytes: whole, a range of them, or nothing where the reader has them already. */
import type { Context, Handler } from 'hono'
import type { OpenFile } from '../../platform/files/files.ts'
import { rangeOf } from '../../platform/files/range.ts'
import { StorageError } from './errors.ts'
import { type FoundObject, findPublic } from './find-object.ts'
import { keyOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'

/** Types a browser would run are served as text. */
const ACTIVE = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/xml'])

export function sendObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const found = await findPublic(options, c)
    const headers = { ...objectHeaders(found), ...downloadHeader(c) }
    if (isKnown(c, headers)) return c.body(null, 304, headers)
    const whole = c.req.method !== 'HEAD' && c.req.header('range') === undefined
    const file = await options.files.open(keyOf(found), { whole })
    // A row that somebody else wrote, or a disk that lost the file.
    if (!file) throw new StorageError('NoSuchKey', 'The resource was not found')
    try {
      return c.req.method === 'HEAD' ? await sendNothing(c, file, headers) : await sendBytes(c, file, headers)
    } catch (fault) {
      await file.close()
      throw fault
    }
  }
}

export function objectHeaders({ metadata, version, updatedAt }: FoundObject) {
  const type = metadata.mimetype ?? 'application/octet-stream'
  const modified = metadata.lastModified ? new Date(metadata.lastModified) : updatedAt
  return {
    etag: metadata.eTag ?? `"${version}"`,
    'last-modified': modified.toUTCString(),
    'cache-control': metadata.cacheControl ?? 'no-cache',
    'content-type': ACTIVE.has(essenceOf(type)) ? 'text/plain' : type,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-robots-tag': 'none',
    'access-control-allow-origin': '*',
  }
}

/** A type without its parameters, in lower case. */
export function essenceOf(type: string): string {
  return (type.split(';')[0] ?? type).trim().toLowerCase()
}

/** The header for `?download=`, with the name to save under; without one, browsers take it from the address. */
export function downloadHeader(c: Context): Record<string, string> {
  const wanted = c.req.query('download')
  if (wanted === undefined) return {}
  if (wanted === '') return { 'content-disposition': 'attachment;' }
  const file = encodeURIComponent(wanted)
  return { 'content-disposition': `attachment; filename=${file}; filename*=UTF-8''${file}` }
}

/** Whether the reader's copy is current (RFC 9110, 13.2.2: the tag decides where both are sent). */
export function isKnown(c: Context, headers: { etag: string; 'last-modified': string }): boolean {
  const tags = c.req.header('if-none-match')
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', headers.etag].includes(tag.trim()))
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  return Date.parse(headers['last-modified']) <= since
}

async function sendNothing(c: Context, file: OpenFile, headers: Record<string, string>): Promise<Response> {
  await file.close()
  return c.body(null, 200, { ...headers, 'content-length': `${file.size}` })
}

async function sendBytes(c: Context, file: OpenFile, headers: Record<string, string>): Promise<Response> {
  const { size } = file
  const range = isSame(c, headers) ? rangeOf(c.req.header('range'), size) : null
  if (range === 'outside') throw new StorageError('InvalidRange')
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const length = { 'content-length': `${end - start + 1}` }
  const part = range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}
  return c.body(await file.stream(range), range ? 206 : 200, {
    ...headers,
    ...length,
    ...part,
  })
}

/** Whether a part is wanted of what is there now: what has changed since is sent whole (RFC 9110, 13.1.5). */
function isSame(c: Context, headers: Record<string, string>): boolean {
  const known = c.req.header('if-range')
  return known === undefined || known === headers.etag || known === headers['last-modified']
}
