/** The card emulator's control interface: what a tester cannot ask of the real Stripe. Described in ../README.md. */
import type { Hono } from 'hono'
import { type Control, jsonBody } from '../control.ts'
import { transaction } from '../database.ts'
import type { Call, Handler } from './call.ts'
import { settle } from './confirmation.ts'
import { decideDispute, disputePayment } from './disputes.ts'
import { StripeFailure } from './errors.ts'
import type { Params } from './form.ts'
import { failRefund } from './refunds.ts'
import { type CardStore, newId } from './store.ts'
import type { Mode, WebhookSender } from './webhooks.ts'

type Options = { store: CardStore; control: Control; webhooks: WebhookSender; publicUrl: string }

export function controlRoutes({ store, control, webhooks, publicUrl }: Options): Hono {
  const app = control.routes(
    () => {
      store.clear()
      webhooks.wake()
    },
    () => ({ webhooks: webhooks.mode(), deliveries: webhooks.log() }),
  )
  app.post('/webhooks', async (c) => {
    const { redeliver, ...change } = await jsonBody(c)
    const unknown = Object.entries(change).find(([name, on]) => !isModeName(name) || typeof on !== 'boolean')
    if (unknown !== undefined) {
      return c.json(
        { error: `${unknown[0]}: expected booleans paused, duplicate, shuffle, or redeliver` },
        400,
      )
    }
    if (redeliver !== undefined && !webhooks.redeliver(String(redeliver))) {
      return c.json({ error: `No such event: ${String(redeliver)}` }, 404)
    }
    return c.json(webhooks.setMode(change as Partial<Mode>))
  })
  /** Runs a handler with the vendor's own rights. */
  const run = (path: string, handler: Handler) =>
    app.post(path, async (c) => {
      const call: Call = {
        store,
        params: (await jsonBody(c)) as Params,
        id: c.req.param('id') ?? '',
        key: 'secret',
        language: 'en',
        publicUrl,
        requestId: newId('req'),
        idempotencyKey: null,
        scripted: undefined,
        now: Math.floor(Date.now() / 1000),
      }
      try {
        const result = transaction(store.db, () => handler(call))
        webhooks.wake()
        return c.json(result)
      } catch (error) {
        if (!(error instanceof StripeFailure)) throw error
        return c.json({ error: error.body }, 400)
      }
    })
  run('/settle', settle)
  run('/disputes', disputePayment)
  run('/disputes/:id', decideDispute)
  run('/refunds/:id/fail', failRefund)
  return app
}

function isModeName(name: string): name is keyof Mode {
  return name === 'paused' || name === 'duplicate' || name === 'shuffle'
}
