/** The card processor, spoken to in Stripe's protocol. The only file that knows Stripe's SDK. */

import Stripe from 'stripe'
import { type CardDecline, cardDecline } from '#domain/card-decline.ts'
import { type CardRefundStatus, cardRefundStatus } from '#domain/card-refund.ts'
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

export type RefundOrder = {
  /** Our own name for it. */
  uid: string
  intentId: string
  /** Centavos. */
  amount: number
}
/** `failure` is the processor's own word for why it was not given back. */
export type RefundOutcome = {
  providerId: string | null
  status: CardRefundStatus
  failure: string | null
}
/** Money that went back to a card: `id` is the refund's or the dispute's, `at` when it last moved. Centavos. */
export type ReturnedByCard = { id: string; intentId: string | null; amount: number; at: Date }

export type CardProcessor = {
  charge: (charge: Charge) => Promise<ChargeOutcome>
  /** Checks signature and age (300 s) of a webhook on its raw bytes. Throws when it is not the processor's. */
  verifyEvent: (rawBody: string, signature: string) => CardEvent
  /** The processor's present word on a payment, for one whose webhook never came. */
  findIntent: (payment: UnsettledPayment) => Promise<IntentState | null>
  /** What has arrived since, in centavos, by our payments' uids. */
  receivedSince: (since: Date) => Promise<Map<string, number>>
  /** What went back since by refunds and disputes, whatever it was charged for. */
  returnedSince: (since: Date) => Promise<ReturnedByCard[]>
  /** Gives money of a charge back, once for each uid. */
  refund: (order: RefundOrder) => Promise<RefundOutcome>
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
    async returnedSince(since) {
      const period = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }
      const returned: ReturnedByCard[] = []
      for await (const { id, amount, status, created, payment_intent: intent } of stripe.refunds.list(
        period,
      )) {
        const isBack = status === 'failed' || status === 'canceled'
        returned.push({
          id,
          intentId: idOf(intent),
          amount: isBack ? 0 : amount,
          at: new Date(created * 1000),
        })
      }
      for await (const {
        id,
        created,
        payment_intent: intent,
        balance_transactions: moves,
      } of stripe.disputes.list(period)) {
        const last = Math.max(created, ...moves.map((move) => move.created))
        returned.push({
          id,
          intentId: idOf(intent),
          // Less its fee, which is booked at the end.
          amount: -moves.reduce((sum, move) => sum + move.amount, 0),
          at: new Date(last * 1000),
        })
      }
      return returned
    },
    async refund({ uid, intentId, amount }) {
      try {
        // The processor forgets an idempotency key after a day; what it gave back under our name it keeps.
        const known = await refundNamed(stripe, intentId, uid)
        if (known) return known
        const refund = await stripe.refunds.create(
          { payment_intent: intentId, amount, metadata: { refund: uid } },
          { idempotencyKey: `refund-${uid}` },
        )
        return refundOutcome(refund)
      } catch (fault) {
        if (!(fault instanceof Stripe.errors.StripeInvalidRequestError)) throw fault
        return { providerId: null, status: 'failed', failure: fault.message }
      }
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

/** The refund of a charge that carries our name, if an earlier call came that far. */
async function refundNamed(stripe: Stripe, intentId: string, uid: string): Promise<RefundOutcome | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) {
    if (refund.metadata?.refund === uid) return refundOutcome(refund)
  }
  return null
}

function refundOutcome({ id, status, failure_reason: failure }: Stripe.Refund): RefundOutcome {
  return { providerId: id, status: cardRefundStatus(status), failure: failure ?? null }
}

function idOf(intent: string | Stripe.PaymentIntent | null): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
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
