/** What an upload brings: its bytes, and what is said about them in headers or fields of a form. */
import type { Context } from 'hono'
import { isStorable } from '../../platform/db/storable.ts'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'

type UserMetadata = Record<string, unknown>
export type Upload = {
  bytes: Buffer
  type: string
  cacheControl: string
  /** Undefined: the uploader said nothing, so what an object has stays. */
  userMetadata: UserMetadata | undefined
}

/** Browsers send a form with the file under the empty name; servers may send the bytes alone. */
export async function readUpload(c: Context, maxBytes: number): Promise<Upload> {
  const type = c.req.header('content-type') ?? 'application/octet-stream'
  if (!type.startsWith('multipart/form-data')) {
    const bytes = Buffer.from(await c.req.arrayBuffer().catch(refuseBody))
    if (bytes.length > maxBytes) throw new StorageError('EntityTooLarge')
    const cacheControl = cacheControlFor(c.req.header('cache-control') ?? '')
    return { bytes, type: printable(type), cacheControl, userMetadata: metadataHeader(c) }
  }
  const form = await c.req.formData().catch(refuseBody)
  const file = [...form.values()].find((value): value is File => typeof value !== 'string')
  if (!file) throw new StorageError('InvalidRequest', 'the form has no file')
  if (file.size > maxBytes) throw new StorageError('EntityTooLarge')
  const seconds = form.get('cacheControl')
  const metadata = form.get('metadata')
  return {
    bytes: Buffer.from(await file.arrayBuffer()),
    type: printable(file.type || 'application/octet-stream'),
    cacheControl: cacheControlFor(typeof seconds === 'string' ? `max-age=${seconds}` : ''),
    userMetadata: typeof metadata === 'string' ? parseMetadata(metadata) : undefined,
  }
}

/** How long browsers keep an object is its uploader's to say; whether others may keep it for everybody is not. */
function cacheControlFor(wanted: string): string {
  return /^max-age=\d{1,10}$/.test(wanted) ? wanted : 'no-cache'
}

/** The metadata of the header x-metadata, which is JSON in base64. */
function metadataHeader(c: Context): UserMetadata | undefined {
  const header = c.req.header('x-metadata')
  return header ? parseMetadata(Buffer.from(header, 'base64').toString('utf8')) : undefined
}

/** Text that can be answered in a header again. */
function printable(text: string): string {
  if (text.length > STORAGE_BUDGET.headerLength.limit || !/^[\x20-\x7e]+$/.test(text))
    throw new StorageError('InvalidRequest', 'a header cannot be stored')
  return text
}

/** The body ended early, or is not a form. */
function refuseBody(): never {
  throw new StorageError('InvalidRequest', 'the body is not understood')
}

function parseMetadata(text: string): UserMetadata {
  if (Buffer.byteLength(text) > STORAGE_BUDGET.metadataBytes.limit)
    throw new StorageError('InvalidRequest', 'the metadata is too long')
  let metadata: unknown
  try {
    metadata = JSON.parse(text)
  } catch {
    throw new StorageError('InvalidRequest', 'the metadata is not JSON')
  }
  if (!isStorable(metadata)) throw new StorageError('InvalidRequest', 'the metadata cannot be stored')
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new StorageError('InvalidRequest', 'the metadata is not an object')
  return metadata as UserMetadata
}
