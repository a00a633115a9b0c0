/** POST /buy-token-balance {typeBuy, UID, amount?}: buys or bids with the wallet's free money. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { buyWithBalance } from '../commands/buy-with-balance.ts'
import { hashRequest } from '../commands/idempotency.ts'
import { findFan } from '../queries/fan.ts'
import { refusalText } from '../texts.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { centavos, idempotencyKey, readBody, uuid } from './input.ts'
import { createUseLimit } from './use-limit.ts'

const body = v.variant('typeBuy', [
  v.object({ typeBuy: v.literal('mint'), UID: uuid }),
  v.object({ typeBuy: v.literal('bid'), UID: uuid, amount: centavos }),
])

/** A person decides on a few bids a minute; whoever sends more is probing. */
const BIDS_PER_MINUTE = 120

/** Stands before the door that looks the caller up: a bid is judged together with its fan, in one round trip. */
export function buyTokenBalance(ctx: ApiContext): Handler<ApiEnv> {
  const mayBid = createUseLimit(BIDS_PER_MINUTE * ctx.env.ADDRESS_LIMIT_FACTOR)

  return async (c) => {
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    const fanUid = c.get('claims').sub
    if (input?.typeBuy !== 'bid' || key === undefined) {
      const fan = await findFan(ctx.sql, fanUid)
      if (!fan) return refusal(c, 'unauthenticated')
      c.set('fan', fan)
      if (!fan.isActive) return refusal(c, 'account_inactive')
      if (!input || input.typeBuy === 'bid' || key === undefined) return refusal(c, 'malformed')
      const { wallet } = fan
      if (!fan.isComplete || !wallet) return refusal(c, 'profile_incomplete')
      const bought = await buyWithBalance(
        ctx,
        { ...fan, wallet },
        { projectUid: input.UID, key, requestHash: hashRequest('/buy-token-balance', input) },
      )
      return bought.ok ? c.json({ data: { payment: bought.value } }) : answer(c, bought)
    }

    if (!mayBid(fanUid)) return refusal(c, 'too_many_requests')
    const placed = await ctx.bids.place({
      fanUid,
      projectUid: input.UID,
      amount: input.amount,
      key,
      requestHash: key === null ? '' : hashRequest('/buy-token-balance', input),
    })
    return placed.ok
      ? c.json({ data: { payment: placed.payment } })
      : refusal(c, placed.refusal, refusalText(placed.refusal, placed.language))
  }
}
