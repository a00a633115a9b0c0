/** Limits the size of a body before anybody reads it. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * `refuse` answers or throws for a body of more than `maxBytes`. A body with a stated length is judged by that alone:
 * the library would take hold of it first, which slows every request down and closes the connection after a refusal.
 */
export function limitBody(
  maxBytes: number,
  refuse: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler {
  const limitUnmeasured = bodyLimit({ maxSize: maxBytes, onError: refuse })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    // A caller who disconnects while it is counted is not a fault of ours, and hears no answer.
    if (length === undefined) return limitUnmeasured(c, next).catch(() => refuse(c))
    return Number(length) > maxBytes ? refuse(c) : next()
  }
}
