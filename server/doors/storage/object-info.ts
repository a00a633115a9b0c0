/** GET and HEAD /object/info/…: what is known of an object, without its bytes. */
import type { Handler } from 'hono'
import type { Find } from './find-object.ts'
import type { StorageDoorOptions } from './options.ts'
import { objectHeaders } from './send-object.ts'

export function objectInfo(options: StorageDoorOptions, find: Find): Handler {
  return async (c) => {
    const found = await find(options, c)
    const headers = objectHeaders(found)
    const size = found.metadata.size ?? 0
    if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, 'content-length': `${size}` })
    return c.json({
      id: found.id,
      version: found.version,
      name: found.name,
      bucket_id: found.bucketId,
      size,
      content_type: found.metadata.mimetype ?? null,
      cache_control: headers['cache-control'],
      etag: headers.etag,
      metadata: found.userMetadata ?? {},
      last_modified: new Date(headers['last-modified']).toISOString(),
      created_at: found.createdAt.toISOString(),
    })
  }
}
