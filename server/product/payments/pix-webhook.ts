/**
 * POST /webhooks/pix, with `/pix` behind it as providers append it: stores each receipt once, and answers. Providers sign
 * nothing. They prove themselves by mutual TLS, which ends at the proxy before us; by the secret of the address, which
 * they were given when it was registered (or which that proxy adds); and by their network, where it is set.
 */
import type { Handler, MiddlewareHandler } from 'hono'
import type { PixReceipt } from '#domain/pix.ts'
import type { ServerContext } from '../../context.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { inNetworks } from '../../platform/http/networks.ts'
import { countOutsideFault } from '../../platform/outside-faults.ts'
import { storePixReceipts } from './store-pix-receipts.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** What providers append may also end up behind the secret. */
const APPENDED = /\/pix$/

export function pixWebhook(ctx: ServerContext): [MiddlewareHandler, MiddlewareHandler, Handler] {
  return [authorize(ctx), limitBody(MAX_BODY_BYTES, (c) => c.json({ error: 'too large' }, 413)), receive(ctx)]
}

function authorize({ env, pix, log, sql }: ServerContext): MiddlewareHandler {
  const isSource = env.PIX_WEBHOOK_SOURCES.length > 0 ? inNetworks(env.PIX_WEBHOOK_SOURCES) : () => true
  return async (c, next) => {
    const given = c.req.query('hmac')?.replace(APPENDED, '') ?? ''
    if (pix.knowsSecret(given) && isSource(clientAddress(c))) return next()
    log.warn({ from: clientAddress(c) }, 'a PIX webhook of a stranger was refused')
    // Whoever brings no secret at all was never told our address.
    if (given) await countOutsideFault(sql, 'pix_webhook')
    return c.json({ error: 'unauthorized' }, 401)
  }
}

function receive(ctx: ServerContext): Handler {
  return async (c) => {
    let receipts: PixReceipt[]
    try {
      receipts = ctx.pix.readWebhook(await c.req.text())
    } catch (fault) {
      ctx.log.warn({ err: fault }, 'a PIX webhook was refused')
      await countOutsideFault(ctx.sql, 'pix_webhook_words')
      return c.json({ error: 'invalid webhook' }, 400)
    }
    if (!isStorable(receipts)) return c.json({ error: 'invalid webhook' }, 400)
    await storePixReceipts(ctx.sql, receipts)
    return c.json({ received: true })
  }
}
