/** /api/v1: the product API, one file per endpoint. */
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { ServerContext } from '../../context.ts'
import { isStorableAddress } from '../../platform/db/storable.ts'
import { isUnavailable } from '../../platform/db/unavailable.ts'
import { type Claims, createAccessTokenCheck } from '../../platform/http/access-token.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { createSessionCheck } from '../../platform/http/session-check.ts'
import { play, postRelease, postRenewal } from '../access/play-endpoints.ts'
import { getSample } from '../access/sample-endpoint.ts'
import { getUserTokens } from '../access/tokens-endpoint.ts'
import { postArtistFigures } from '../artists/figures-endpoint.ts'
import { createAdminDoor, onlyAdmins } from '../back-office/door.ts'
import { getBidHistory, getBids, getUserBids, getWinners } from '../market/bids-endpoints.ts'
import { bidWithBalance, buyTokenBalance } from '../market/buy-with-balance-endpoint.ts'
import { getMarketLog } from '../market/log-endpoint.ts'
import { getNotifications, markRead } from '../notifications/notifications-endpoints.ts'
import { postPushRemoval, postPushSubscription } from '../notifications/push-endpoints.ts'
import { buyToken } from '../payments/card-endpoint.ts'
import { buyTokenPix } from '../payments/pix-endpoint.ts'
import { getOpenPix, getPix, postCancelPix } from '../payments/pix-payments-endpoints.ts'
import { getPersonalData, postEraseAccount } from '../people/personal-data-endpoints.ts'
import { createWallet } from '../people/wallet-endpoint.ts'
import { postProject, postPublication } from '../projects/create-endpoint.ts'
import { getProject, getProjects } from '../projects/projects-endpoints.ts'
import { getPublicProject } from '../projects/public-endpoint.ts'
import { postRegret } from '../refunds/cooling-off-endpoint.ts'
import { postAlert } from '../support/screen-failure-endpoint.ts'
import { getBalance } from '../wallet/balance-endpoint.ts'
import { getReceipt, getStatement, getStatementCsv } from '../wallet/statement-endpoints.ts'
import {
  getRedeemBalance,
  postCancellation,
  postRedeemBalance,
} from '../withdrawals/withdrawals-endpoints.ts'
import { refusal } from './answers.ts'
import { getOpenApi } from './description/openapi.ts'
import { type Fan, findFan } from './fan.ts'

export type ApiEnv = { Variables: { claims: Claims; fan: Fan } }
export type ApiContext = ServerContext

const MAX_BODY_BYTES = 64 * 1024

export function createApiDoor(ctx: ApiContext): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>()
  const checkSession = createSessionCheck(ctx.sql)
  const checkToken = createAccessTokenCheck(ctx.env.JWT_SECRET)
  api.use(limitBody(MAX_BODY_BYTES, (c) => refusal(c, 'malformed')))
  api.use(async (c, next) => (isStorableAddress(c.req.url) ? next() : refusal(c, 'malformed')))
  api.use(async (c, next) => {
    c.header('cache-control', 'no-store')
    return next()
  })
  api.get('/openapi.json', getOpenApi(ctx))
  api.get('/projects/:uid/log', getMarketLog(ctx))
  api.get('/projects/:uid/public', getPublicProject(ctx))
  api.post('/artist-figures', postArtistFigures(ctx))
  api.use(async (c, next) => {
    const claims = checkToken(c.req.header('authorization'))
    if (!claims) return refusal(c, 'unauthenticated')
    c.set('claims', claims)
    return next()
  })
  api.post('/buy-token-balance', bidWithBalance(ctx, checkSession))
  api.use(async (c, next) => {
    const state = await checkSession(c.get('claims'), { anew: c.req.method !== 'GET' })
    if (state === 'ended') return refusal(c, 'unauthenticated')
    if (state === 'second_factor_due') return refusal(c, 'second_factor_due')
    return next()
  })
  api.use(async (c, next) => {
    const fan = await findFan(ctx.sql, c.get('claims').sub)
    // The session is good: whoever has no row yet has a profile to begin.
    if (!fan) return refusal(c, 'profile_incomplete')
    c.set('fan', fan)
    if (!fan.isActive) return refusal(c, 'account_inactive')
    return next()
  })
  api.get('/balance', getBalance(ctx))
  api.get('/sample', getSample(ctx))
  // The longest answer of a first view: compressed, a slow line carries a quarter of it.
  api.get('/projects', compress(), getProjects(ctx))
  api.get('/projects/bids/:uid', getBids(ctx))
  api.get('/projects/bids/:uid/winner', getWinners(ctx))
  api.get('/projects/bids/:uid/history', getBidHistory(ctx))
  api.get('/projects/:uid', getProject(ctx))
  api.get('/user-projects', getUserTokens(ctx))
  api.get('/user-bids', getUserBids(ctx))
  api.get('/notifications', getNotifications(ctx))
  api.get('/notifications/mark-read', markRead(ctx))
  api.post('/push-subscriptions', postPushSubscription(ctx))
  api.post('/push-subscriptions/remove', postPushRemoval(ctx))
  api.post('/alert', postAlert(ctx))
  api.post('/wallet', createWallet(ctx))
  api.post('/buy-token', buyToken(ctx))
  api.post('/buy-token-balance', buyTokenBalance(ctx))
  api.post('/buy-token-pix', buyTokenPix(ctx))
  api.get('/pix-payments', getOpenPix(ctx))
  api.get('/pix-payments/:uid', getPix(ctx))
  api.post('/pix-payments/:uid/cancel', postCancelPix(ctx))
  api.post('/play', play(ctx))
  api.post('/play/renew', postRenewal(ctx))
  api.post('/play/release', postRelease(ctx))
  api.post('/regret', postRegret(ctx))
  api.get('/redeem-balance', getRedeemBalance(ctx))
  api.post('/redeem-balance', postRedeemBalance(ctx))
  api.post('/redeem-balance/:uid/cancel', postCancellation(ctx))
  api.get('/statement', getStatement(ctx))
  api.get('/statement.csv', getStatementCsv(ctx))
  api.get('/statement/:id', getReceipt(ctx))
  api.get('/personal-data', getPersonalData(ctx))
  api.post('/erase-account', postEraseAccount(ctx))
  api.post('/create-project', onlyAdmins(ctx), postProject(ctx))
  api.post('/projects/:uid/publish', onlyAdmins(ctx), postPublication(ctx))
  api.route('/admin', createAdminDoor(ctx))
  api.onError((fault, c) => {
    const call = { err: fault, method: c.req.method, path: c.req.path }
    if (isUnavailable(fault)) {
      ctx.log.warn(call, 'the database is not available')
      return refusal(c, 'unavailable')
    }
    ctx.log.error(call, 'an API call failed')
    return refusal(c, 'unexpected')
  })
  // Not `notFound`: a mounted application's own answer to unknown paths is a route like any other.
  api.all('*', (c) => refusal(c, 'not_found'))
  return api
}
