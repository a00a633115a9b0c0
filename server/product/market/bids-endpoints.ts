/** GET /projects/bids/{uid}, …/winner, …/history, and /user-bids. */
import type { Context, Handler } from 'hono'
import type { BidsWire, UserBidsWire } from '#domain/wire/api.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readLimit, readPage, readUid } from '../api/input.ts'
import { readAuction, readEnds } from './auction.ts'
import { readBidHistory } from './bid-history.ts'
import { listBids, listUserBids, listWinners } from './bids.ts'
import { findMarket, type MarketKey } from './market-key.ts'

type OfMarket = (c: Context<ApiEnv>, market: MarketKey) => Promise<Response>

/** Looks up the published project that the address names. */
function ofMarket(ctx: ApiContext, handle: OfMarket): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const market = uid ? await findMarket(ctx.sql, uid) : null
    return market ? handle(c, market) : refusal(c, 'project_not_found')
  }
}

export function getBids(ctx: ApiContext): Handler<ApiEnv> {
  return ofMarket(ctx, async (c, market) => {
    const limit = readLimit(c)
    const after = c.req.query('after') ?? null
    const fanUid = c.get('fan').uid
    if (limit === null) return refusal(c, 'malformed')
    const [page, auction, ends] = await Promise.all([
      listBids(ctx.sql, market.id, fanUid, { limit, after }),
      readAuction(ctx.sql, market.id, fanUid),
      readEnds(ctx.sql, market.id),
    ])
    if (!page) return refusal(c, 'malformed')
    return c.json({ ...page, ...auction, ends } satisfies BidsWire)
  })
}

export function getWinners(ctx: ApiContext): Handler<ApiEnv> {
  return ofMarket(ctx, async (c, market) => {
    const limit = readLimit(c)
    const page =
      limit === null
        ? null
        : await listWinners(ctx.sql, market.id, c.get('fan').uid, {
            limit,
            after: c.req.query('after') ?? null,
          })
    return page ? c.json(page) : refusal(c, 'malformed')
  })
}

export function getBidHistory(ctx: ApiContext): Handler<ApiEnv> {
  return ofMarket(ctx, async (c, market) => c.json({ data: await readBidHistory(ctx.sql, market.id) }))
}

export function getUserBids(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    if (!page) return refusal(c, 'malformed')
    const bids = await listUserBids(ctx.sql, c.get('fan').uid, page)
    return c.json({ success: true, ...bids } satisfies UserBidsWire)
  }
}
