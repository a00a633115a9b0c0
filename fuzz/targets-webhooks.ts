/** What payment providers send: signed as they sign, or not quite. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import type { Route } from './server.ts'
import { badValue } from './values.ts'
import type { World } from './world.ts'

const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.dispute.created',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
  'nothing.known',
]

const or = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: badValue })

export function webhookTarget({ method, path }: Route, world: { facts: Facts; env: World['env'] }): Target {
  const { STRIPE_WEBHOOK_SECRET, PIX_WEBHOOK_SECRET } = world.env
  const uid = fc.constantFrom(...world.facts.uids)
  const isPix = path.endsWith('/pix')
  const content = isPix ? pixContent(uid) : cardContent(uid)
  const sent = fc
    .record({ content, isSigned: fc.integer({ min: 0, max: 9 }) })
    .map(({ content, isSigned }) => {
      const body = JSON.stringify(content)
      // The one thing that the seed does not decide: signatures are only good for a while.
      const at = Math.floor(Date.now() / 1000)
      const sign = (secret: string, text: string) =>
        createHmac('sha256', isSigned === 0 ? 'x' : secret)
          .update(text)
          .digest('hex')
      const headers: Record<string, string> = isPix
        ? { 'x-pix-signature': sign(PIX_WEBHOOK_SECRET, body) }
        : { 'stripe-signature': `t=${at},v1=${sign(STRIPE_WEBHOOK_SECRET, `${at}.${body}`)}` }
      return { path, body, headers: { 'content-type': 'application/json', ...headers } }
    })
  return { door: 'webhooks', name: `${method} ${path}`, method, sent }
}

const cardContent = (uid: fc.Arbitrary<string>) =>
  or(
    fc.record({
      id: or(fc.uuid().map((id) => `evt_${id}`)),
      object: or(fc.constant('event')),
      type: or(fc.constantFrom(...EVENTS)),
      data: or(
        fc.record({
          object: or(
            fc.record(
              {
                id: or(uid.map((id) => `pi_${id}`)),
                object: or(fc.constantFrom('payment_intent', 'dispute', 'refund')),
                amount: or(fc.nat(100_000)),
                amount_received: or(fc.nat(100_000)),
                currency: or(fc.constantFrom('brl', 'usd')),
                metadata: or(fc.record({ payment: or(uid), refund: or(uid) }, { requiredKeys: [] })),
                status: or(fc.constantFrom('won', 'lost', 'needs_response', 'succeeded', 'failed')),
                payment_intent: or(uid.map((id) => `pi_${id}`)),
                balance_transactions: or(fc.array(fc.record({ fee: or(fc.nat(6000)) }), { maxLength: 3 })),
              },
              { requiredKeys: [] },
            ),
          ),
        }),
      ),
    }),
  )

const pixContent = (uid: fc.Arbitrary<string>) =>
  or(
    fc.record({
      pix: or(
        fc.array(
          or(
            fc.record({
              endToEndId: or(fc.stringMatching(/^[A-Za-z0-9]{1,40}$/)),
              txid: or(uid.map((id) => id.replaceAll('-', ''))),
              valor: or(fc.constantFrom('1.00', '21.19', '0.00', '99999999999999999999.99', '-1.00')),
              horario: or(
                fc.constantFrom('2026-11-23T10:00:00Z', '2026-11-23T10:00:00.000-03:00', 'yesterday'),
              ),
            }),
          ),
          { maxLength: 3 },
        ),
      ),
    }),
  )
