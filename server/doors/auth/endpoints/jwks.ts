import type { Context } from 'hono'
import type { Door } from '../options.ts'

/** GET /.well-known/jwks.json. The public keys; none where a shared secret is the only key. */
export function jwks(c: Context, door: Door): Response {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: door.keys.published })
}
