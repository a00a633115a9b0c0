/**
 * The errors of this door. The HTTP status is 400 for every known error, as the original's; the real one is in the
 * body. Only an address that is none answers 404, a database that is too slow 544, and a store that is away 503.
 */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const ERRORS = {
  NoSuchBucket: ['404', 'Bucket not found', 'Bucket not found'],
  NoSuchRoute: ['404', 'Not Found', 'Route not found'],
  NoSuchKey: ['404', 'not_found', 'Object not found'],
  ResourceAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  NotSupported: ['409', 'NotSupported', 'The feature is not enabled for this resource'],
  AccessDenied: ['403', 'Unauthorized', 'new row violates row-level security policy'],
  InvalidMimeType: ['415', 'invalid_mime_type', 'mime type is not supported'],
  EntityTooLarge: ['413', 'Payload too large', 'The object exceeded the maximum allowed size'],
  DatabaseTimeout: ['544', 'DatabaseTimeout', 'The connection to the database timed out'],
  StoreUnavailable: [
    '503',
    'StoreUnavailable',
    'The store of files does not answer. Please try again later.',
  ],
  InvalidKey: ['400', 'InvalidKey', 'Invalid key'],
  InvalidRange: ['416', 'invalid_range', 'invalid range provided'],
  InvalidRequest: ['400', 'InvalidRequest', 'The request is not understood'],
} as const
export type StorageErrorCode = keyof typeof ERRORS

/** Where the HTTP status is not 400. */
const STATUSES: { [code in StorageErrorCode]?: ContentfulStatusCode } = {
  NoSuchRoute: 404,
  DatabaseTimeout: 544 as ContentfulStatusCode,
  StoreUnavailable: 503,
}

export class StorageError extends Error {
  override name = 'StorageError'
  code: StorageErrorCode
  constructor(code: StorageErrorCode, message: string = ERRORS[code][2]) {
    super(message)
    this.code = code
  }
}

export function renderError(c: Context, fault: StorageError): Response {
  const [statusCode, error] = ERRORS[fault.code]
  return c.json({ statusCode, error, message: fault.message, code: fault.code }, STATUSES[fault.code] ?? 400)
}
