/** Answers with an object's bytes: whole, a range of them, or nothing where the reader has them already. */
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Context, Handler } from 'hono'
import { StorageError } from './errors.ts'
import type { Find, FoundObject } from './find-object.ts'
import { pathOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'

/** Types a browser would run are served as text. */
const ACTIVE = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/xml'])

export function sendObject(options: StorageDoorOptions, find: Find): Handler {
  return async (c) => {
    const found = await find(options, c)
    const headers = { ...objectHeaders(found), ...downloadHeader(c) }
    if (isKnown(c, headers)) return c.body(null, 304, headers)
    const file = await openBytes(options, found)
    try {
      const { size } = await file.stat()
      return c.req.method === 'HEAD'
        ? await sendNothing(c, file, { ...headers, 'content-length': `${size}` })
        : sendBytes(c, file, size, headers)
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
    'x-robots-tag': metadata.xRobotsTag ?? 'none',
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

async function openBytes({ folder }: StorageDoorOptions, found: FoundObject): Promise<FileHandle> {
  try {
    return await open(pathOf(folder, found))
  } catch {
    // A row that somebody else wrote, or a disk that lost the file.
    throw new StorageError('NoSuchKey', 'The resource was not found')
  }
}

async function sendNothing(c: Context, file: FileHandle, headers: Record<string, string>): Promise<Response> {
  await file.close()
  return c.body(null, 200, headers)
}

function sendBytes(c: Context, file: FileHandle, size: number, headers: Record<string, string>): Response {
  const range = isSame(c, headers) ? rangeOf(c.req.header('range'), size) : null
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const length = { 'content-length': `${end - start + 1}` }
  const part = range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}
  // The stream closes the file, also when the reader leaves early. Of an empty file it reads nothing.
  const bytes = file.createReadStream(size === 0 ? {} : { start, end })
  return c.body(Readable.toWeb(bytes) as ReadableStream, range ? 206 : 200, {
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

/**
 * The one range asked for, both ends included; null for none, several or another unit, which may be ignored (RFC 9110,
 * 14.2). Throws InvalidRange where it lies outside.
 */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start > end) throw new StorageError('InvalidRange')
  return { start, end }
}
