/** /api/v1: every call of every capability, and the middleware around them. */
import { Hono } from 'hono'
import type { ServerContext } from '../../context.ts'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { answerHeader } from '../../platform/http/answer-header.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { refusal } from './answers.ts'
import type { ApiEnv } from './fan.ts'
import { type Endpoints, serve } from './serve.ts'

export const MAX_BODY_BYTES = 64 * 1024

export function createApiDoor(ctx: ServerContext, all: readonly Endpoints[]): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.post(
    '*',
    limitBody(MAX_BODY_BYTES, (c) => refusal(c, 'malformed')),
  )
  api.use(async (c, next) => {
    answerHeader(c, 'cache-control', 'no-store')
    return isStorableAddress(c.req.url) ? next() : refusal(c, 'malformed')
  })
  serve(api, ctx, all)
  return api
}
