/** The card processor: Stripe's REST subset, its signed webhooks and its browser script, under one path. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { Control } from '../control.ts'
import { openDatabase } from '../database.ts'
import type { Emulator } from '../emulator.ts'
import { NETWORK_OUTCOMES } from '../faults.ts'
import { type ApiOptions, answer, unknownPath } from './api.ts'
import { controlRoutes } from './control-routes.ts'
import { IdempotentReplies } from './idempotency.ts'
import { browserPages } from './pages.ts'
import { ROUTES } from './routes.ts'
import { CARDS_SCHEMA, CardStore } from './store.ts'
import { registerDomain } from './wallets.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'
import { WebhookSender } from './webhooks.ts'

export type CardsOptions = {
  dataDir: string
  /** The address of `/stripe` as browsers and servers see it. */
  publicUrl: string
  webhook: { url: string; secret: string }
}

const OUTCOMES = [...NETWORK_OUTCOMES, 'drop_answer_after_charge', 'decline', 'processing'] as const

export function createCards(options: CardsOptions): Emulator {
  const db = openDatabase(options.dataDir, 'cards', CARDS_SCHEMA)
  const store = new CardStore(db)
  // What the dashboard of the site's owner holds, like the address of its webhook.
  registerDomain(store, new URL(options.webhook.url).hostname, true, Math.floor(Date.now() / 1000))
  const control = new Control(db, OUTCOMES)
  const webhooks = new WebhookSender(store, options.webhook)
  const api: ApiOptions = {
    store,
    control,
    replies: new IdempotentReplies(store),
    publicUrl: options.publicUrl,
    afterCommit: () => webhooks.wake(),
  }
  const app = new Hono()
  app.use('/v1/*', cors({ origin: '*', exposeHeaders: ['Request-Id', 'Idempotent-Replayed'] }))
  for (const route of [...ROUTES, webhookEndpoints(options.webhook.url)])
    app.on(route.method, route.path, (c) => answer(c, route, api))
  app.all('/v1/*', unknownPath)
  app.route('/v3', browserPages(api))
  app.route('/_control', controlRoutes({ store, control, webhooks, publicUrl: options.publicUrl }))
  return {
    app,
    async close() {
      await webhooks.close()
      db.close()
    },
  }
}
