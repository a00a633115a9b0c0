/** The card processor, over Stripe's protocol. */
import type Stripe from 'stripe'
import * as v from 'valibot'
import { type CardDecline, cardDecline } from '#domain/card-decline.ts'
import { type CardRefundStatus, cardRefundStatus } from '#domain/card-refund.ts'
import type { Env } from '../../env.ts'
import { isCardError, isInvalidRequest, loadSdk } from './cards-sdk.ts'

const event = v.object({ id: v.pipe(v.string(), v.regex(/^\w{1,255}$/)), type: v.string() })
/** The processor's largest page; its SDK requests the following ones by itself. */
const PAGE = 100

/** The same one makes the same call, byte for byte. */
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
  /** `message` is the processor's own sentence, in English, for the operator. */
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

type UnsettledPayment = { uid: string; intentId: string | null; createdAt: Date }

export type RefundOrder = {
  /** Our own id for it. */
  uid: string
  intentId: string
  /** Centavos. */
  amount: number
}
/** `failure` is the processor's own reason why it was not refunded. */
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
  verifyEvent: (rawBody: string, signature: string) => Promise<CardEvent>
  /** The processor's current status of a payment, for one whose webhook never arrived. */
  findIntent: (payment: UnsettledPayment) => Promise<IntentState | null>
  /** Everything received since, in centavos, by our payments' uids. */
  receivedSince: (since: Date) => Promise<Map<string, number>>
  /** Everything that went back since through refunds and disputes, whatever it was charged for. */
  returnedSince: (since: Date) => Promise<ReturnedByCard[]>
  /** Refunds part of a charge, once for each uid. */
  refund: (order: RefundOrder) => Promise<RefundOutcome>
  /** The refund requested under this uid; null when the processor does not know it. */
  findRefund: (order: Pick<RefundOrder, 'uid' | 'intentId'>) => Promise<RefundOutcome | null>
  /** Cancels a charge that its payer never finished; returns its state afterwards. */
  cancelIntent: (intentId: string) => Promise<IntentState>
}

export function createCardProcessor(env: Env): CardProcessor {
  let loaded: Promise<Stripe> | undefined
  const sdk = () => {
    loaded ??= loadSdk(env)
    return loaded
  }
  return {
    charge: async (order) => charge(await sdk(), order),
    async verifyEvent(rawBody, signature) {
      const { webhooks } = await sdk()
      webhooks.constructEvent(rawBody, signature, env.STRIPE_WEBHOOK_SECRET)
      const payload: unknown = JSON.parse(rawBody)
      return { ...v.parse(event, payload), payload }
    },
    findIntent: async (payment) => findIntent(await sdk(), payment),
    receivedSince: async (since) => receivedSince(await sdk(), since),
    returnedSince: async (since) => [
      ...(await refundedSince(await sdk(), since)),
      ...(await disputedSince(await sdk(), since)),
    ],
    refund: async (order) => refund(await sdk(), order),
    findRefund: async ({ uid, intentId }) => refundNamed(await sdk(), intentId, uid),
    cancelIntent: async (intentId) => cancelIntent(await sdk(), intentId),
  }
}

async function charge(
  stripe: Stripe,
  { paymentUid, total, paymentMethodId, email, description }: Charge,
): Promise<ChargeOutcome> {
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
    if (isCardError(fault)) {
      const { code, decline_code: declineCode, message } = fault
      const reason = cardDecline(code, declineCode)
      return { kind: 'declined', intentId: fault.payment_intent?.id ?? null, reason, message }
    }
    if (isInvalidRequest(fault)) {
      return { kind: 'declined', intentId: null, reason: 'declined', message: fault.message }
    }
    throw fault
  }
}

async function findIntent(
  stripe: Stripe,
  { uid, intentId, createdAt }: UnsettledPayment,
): Promise<IntentState | null> {
  if (intentId) return stateOf(await stripe.paymentIntents.retrieve(intentId))
  const created = { gte: secondsOf(createdAt) - 60 }
  for await (const intent of stripe.paymentIntents.list({ created, limit: PAGE })) {
    if (intent.metadata.payment === uid) return stateOf(intent)
  }
  return null
}

async function receivedSince(stripe: Stripe, since: Date): Promise<Map<string, number>> {
  const received = new Map<string, number>()
  const created = { gte: secondsOf(since) }
  for await (const intent of stripe.paymentIntents.list({ created, limit: PAGE })) {
    const { payment } = intent.metadata
    if (payment && intent.status === 'succeeded' && intent.currency === 'brl') {
      received.set(payment, (received.get(payment) ?? 0) + intent.amount_received)
    }
  }
  return received
}

async function refundedSince(stripe: Stripe, since: Date): Promise<ReturnedByCard[]> {
  const refunds: ReturnedByCard[] = []
  const created = { gte: secondsOf(since) }
  for await (const refund of stripe.refunds.list({ created, limit: PAGE })) {
    refunds.push({
      id: refund.id,
      intentId: idOf(refund.payment_intent),
      // A refund that failed returned the money to us.
      amount: cardRefundStatus(refund.status) === 'failed' ? 0 : refund.amount,
      at: new Date(refund.created * 1000),
    })
  }
  return refunds
}

async function disputedSince(stripe: Stripe, since: Date): Promise<ReturnedByCard[]> {
  const disputes: ReturnedByCard[] = []
  const created = { gte: secondsOf(since) }
  for await (const dispute of stripe.disputes.list({ created, limit: PAGE })) {
    const moves = dispute.balance_transactions
    disputes.push({
      id: dispute.id,
      intentId: idOf(dispute.payment_intent),
      // Less its fee, which is booked at the end.
      amount: -moves.reduce((sum, move) => sum + move.amount, 0),
      at: new Date(Math.max(dispute.created, ...moves.map((move) => move.created)) * 1000),
    })
  }
  return disputes
}

async function refund(stripe: Stripe, { uid, intentId, amount }: RefundOrder): Promise<RefundOutcome> {
  try {
    // The processor forgets an idempotency key after a day, but keeps the refunds that carry our id.
    const known = await refundNamed(stripe, intentId, uid)
    if (known) return known
    const made = await stripe.refunds.create(
      { payment_intent: intentId, amount, metadata: { refund: uid } },
      { idempotencyKey: `refund-${uid}` },
    )
    return refundOutcome(made)
  } catch (fault) {
    if (!isInvalidRequest(fault)) throw fault
    return { providerId: null, status: 'failed', failure: fault.message }
  }
}

async function cancelIntent(stripe: Stripe, intentId: string): Promise<IntentState> {
  try {
    return stateOf(await stripe.paymentIntents.cancel(intentId))
  } catch (fault) {
    // It ended while we were asking: its state then is what counts.
    if (!isInvalidRequest(fault)) throw fault
    return stateOf(await stripe.paymentIntents.retrieve(intentId))
  }
}

/** The refund of a charge that carries our id, if an earlier call got that far. */
async function refundNamed(stripe: Stripe, intentId: string, uid: string): Promise<RefundOutcome | null> {
  for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: PAGE })) {
    if (refund.metadata?.refund === uid) return refundOutcome(refund)
  }
  return null
}

function refundOutcome({ id, status, failure_reason: failure }: Stripe.Refund): RefundOutcome {
  return { providerId: id, status: cardRefundStatus(status), failure: failure ?? null }
}

/** Unix seconds, the processor's unit of time. */
function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
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
