/** POST /buy-token-balance {typeBuy: mint, UID}: buys with the wallet's free money. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { buyWithBalance } from '../commands/buy-with-balance.ts'
import { hashRequest } from '../commands/idempotency.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { idempotencyKey, readBody, uuid } from './input.ts'

const body = v.object({ typeBuy: v.literal('mint'), UID: uuid })

export function buyTokenBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
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
