/** GET /object/public/{bucket}/{name}: the bytes, to anyone, from buckets that are public. */
import { readFile } from 'node:fs/promises'
import type { Handler } from 'hono'
import type { StorageDoorOptions } from './door.ts'
import { StorageError } from './errors.ts'
import { keyIn, pathOf } from './keys.ts'

type Found = {
  public: boolean
  id: string | null
  version: string
  metadata: { eTag: string; mimetype: string; cacheControl: string; lastModified: string }
}

/** Types a browser would run are served as text. */
const ACTIVE = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/xml'])

export function getPublicObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const bucket = c.req.param('bucket') ?? ''
    const name = keyIn(c.req.path, `/object/public/${bucket}/`)
    const [found] = await options.ownerSql<Found[]>`
      select public, objects.id, version, metadata
      from storage.buckets
      left join storage.objects on bucket_id = buckets.id and objects.name = ${name}
      where buckets.id = ${bucket}`
    if (!found?.public) throw new StorageError('NoSuchBucket')
    if (!found.id) throw new StorageError('NoSuchKey')
    const { eTag, mimetype, cacheControl, lastModified } = found.metadata
    const headers: Record<string, string> = {
      etag: eTag,
      'last-modified': new Date(lastModified).toUTCString(),
      'cache-control': cacheControl,
      'content-type': ACTIVE.has(mimetype) ? 'text/plain' : mimetype,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-robots-tag': 'none',
      'access-control-allow-origin': '*',
    }
    const download = c.req.query('download')
    if (download !== undefined) {
      const file = encodeURIComponent(download || (name.split('/').at(-1) ?? 'file'))
      headers['content-disposition'] = `attachment; filename*=UTF-8''${file}`
    }
    if (c.req.header('if-none-match') === eTag) return c.body(null, 304, headers)
    const bytes = await readFile(pathOf(options.folder, { id: found.id, version: found.version }))
    return c.body(new Uint8Array(bytes), 200, headers)
  }
}
