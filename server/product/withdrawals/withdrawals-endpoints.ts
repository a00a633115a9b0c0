/** POST /redeem-balance {pixKeyType, pixKey, amount}, GET /redeem-balance and POST /redeem-balance/{uid}/cancel. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { centavos, idempotencyKey, readBody, readPage, readUid } from '../api/input.ts'
import { createUseLimit } from '../api/use-limit.ts'
import { cancelWithdrawal } from './decide-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { listWithdrawals } from './withdrawals.ts'

/** Longer than any key with its punctuation. */
const MAX_TYPED = 120
const REQUESTS_PER_MINUTE = 30

export const body = v.object({
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: v.pipe(v.string(), v.maxLength(MAX_TYPED)),
  amount: centavos,
})

export function postRedeemBalance(ctx: ApiContext): Handler<ApiEnv> {
  const mayAsk = createUseLimit(REQUESTS_PER_MINUTE * ctx.env.ADDRESS_LIMIT_FACTOR)
  return async (c) => {
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const fan = c.get('fan')
    if (!fan.isComplete) return refusal(c, 'profile_incomplete')
    if (!mayAsk(fan.uid)) return refusal(c, 'too_many_requests')
    const requestHash = hashRequest('/redeem-balance', input)
    const requested = await requestWithdrawal(ctx.sql, fan.uid, { ...input, key, requestHash })
    return requested.ok ? c.json({ data: requested.value }, 201) : answer(c, requested)
  }
}

export function getRedeemBalance(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const page = readPage(c)
    if (!page) return refusal(c, 'malformed')
    return c.json(await listWithdrawals(ctx.sql, c.get('fan').uid, page))
  }
}

export function postCancellation(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'withdrawal_not_found')
    return answer(c, await cancelWithdrawal(ctx.sql, c.get('fan').uid, uid))
  }
}
