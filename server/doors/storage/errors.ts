/** The errors of this door. The HTTP status is 400 for every known error; the real one is in the body. */
import type { Context } from 'hono'

const ERRORS = {
  NoSuchBucket: ['404', 'Bucket not found', 'Bucket not found'],
  NoSuchKey: ['404', 'not_found', 'Object not found'],
  ResourceAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  AccessDenied: ['403', 'Unauthorized', 'new row violates row-level security policy'],
  InvalidMimeType: ['415', 'invalid_mime_type', 'mime type is not supported'],
  EntityTooLarge: ['413', 'Payload too large', 'The object exceeded the maximum allowed size'],
  InvalidKey: ['400', 'InvalidKey', 'Invalid key'],
  InvalidRequest: ['400', 'InvalidRequest', 'The request is not understood'],
} as const
export type StorageErrorCode = keyof typeof ERRORS

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
  return c.json({ statusCode, error, message: fault.message, code: fault.code }, 400)
}
