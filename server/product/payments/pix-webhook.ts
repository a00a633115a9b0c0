/**
 * POST /webhooks/pix: checks the signature on the raw bytes, stores each receipt once, and answers. The real network
 * authenticates itself by mutual TLS, which is terminated before us; the signature proves that the proxy passed the
 * bytes on.
 */
import type { Handler, MiddlewareHandler } from 'hono'
import type { PixReceipt } from '#domain/pix.ts'
import type { ServerContext } from '../../context.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { storePixReceipts } from './store-pix-receipts.ts'

const MAX_BODY_BYTES = 1024 * 1024

export function pixWebhook(ctx: ServerContext): [MiddlewareHandler, Handler] {
  return [limitBody(MAX_BODY_BYTES, (c) => c.json({ error: 'too large' }, 413)), receive(ctx)]
}

function receive(ctx: ServerContext): Handler {
  return async (c) => {
    let receipts: PixReceipt[]
    try {
      receipts = ctx.pix.readWebhook(await c.req.text(), c.req.header('x-pix-signature') ?? '')
    } catch (fault) {
      ctx.log.warn({ err: fault }, 'a PIX webhook was refused')
      return c.json({ error: 'invalid webhook' }, 400)
    }
    if (!isStorable(receipts)) return c.json({ error: 'invalid webhook' }, 400)
    await storePixReceipts(ctx.sql, receipts)
    return c.json({ received: true })
  }
}
