import { Hono } from 'hono'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import type { ServerContext } from '../../context.ts'
import type { Env } from '../../env.ts'
import { createCardProcessor } from '../../platform/adapters/cards.ts'
import { createLogger, faultInLog } from '../../platform/log.ts'
import { stripeWebhook } from './card-webhook.ts'

const STRIPE_WEBHOOK_SECRET = 'whsec_test'
const payload = JSON.stringify({ id: 'evt_1', receipt_email: 'ana@tune.test' })

function open(log: ServerContext['log']): Hono {
  const env = { STRIPE_SECRET_KEY: 'sk_test', STRIPE_API_URL: 'http://localhost', STRIPE_WEBHOOK_SECRET }
  // What is counted is a matter of troubles.test.ts.
  const sql = (async () => []) as unknown as ServerContext['sql']
  const ctx = { log, sql, cards: createCardProcessor(env as Env) } as ServerContext
  return new Hono().post('/webhooks/stripe', ...stripeWebhook(ctx))
}

test.each([
  ['another secret', { secret: 'whsec_other' }, /another secret/],
  ['an old timestamp', { timestamp: 1_700_000_000 }, /too long ago/],
])('%s: refused, and the log says why and nothing of what was sent', async (_what, signed, reason) => {
  const log = createLogger('silent')
  const said = vi.spyOn(log, 'warn')
  const app = open(log)
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

test('of a caller who brings no signature nothing is read', async () => {
  const unread = new ReadableStream({}, { highWaterMark: 0 })
  const asked = { method: 'POST', body: unread, duplex: 'half' } as RequestInit
  const answer = await open(createLogger('silent')).request('/webhooks/stripe', asked)
  expect(answer.status).toBe(400)
})

test.each(['[]', '{}', '{"id":5,"type":"x"}', '{"id":"evt_1","type":"x","data":"\\u0000"}'])(
  'signed, and yet no event that could be kept: %s',
  async (body) => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: STRIPE_WEBHOOK_SECRET,
    })
    const headers = { 'stripe-signature': signature }
    const answer = await open(createLogger('silent')).request('/webhooks/stripe', {
      method: 'POST',
      headers,
      body,
    })
    expect(answer.status).toBe(400)
  },
)
