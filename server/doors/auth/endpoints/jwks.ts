import type { Context } from 'hono'

/** GET /.well-known/jwks.json. No public keys: a shared secret signs. */
export function jwks(c: Context): Response {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: [] })
}
