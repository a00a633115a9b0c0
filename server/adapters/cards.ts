/** The card processor, spoken to in Stripe's protocol. The only file that knows Stripe's SDK. */

import Stripe from 'stripe'
import { type CardDecline, cardDecline } from '#domain/card-decline.ts'
import type { Env } from '../env.ts'

const STRIPE_ORIGIN = 'https://api.stripe.com'

export type Charge = {
  paymentUid: string
  /** Centavos, fee included. */
  total: number
  paymentMethodId: string
  email: string
  description: string
}

export type ChargeOutcome =
  | { kind: 'accepted'; intentId: string }
  | { kind: 'action'; intentId: string; clientSecret: string }
  /** `message` is the processor's own sentence, in English, for whoever looks into it. */
  | { kind: 'declined'; intentId: string | null; reason: CardDecline; message: string }

export type CardEvent = { id: string; type: string; payload: unknown }

/** `received` is what has arrived, in centavos when `currency` is brl. */
export type IntentState = {
  intentId: string
  status: string
  failure: string | null
  received: number
  currency: string
}

export type UnsettledPayment = { uid: string; intentId: string | null; createdAt: Date }

export type CardProcessor = {
  charge: (charge: Charge) => Promise<ChargeOutcome>
  /** Checks signature and age (300 s) of a webhook on its raw bytes. Throws when it is not the processor's. */
  verifyEvent: (rawBody: string, signature: string) => CardEvent
  /** The processor's present word on a payment, for one whose webhook never came. */
  findIntent: (payment: UnsettledPayment) => Promise<IntentState | null>
  /** What has arrived since, in centavos, by our payments' uids. */
  receivedSince: (since: Date) => Promise<Map<string, number>>
  /** Gives up a charge that its payer never finished; says how it stands afterwards. */
  cancelIntent: (intentId: string) => Promise<IntentState>
}

export function createCardProcessor(env: Env): CardProcessor {
  const stripe = new Stripe(env.STRIPE_SECRET_KEY, {
    // The SDK knows no path prefix; the processor's address may have one.
    httpClient: Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      fetch(String(input).replace(STRIPE_ORIGIN, env.STRIPE_API_URL.replace(/\/$/, '')), init),
    ),
    maxNetworkRetries: 2,
    timeout: 20_000,
  })
  return {
    async charge({ paymentUid, total, paymentMethodId, email, description }) {
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: total,
            currency: 'brl',
            payment_method: paymentMethodId,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            confirm: true,
            receipt_email: email,
            description,
            metadata: { payment: paymentUid },
          },
          // The row's own id: however often this is sent, the card is charged once.
          { idempotencyKey: paymentUid },
        )
        if (intent.status === 'requires_action' && intent.client_secret) {
          return { kind: 'action', intentId: intent.id, clientSecret: intent.client_secret }
        }
        return { kind: 'accepted', intentId: intent.id }
      } catch (fault) {
        if (fault instanceof Stripe.errors.StripeCardError) {
          const { code, decline_code: declineCode, message } = fault
          const reason = cardDecline(code, declineCode)
          return { kind: 'declined', intentId: fault.payment_intent?.id ?? null, reason, message }
        }
        if (fault instanceof Stripe.errors.StripeInvalidRequestError) {
          return { kind: 'declined', intentId: null, reason: 'declined', message: fault.message }
        }
        throw fault
      }
    },
    verifyEvent(rawBody, signature) {
      const event = stripe.webhooks.constructEvent(rawBody, signature, env.STRIPE_WEBHOOK_SECRET)
      return { id: event.id, type: event.type, payload: JSON.parse(rawBody) }
    },
    async findIntent({ uid, intentId, createdAt }) {
      if (intentId) return stateOf(await stripe.paymentIntents.retrieve(intentId))
      const created = { gte: Math.floor(createdAt.getTime() / 1000) - 60 }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
        if (intent.metadata.payment === uid) return stateOf(intent)
      }
      return null
    },
    async receivedSince(since) {
      const received = new Map<string, number>()
      const created = { gte: Math.floor(since.getTime() / 1000) }
      for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
        const { payment } = intent.metadata
        if (payment && intent.status === 'succeeded' && intent.currency === 'brl') {
          received.set(payment, (received.get(payment) ?? 0) + intent.amount_received)
        }
      }
      return received
    },
    async cancelIntent(intentId) {
      try {
        return stateOf(await stripe.paymentIntents.cancel(intentId))
      } catch (fault) {
        // It came to its end while we were asking: how it stands then is what counts.
        if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw fault
        return stateOf(await stripe.paymentIntents.retrieve(intentId))
      }
    },
  }
}

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  return {
    intentId: intent.id,
    status: intent.status,
    failure: intent.last_payment_error?.message ?? null,
    received: intent.amount_received,
    currency: intent.currency,
  }
}
