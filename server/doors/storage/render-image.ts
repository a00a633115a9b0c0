/**
 * GET /render/image/public/…: a picture no larger than needed, in one of the widths on offer and the best format that its
 * reader accepts. It is stored once drawn.
 */
import type { Handler } from 'hono'
import { StorageError } from './errors.ts'
import { findPublic } from './find-object.ts'
import type { StorageDoorOptions } from './options.ts'
import { createRenditions, type Format, isPicture, WIDTHS } from './renditions.ts'
import { downloadHeader, isKnown, objectHeaders } from './send-object.ts'

export function renderImage(options: StorageDoorOptions): Handler {
  const renditionOf = createRenditions(options.files, options.draw)
  return async (c) => {
    const { download: _download, width: asked, ...others } = c.req.query()
    const width = WIDTHS.find((one) => String(one) === asked)
    if (!width || Object.keys(others).length > 0)
      throw new StorageError('InvalidRequest', `width must be one of ${WIDTHS.join(', ')}, alone`)
    const found = await findPublic(options, c)
    const { mimetype = '' } = found.metadata
    if (!isPicture(mimetype))
      throw new StorageError('InvalidMimeType', `mime type ${mimetype} is not a picture`)
    const format = formatFor(c.req.header('accept') ?? '')
    const shared = objectHeaders(found)
    const headers = {
      ...shared,
      ...downloadHeader(c),
      etag: `${shared.etag.slice(0, -1)}-${width}-${format}"`,
      vary: 'accept',
      'content-type': format === 'same' ? mimetype : `image/${format}`,
    }
    if (isKnown(c, headers)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(await renditionOf(found, width, format)), 200, headers)
  }
}

function formatFor(accept: string): Format {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'same'
}
