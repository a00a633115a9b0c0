/** POST /regret {UID}: undoes the purchase of a token that was never played. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, uuid } from '../api/input.ts'
import { regretPurchase } from './cancel-in-cooling-off.ts'

export const body = v.object({ UID: uuid })

export function postRegret(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await regretPurchase(ctx, c.get('fan').uid, input.UID))
  }
}
