/** POST /push-subscriptions {endpoint, keys}: this browser wants the fan's news; …/remove {endpoint}: no longer. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody } from '../api/input.ts'
import { removePushSubscription, savePushSubscription } from './push-subscriptions.ts'

const endpoint = v.pipe(v.string(), v.url(), v.maxLength(2048))
/** As `PushSubscription.toJSON()` writes it; what else it holds is of no use here. */
export const subscription = v.object({ endpoint, keys: v.object({ p256dh: v.string(), auth: v.string() }) })
export const removal = v.object({ endpoint })

export function postPushSubscription(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, subscription)
    if (!input || !ctx.push.accepts(input.endpoint, input.keys)) return refusal(c, 'malformed')
    await savePushSubscription(ctx.sql, c.get('fan').uid, input.endpoint, input.keys)
    return c.json({ data: { subscribed: true } })
  }
}

export function postPushRemoval(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, removal)
    if (!input) return refusal(c, 'malformed')
    await removePushSubscription(ctx.sql, c.get('fan').uid, input.endpoint)
    return c.json({ data: { subscribed: false } })
  }
}
