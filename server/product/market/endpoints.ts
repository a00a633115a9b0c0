/** The auction for everybody and for a fan, and buying or bidding with the wallet's available money. */
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { sessionOf } from '../../platform/http/access-token.ts'
import { askedLanguage } from '../../platform/http/language.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { refusalText } from '../../platform/texts.ts'
import { endpoints, type RequestTo } from '../api/serve.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { createAuctionReader, createWinnersReader } from './auction-page.ts'
import { readBidHistory } from './bid-history.ts'
import { listUserBids } from './bids.ts'
import { closeProject } from './close-project.ts'
import { marketCalls, type PaymentWire, type QueueWire } from './contract.ts'
import { findMarket, type MarketKey } from './market-key.ts'
import { readMarketLog } from './market-log.ts'
import { createQueueReader, enterQueue } from './queue.ts'

const PATH = '/buy-token-balance'
type BalanceOrder = RequestTo<typeof marketCalls, 'POST /buy-token-balance'>

export const marketEndpoints = endpoints(marketCalls, (ctx) => {
  const { sql } = ctx
  const readQueue = createQueueReader(sql)
  const readAuction = createAuctionReader(sql)
  const readWinners = createWinnersReader(sql)

  /** Looks up the published project that the address names. */
  async function ofMarket<Value>(
    { params }: { params: { uid: string } },
    read: (market: MarketKey) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const market = await findMarket(sql, params.uid)
    return market ? read(market) : refuse('project_not_found')
  }

  async function queueOf(project: string, fan: string): Promise<Result<QueueWire>> {
    const queue = await readQueue({ project, fan })
    return queue ? ok(queue) : refuse('project_not_found')
  }

  return {
    'GET /projects/{uid}/log': (request) =>
      ofMarket(request, async ({ id }) => ok(await readMarketLog(sql, id, request.query))),
    'GET /projects/{uid}/queue': ({ params, fan }) => queueOf(params.uid, fan.uid),
    'POST /projects/{uid}/queue': async ({ params, fan }) => {
      const entered = await enterQueue(sql, params.uid, fan.uid)
      return entered.ok ? queueOf(params.uid, fan.uid) : entered
    },
    'GET /projects/bids/{uid}': (request) => readAuction(askedBy(request)),
    'GET /projects/bids/{uid}/winner': (request) => readWinners(askedBy(request)),
    'GET /projects/bids/{uid}/history': (request) =>
      ofMarket(request, async ({ id }) => ok(await readBidHistory(sql, id))),
    'GET /user-bids': async ({ fan, query }) =>
      ok({ success: true as const, ...(await listUserBids(sql, fan.uid, query)) }),
    'POST /buy-token-balance': (order) =>
      order.body.typeBuy === 'bid' ? bid(ctx, order, order.body) : buy(ctx, order, order.body),
    'POST /admin/projects/{uid}/close': ({ params, body, by }) =>
      closeProject(sql, { uid: params.uid, name: body.projectName }, by),
  }
})

type BidsRequest = RequestTo<
  typeof marketCalls,
  'GET /projects/bids/{uid}' | 'GET /projects/bids/{uid}/winner'
>

function askedBy({ c, params, fan, query }: BidsRequest) {
  const version = c.get('version')
  if (version === undefined) throw new Error('a call that only reads has its version')
  return { version, project: params.uid, viewer: fan.uid, page: query }
}

/** A bid is judged together with session and fan, in one round trip. */
async function bid(
  ctx: ServerContext,
  { c, claims, key, authorise }: BalanceOrder,
  input: Extract<BalanceOrder['body'], { typeBuy: 'bid' }>,
): Promise<Result<{ payment: PaymentWire }> | Response> {
  const session = sessionOf(claims)
  if (!session) return refuse('unauthenticated')
  const placed = await ctx.bids.take({
    fanUid: claims.sub,
    session,
    projectUid: input.UID,
    amount: input.amount,
    key,
    requestHash: key === null ? '' : hashRequest(PATH, input),
  })
  if (placed.ok) return ok({ payment: placed.payment })
  // To the batcher, somebody without a profile does not exist: the obstacle is reported as for any other call.
  if (placed.refusal === 'unauthenticated') {
    const fan = await authorise()
    return fan instanceof Response ? fan : refuse('unauthenticated')
  }
  const code = (await isOverdrawn(ctx, claims.sub, placed.refusal)) ? 'wallet_overdrawn' : placed.refusal
  return refuse(code, refusalText(code, askedLanguage(c) ?? placed.language))
}

/** Any bid is too high for a wallet below zero: the actual obstacle is reported instead. */
async function isOverdrawn(ctx: ServerContext, fanUid: string, code: Refusal): Promise<boolean> {
  return code === 'bid_exceeds_balance' && (await balanceOf(ctx.sql, fanUid)).available < 0
}

async function buy(
  ctx: ServerContext,
  { authorise, key }: BalanceOrder,
  input: Extract<BalanceOrder['body'], { typeBuy: 'mint' }>,
): Promise<Result<{ payment: PaymentWire }> | Response> {
  const fan = await authorise()
  if (fan instanceof Response) return fan
  if (!fan.isComplete || !fan.wallet) return refuse('profile_incomplete')
  const bought = await ctx.purchases.take({
    fanUid: fan.uid,
    projectUid: input.UID,
    gift: input.gift ?? null,
    tip: input.tip ?? null,
    key,
    requestHash: hashRequest(PATH, input),
  })
  return bought.ok ? ok({ payment: bought.value }) : bought
}
