/** What payment providers and mail servers send: signed as they sign, or not quite. */
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

export function webhookTarget(route: Route, world: { facts: Facts; env: World['env'] }): Target {
  return route.path.endsWith('/mail-reports') ? reportTarget(route, world.env) : jsonTarget(route, world)
}

/** Returned mails and complaints, whose parts are now and then something else, or within each other. */
function reportTarget({ method, path }: Route, { MAIL_REPORTS_SECRET: secret }: World['env']): Target {
  const part = fc.record({
    type: fc.constantFrom(
      'text/plain',
      'message/delivery-status',
      'message/feedback-report',
      'message/rfc822',
      'multipart/mixed; boundary=b',
    ),
    text: fc.oneof(
      fc.constant('Action: failed\r\nStatus: 5.1.1'),
      fc.constant('Feedback-Type: abuse'),
      fc.stringMatching(/^[0-9a-f]{32}$/).map((id) => `Message-ID: <${id}@tune.test>`),
      fc.string({ unit: 'binary', maxLength: 2000 }),
    ),
  })
  const sent = fc
    .record({ parts: fc.array(part, { maxLength: 50 }), isSigned: fc.integer({ min: 0, max: 9 }) })
    .map(({ parts, isSigned }) => ({
      path,
      body: [
        'Content-Type: multipart/report; boundary=b',
        ...parts.map(({ type, text }) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}`),
        '--b--',
      ].join('\r\n\r\n'),
      headers: {
        'content-type': 'message/rfc822',
        authorization: `Bearer ${isSigned === 0 ? 'x' : secret}`,
      },
    }))
  return { door: 'webhooks', name: `${method} ${path}`, method, sent }
}

function jsonTarget({ method, path }: Route, world: { facts: Facts; env: World['env'] }): Target {
  const { STRIPE_WEBHOOK_SECRET, PIX_WEBHOOK_SECRET, MAIL_WEBHOOK_SECRET = '' } = world.env
  const uid = fc.constantFrom(...world.facts.uids)
  const isPix = path.endsWith('/pix')
  const isMail = path.endsWith('/mail')
  const content = isPix ? pixContent(uid) : isMail ? mailContent : cardContent(uid)
  const sent = fc
    .record({ content, isSigned: fc.integer({ min: 0, max: 9 }) })
    .map(({ content, isSigned }) => {
      const body = JSON.stringify(content)
      // The one thing that the seed does not decide: signatures are only good for a while.
      const at = Math.floor(Date.now() / 1000)
      const secretOf = (secret: string) => (isSigned === 0 ? 'x' : secret)
      const headers = { 'content-type': 'application/json' }
      if (isPix) return { path: `${path}?hmac=${secretOf(PIX_WEBHOOK_SECRET)}`, body, headers }
      if (isMail) {
        const basic = Buffer.from(`mail:${secretOf(MAIL_WEBHOOK_SECRET)}`).toString('base64')
        return { path, body, headers: { ...headers, authorization: `Basic ${basic}` } }
      }
      const signature = createHmac('sha256', secretOf(STRIPE_WEBHOOK_SECRET))
        .update(`${at}.${body}`)
        .digest('hex')
      return { path, body, headers: { ...headers, 'stripe-signature': `t=${at},v1=${signature}` } }
    })
  return { door: 'webhooks', name: `${method} ${path}`, method, sent }
}

const mailAddress = or(fc.record({ Email: or(fc.emailAddress()) }))
const mailContent = or(
  fc.record({
    MessageID: or(fc.uuid()),
    FromFull: mailAddress,
    ToFull: or(fc.array(mailAddress, { maxLength: 3 })),
    OriginalRecipient: or(fc.uuid().map((id) => `r-${id.replaceAll('-', '')}@reply.tune.test`)),
    TextBody: or(fc.string()),
    HtmlBody: or(fc.string().map((text) => `<p>${text}`)),
    Headers: or(fc.array(or(fc.record({ Name: fc.string(), Value: fc.string() })), { maxLength: 3 })),
  }),
)

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
