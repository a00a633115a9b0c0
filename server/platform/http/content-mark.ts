import { createHash } from 'node:crypto'

/** The opaque part of an ETag (RFC 9110, 8.8.3), in its quotation marks: the same for the same content. */
export const contentMark = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
