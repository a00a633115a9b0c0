/**
 * POST /webhooks/mail: what people answer by mail becomes part of their conversation with support. The address it was sent to
 * is the conversation's own and cannot be guessed.
 */
import type { Handler, MiddlewareHandler } from 'hono'
import type { ServerContext } from '../../context.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { keepReply } from './keep-reply.ts'
import type { Clean } from './mailed-files.ts'

/** With attachments: a provider sends ten megabytes of them at most, in base64. */
const MAX_BODY_BYTES = 15 * 1024 * 1024

/** `clean` makes safe what is attached. */
export function mailWebhook(
  ctx: ServerContext,
  clean: Clean,
): [MiddlewareHandler, MiddlewareHandler, Handler] {
  return [
    authorize(ctx),
    limitBody(MAX_BODY_BYTES, (c) => c.json({ error: 'too large' }, 413)),
    receive(ctx, clean),
  ]
}

function authorize({ inboundMails, log }: ServerContext): MiddlewareHandler {
  return async (c, next) => {
    if (inboundMails.knowsSecret(c.req.header('authorization'))) return next()
    log.warn({ from: clientAddress(c) }, 'a stranger’s mail webhook was refused')
    return c.json({ error: 'unauthorized' }, 401)
  }
}

/** Whatever cannot be kept is answered as received: the provider would otherwise tell it for hours. */
function receive(ctx: ServerContext, clean: Clean): Handler {
  return async (c) => {
    const mail = ctx.inboundMails.read(await c.req.text())
    if (!mail || !isStorable([mail.id, mail.from])) return c.json({ error: 'invalid webhook' }, 400)
    const outcome = await keepReply(ctx, mail, clean)
    if (outcome !== 'kept') ctx.log.info({ outcome }, 'a mail to support was not kept')
    return c.json({ received: true, outcome })
  }
}
