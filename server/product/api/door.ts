/** /api/v1: every call of every capability, and the middleware around them. */
import { Hono } from 'hono'
import type { ServerContext } from '../../context.ts'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { refusal } from './answers.ts'
import type { ApiEnv } from './fan.ts'
import { type Endpoints, serve } from './serve.ts'

export const MAX_BODY_BYTES = 64 * 1024

export function createApiDoor(ctx: ServerContext, all: readonly Endpoints[]): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.use(limitBody(MAX_BODY_BYTES, (c) => refusal(c, 'malformed')))
  api.use(async (c, next) => (isStorableAddress(c.req.url) ? next() : refusal(c, 'malformed')))
  api.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    return next()
  })
  serve(api, ctx, all)
  api.onError((fault, c) => {
    const call = { err: fault, method: c.req.method, path: c.req.path }
    if (isUnavailable(fault)) {
      ctx.log.warn(call, 'the database is not available')
      return refusal(c, 'unavailable')
    }
    ctx.log.error(call, 'an API call failed')
    return refusal(c, 'unexpected')
  })
  return api
}
