/** POST /webhooks/stripe: checks the signature on the raw bytes, stores the event once, and answers. */
import type { Handler, MiddlewareHandler } from 'hono'
import type { ServerContext } from '../../context.ts'
import type { CardEvent } from '../../platform/adapters/cards.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { storeWebhookEvents } from '../../platform/http/store-webhook-events.ts'
import { countOutsideFault } from '../../platform/outside-faults.ts'

const MAX_BODY_BYTES = 1024 * 1024
const SIGNATURE = 'stripe-signature'

/** A signature is of the body, which is therefore read before anybody is known; but not of callers who bring none. */
export function stripeWebhook(ctx: ServerContext): [MiddlewareHandler, MiddlewareHandler, Handler] {
  return [
    requireSignature,
    limitBody(MAX_BODY_BYTES, (c) => c.json({ error: 'too large' }, 413)),
    receive(ctx),
  ]
}

const requireSignature: MiddlewareHandler = async (c, next) =>
  c.req.header(SIGNATURE) ? next() : c.json({ error: 'invalid webhook' }, 400)

function receive(ctx: ServerContext): Handler {
  return async (c) => {
    let event: CardEvent
    try {
      event = await ctx.cards.verifyEvent(await c.req.text(), c.req.header(SIGNATURE) ?? '')
    } catch (fault) {
      ctx.log.warn({ err: fault }, 'a card webhook was refused')
      await countOutsideFault(ctx.sql, 'card_webhook')
      return c.json({ error: 'invalid webhook' }, 400)
    }
    if (!isStorable(event.payload)) return c.json({ error: 'invalid webhook' }, 400)
    await storeWebhookEvents(ctx.sql, 'stripe', [event])
    return c.json({ received: true })
  }
}
