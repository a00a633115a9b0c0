/**
 * GET /render/image/…: a picture no larger than needed. The widths on offer come in the best format their reader
 * accepts and are stored; other sizes, where the door draws them, are drawn for each request.
 */
import type { Context, Handler } from 'hono'
import { createTurns } from './drawing-turns.ts'
import { StorageError } from './errors.ts'
import type { Find, FoundObject } from './find-object.ts'
import { keyOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'
import { createRenditions, type Format, isPicture, WIDTHS } from './renditions.ts'
import { downloadHeader, isKnown, objectHeaders } from './send-object.ts'
import { readGrant } from './tokens.ts'
import {
  describe,
  isOffered,
  type Transformation,
  transformation,
  transformationOf,
} from './transformations.ts'

const UNREADABLE = 'The source image is invalid or unsupported for rendering'

type Wish = (c: Context, found: FoundObject) => Transformation

export function renderImage(options: StorageDoorOptions, find: Find, wish: Wish = wishOfQuery): Handler {
  const renditionOf = createRenditions(options.files, options.draw)
  const inTurn = createTurns()

  async function sendOffered(c: Context, found: FoundObject, width: number): Promise<Response> {
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
      'x-transformations': describe({ width }, 'answered'),
    }
    if (isKnown(c, headers)) return c.body(null, 304, headers)
    const offered = WIDTHS.find((one) => one === width) ?? WIDTHS[0]
    return c.body(new Uint8Array(await renditionOf(found, offered, format)), 200, headers)
  }

  async function sendDrawn(c: Context, found: FoundObject, wanted: Transformation): Promise<Response> {
    const { transform } = options
    if (!transform)
      throw new StorageError('InvalidRequest', `width must be one of ${WIDTHS.join(', ')}, alone`)
    const original = await options.files.read(keyOf(found))
    if (!original) throw new StorageError('NoSuchKey', 'The resource was not found')
    const accept = wanted.format === undefined ? (c.req.header('accept') ?? '') : ''
    const { bytes, type } = await inTurn(() => transform(original, { ...wanted, accept })).catch(
      (fault: unknown) => {
        throw fault instanceof StorageError ? fault : new StorageError('InvalidRequest', UNREADABLE)
      },
    )
    return c.body(new Uint8Array(bytes), 200, {
      ...objectHeaders(found),
      ...downloadHeader(c),
      vary: 'accept',
      'content-type': type,
      'content-length': `${bytes.length}`,
      'x-transformations': describe(wanted, 'answered'),
    })
  }

  return async (c) => {
    const found = await find(options, c)
    const wanted = wish(c, found)
    const { width } = wanted
    const isStored = isPicture(found.metadata.mimetype ?? '') || !options.transform
    return isOffered(wanted) && width && isStored ? sendOffered(c, found, width) : sendDrawn(c, found, wanted)
  }
}

const wishOfQuery: Wish = (c) => {
  const { download: _download, ...query } = c.req.query()
  return transformation(query)
}

/** A signed address draws what its token says, whatever else is asked. */
export function wishOfToken({ jwtSecret }: StorageDoorOptions): Wish {
  return (c, { bucketId, name }) => {
    const grant = readGrant(jwtSecret, c.req.query('token'), 'download', `${bucketId}/${name}`)
    return transformationOf(grant.transformations ?? '')
  }
}

function formatFor(accept: string): Format {
  if (accept.includes('image/avif')) return 'avif'
  return accept.includes('image/webp') ? 'webp' : 'same'
}
