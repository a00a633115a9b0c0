/** Limits the size of a body before anybody reads it, and waits for one that is on its way. */
import type { Context, MiddlewareHandler } from 'hono'
import { hasArrived, waitForBody } from './arriving-bodies.ts'

/**
 * `refuse` answers or throws for a body of more than `maxBytes`. One with a stated length is judged by that alone, before
 * anything of it is read.
 */
export function limitBody(
  maxBytes: number,
  refuse: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (Number(length ?? 0) > maxBytes) return refuse(c)
    const isHere = length !== undefined && (await hasArrived(c))
    return isHere || (await waitForBody(c, maxBytes)) ? next() : refuse(c)
  }
}
