/** GET /object/public/{bucket}/{name}: the bytes, to anyone, from buckets that are public. */
import { readFile } from 'node:fs/promises'
import type { Context, Handler } from 'hono'
import { StorageError } from './errors.ts'
import { keyIn, pathOf } from './keys.ts'
import type { StorageDoorOptions } from './options.ts'

type PublicObject = {
  id: string
  version: string
  name: string
  metadata: { eTag: string; mimetype: string; cacheControl: string; lastModified: string }
}

/** Types a browser would run are served as text. */
const ACTIVE = new Set(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/xml'])

export function getPublicObject(options: StorageDoorOptions): Handler {
  return async (c) => {
    const found = await findPublicObject(options, c, '/object/public/')
    const headers = objectHeaders(found)
    const download = c.req.query('download')
    if (download !== undefined) {
      const file = encodeURIComponent(download || (found.name.split('/').at(-1) ?? 'file'))
      headers['content-disposition'] = `attachment; filename*=UTF-8''${file}`
    }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    const bytes = await readFile(pathOf(options.folder, found))
    return c.body(new Uint8Array(bytes), 200, headers)
  }
}

/** The object that a path names after `prefix` and the bucket. Throws when there is none, or it is not public. */
export async function findPublicObject(
  options: StorageDoorOptions,
  c: Context,
  prefix: string,
): Promise<PublicObject> {
  const bucket = c.req.param('bucket') ?? ''
  const name = keyIn(c.req.path, `${prefix}${bucket}/`)
  const [found] = await options.ownerSql<(PublicObject & { public: boolean })[]>`
    select public, objects.id, version, metadata
    from storage.buckets
    left join storage.objects on bucket_id = buckets.id and objects.name = ${name}
    where buckets.id = ${bucket}`
  if (!found?.public) throw new StorageError('NoSuchBucket')
  if (!found.id) throw new StorageError('NoSuchKey')
  return { ...found, name }
}

export function objectHeaders({ metadata }: PublicObject): Record<string, string> {
  const { eTag, mimetype, cacheControl, lastModified } = metadata
  return {
    etag: eTag,
    'last-modified': new Date(lastModified).toUTCString(),
    'cache-control': cacheControl,
    'content-type': ACTIVE.has(mimetype) ? 'text/plain' : mimetype,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-robots-tag': 'none',
    'access-control-allow-origin': '*',
  }
}
