/** Answers with a file, whole or one range of it (RFC 9110, section 14). */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

const CONTENT_TYPES: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
}
const FILE_NAME = /^[a-z0-9]+\.(m3u8|mp4|m4s)$/

/** The content type of a media file's name; undefined for any other name, which must not reach the disk. */
export function mediaType(name: string): string | undefined {
  return CONTENT_TYPES[FILE_NAME.exec(name)?.[1] ?? '']
}

/** The bytes of `path`, or 404, or 416. A HEAD request gets the same headers and opens nothing. */
export async function fileResponse(path: string, headers: Record<string, string>, request: Request) {
  const found = await stat(path).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return undefined
    throw fault
  })
  if (found === undefined || !found.isFile()) return new Response('Not found', { status: 404 })
  const range = parseRange(request.headers.get('range'), found.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${found.size}` } })
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  const body = request.method === 'HEAD' || found.size === 0 ? null : createReadStream(path, { start, end })
  return new Response(body && (Readable.toWeb(body) as ReadableStream), {
    status: range === undefined ? 200 : 206,
    headers: {
      ...headers,
      'accept-ranges': 'bytes',
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
    },
  })
}

type Range = { start: number; end: number }

/** One range of bytes, ends included. Undefined for no header, for several ranges and for what is not a range. */
export function parseRange(header: string | null, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    // The last so many bytes.
    return last === '0' || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - Number(last)), end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
