/** /api/v1: the product API, one file per endpoint. */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServerContext } from '../context.ts'
import { verifyAccessToken } from '../http/access-token.ts'
import { type Fan, findFan } from '../queries/fan.ts'
import { postAlert } from './alert.ts'
import { refusal } from './answers.ts'
import { getBalance } from './balance.ts'
import { buyToken } from './buy-token.ts'
import { buyTokenBalance } from './buy-token-balance.ts'
import { postProject, postPublication } from './create-project.ts'
import { play } from './play.ts'
import { getProject, getProjects } from './projects.ts'
import { getSample } from './sample.ts'
import { getUserTokens } from './user-projects.ts'
import { createWallet } from './wallet.ts'

export type ApiEnv = { Variables: { fan: Fan } }
export type ApiContext = ServerContext

export function createApiDoor(ctx: ApiContext): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  api.use(bodyLimit({ maxSize: 64 * 1024, onError: (c) => refusal(c as never, 'malformed') }))
  api.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    const claims = await verifyAccessToken(c.req.header('authorization'), ctx.env.JWT_SECRET)
    const fan = claims ? await findFan(ctx.sql, claims.sub) : null
    if (!fan) return refusal(c, 'unauthenticated')
    c.set('fan', fan)
    if (!fan.isActive) return refusal(c, 'account_inactive')
    return next()
  })
  api.get('/balance', getBalance(ctx))
  api.get('/sample', getSample(ctx))
  api.get('/projects', getProjects(ctx))
  api.get('/projects/:uid', getProject(ctx))
  api.get('/user-projects', getUserTokens(ctx))
  api.post('/alert', postAlert(ctx))
  api.post('/wallet', createWallet(ctx))
  api.post('/buy-token', buyToken(ctx))
  api.post('/buy-token-balance', buyTokenBalance(ctx))
  api.post('/play', play(ctx))
  api.post('/create-project', postProject(ctx))
  api.post('/projects/:uid/publish', postPublication(ctx))
  api.onError((fault, c) => {
    ctx.log.error({ err: fault, method: c.req.method, path: c.req.path }, 'an API call failed')
    return refusal(c, 'unexpected')
  })
  // Not `notFound`: a mounted application's own answer to unknown paths is a route like any other.
  api.all('*', (c) => refusal(c, 'not_found'))
  return api
}
