import type { Context } from 'hono'

/** GET /.well-known/jwks.json. Tokens are signed with a shared secret, so there is no public key to show. */
export function jwks(c: Context): Response {
  c.header('Cache-Control', 'public, max-age=600')
  return c.json({ keys: [] })
}
