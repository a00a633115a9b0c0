/**
 * GET /render/image/public/{bucket}/{name}?width=: a picture no wider than needed, in the best format its reader
 * accepts.
 */
import type { Handler } from 'hono'
import { StorageError } from './errors.ts'
import { findPublicObject, objectHeaders } from './get-public-object.ts'
import type { StorageDoorOptions } from './options.ts'
import { createRenditions, type Format, isPicture, WIDTHS } from './renditions.ts'

export function renderPublicImage(options: StorageDoorOptions): Handler {
  const renditionOf = createRenditions(options.folder, options.draw)
  return async (c) => {
    const width = WIDTHS.find((one) => String(one) === c.req.query('width'))
    if (!width) throw new StorageError('InvalidRequest', `width must be one of ${WIDTHS.join(', ')}`)
    const found = await findPublicObject(options, c, '/render/image/public/')
    const { mimetype, eTag } = found.metadata
    if (!isPicture(mimetype)) {
      throw new StorageError('InvalidMimeType', `mime type ${mimetype} is not a picture`)
    }
    const format = formatFor(c.req.header('accept') ?? '')
    const etag = `${eTag.slice(0, -1)}-${width}-${format}"`
    const headers = {
      ...objectHeaders(found),
      etag,
      vary: 'accept',
      'content-type': format === 'same' ? mimetype : `image/${format}`,
    }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(await renditionOf(found, width, format)), 200, headers)
  }
}

function formatFor(accept: string): Format {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'same'
}
