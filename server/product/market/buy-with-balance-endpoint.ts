/** POST /buy-token-balance {typeBuy, UID, amount?}: buys or bids with the wallet's free money. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import { sessionOf } from '../../platform/http/access-token.ts'
import type { SessionCheck } from '../../platform/http/session-check.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { balanceOf } from '../../platform/ledger.ts'
import { refusalText } from '../../platform/texts.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { findFan } from '../api/fan.ts'
import { centavos, idempotencyKey, readBody, uuid } from '../api/input.ts'
import { createUseLimit } from '../api/use-limit.ts'
import { buyWithBalance } from './buy-with-balance.ts'

export const purchase = v.object({ typeBuy: v.literal('mint'), UID: uuid })
export const bid = v.object({ typeBuy: v.literal('bid'), UID: uuid, amount: centavos })

/** A person decides on a few bids a minute; whoever sends more is probing. */
const BIDS_PER_MINUTE = 120

/**
 * Stands before the questions after session and fan: a bid is judged together with both, in one round trip. What is
 * no bid goes on to `buyTokenBalance`.
 */
export function bidWithBalance(ctx: ApiContext, checkSession: SessionCheck): Handler<ApiEnv> {
  const mayBid = createUseLimit(BIDS_PER_MINUTE * ctx.env.ADDRESS_LIMIT_FACTOR)

  return async (c, next) => {
    const input = await readBody(c, bid)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return next()
    const claims = c.get('claims')
    const session = sessionOf(claims)
    if (!session) return refusal(c, 'unauthenticated')
    if (!mayBid(claims.sub)) return refusal(c, 'too_many_requests')
    const placed = await ctx.bids.place({
      fanUid: claims.sub,
      session,
      projectUid: input.UID,
      amount: input.amount,
      key,
      requestHash: key === null ? '' : hashRequest('/buy-token-balance', input),
    })
    if (placed.ok) return c.json({ data: { payment: placed.payment } })
    // To the desk, whoever has no profile is nobody; with a session that lasts, they have one to begin.
    if (placed.refusal === 'unauthenticated' && (await checkSession(claims)) === 'good') {
      return refusal(c, (await findFan(ctx.sql, claims.sub)) ? 'unauthenticated' : 'profile_incomplete')
    }
    const code = (await isOverdrawn(ctx, claims.sub, placed.refusal)) ? 'wallet_overdrawn' : placed.refusal
    return refusal(c, code, refusalText(code, placed.language))
  }
}

/** A bid is too high for a wallet below zero whatever it is: what is in the way is said instead. */
async function isOverdrawn(ctx: ApiContext, fanUid: string, code: Refusal): Promise<boolean> {
  return code === 'bid_exceeds_balance' && (await balanceOf(ctx.sql, fanUid)).available < 0
}

export function buyTokenBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, purchase)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const fan = c.get('fan')
    const { wallet } = fan
    if (!fan.isComplete || !wallet) return refusal(c, 'profile_incomplete')
    const bought = await buyWithBalance(
      ctx,
      { ...fan, wallet },
      { projectUid: input.UID, key, requestHash: hashRequest('/buy-token-balance', input) },
    )
    return bought.ok ? c.json({ data: { payment: bought.value } }) : answer(c, bought)
  }
}
