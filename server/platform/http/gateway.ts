/** Stands before the compatible doors: a request must carry one of our keys, except where links are followed. */
import type { MiddlewareHandler } from 'hono'

const OPEN = [
  '/auth/v1/verify',
  '/auth/v1/callback',
  '/auth/v1/authorize',
  '/auth/v1/.well-known/jwks.json',
  '/auth/v1/health',
  '/storage/v1/',
]

export function requireApiKey(keys: ReadonlySet<string>): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'OPTIONS' || OPEN.some((prefix) => c.req.path.startsWith(prefix))) return next()
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (!key) {
      return c.json(
        {
          message: 'No API key found in request',
          hint: 'No `apikey` request header or url param was found.',
        },
        401,
      )
    }
    if (!keys.has(key)) {
      return c.json(
        {
          message: 'Invalid API key',
          hint: 'Double check your Supabase `anon` or `service_role` API key.',
        },
        401,
      )
    }
    return next()
  }
}
