import { Hono } from 'hono'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { createCardProcessor } from '../adapters/cards.ts'
import type { ServerContext } from '../context.ts'
import type { Env } from '../env.ts'
import { createLogger, faultInLog } from '../log.ts'
import { stripeWebhook } from './stripe.ts'

const STRIPE_WEBHOOK_SECRET = 'whsec_test'
const payload = JSON.stringify({ id: 'evt_1', receipt_email: 'ana@tune.test' })

test.each([
  ['another secret', { secret: 'whsec_other' }, /No signatures found/],
  ['an old timestamp', { timestamp: 1_700_000_000 }, /Timestamp outside the tolerance zone/],
])('%s: refused, and the log says why and nothing of what was sent', async (_what, signed, reason) => {
  const env = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_API_URL: 'http://localhost', STRIPE_WEBHOOK_SECRET }
  const log = createLogger('silent')
  const said = vi.spyOn(log, 'warn')
  const ctx = { log, cards: createCardProcessor(env as Env) } as ServerContext
  const app = new Hono().post('/webhooks/stripe', ...stripeWebhook(ctx))
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: STRIPE_WEBHOOK_SECRET,
    ...signed,
  })
  const answer = await app.request('/webhooks/stripe', {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  })
  expect(answer.status).toBe(400)
  const [logged] = said.mock.calls.map(([what]) => faultInLog((what as { err: unknown }).err))
  expect(logged).toMatchObject({ message: expect.stringMatching(reason) })
  expect(JSON.stringify(logged)).not.toContain('ana@')
})
