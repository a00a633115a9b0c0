/** The card processor, over Stripe's protocol. */
import type Stripe from 'stripe'
import * as v from 'valibot'
import { type CardDecline, cardDecline } from '#domain/card-decline.ts'
import { type CardRefundStatus, cardRefundStatus } from '#domain/card-refund.ts'
import type { Env } from '../../env.ts'
import { faultOfSignature } from './card-signature.ts'
import {
  disputedSince,
  listDisputesSince,
  PAGE,
  type ReportedDispute,
  type ReportedRefund,
  type ReturnedByCard,
  receivedSince,
  refundedSince,
  secondsOf,
  strangeRefundsSince,
} from './cards-moved.ts'
import { isCardError, isForbidden, isInvalidRequest, loadSdk } from './cards-sdk.ts'

const event = v.object({ id: v.pipe(v.string(), v.regex(/^\w{1,255}$/)), type: v.string() })

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
  /** The call itself was refused (a key, the account, a parameter of ours): no card was charged, and none will be. */
  | { kind: 'unavailable'; intentId: null; message: string }

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
  /** Every dispute opened since, as its webhooks would tell of it. */
  disputesSince: (since: Date) => Promise<ReportedDispute[]>
  /** Refunds since then that were not requested here. */
  strangeRefundsSince: (since: Date) => Promise<ReportedRefund[]>
  /** Refunds part of a charge, once for each uid. */
  refund: (order: RefundOrder) => Promise<RefundOutcome>
  /** The refund requested under this uid; null when the processor does not know it. */
  findRefund: (order: Pick<RefundOrder, 'uid' | 'intentId'>) => Promise<RefundOutcome | null>
  /** What opens the question again that a bank asks of a charge's payer; null when it asks none. */
  openQuestion: (intentId: string) => Promise<string | null>
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
      const fault = faultOfSignature(rawBody, signature, env.STRIPE_WEBHOOK_SECRET)
      if (fault) throw new Error(fault)
      const payload: unknown = JSON.parse(rawBody)
      return { ...v.parse(event, payload), payload }
    },
    findIntent: async (payment) => findIntent(await sdk(), payment),
    receivedSince: async (since) => receivedSince(await sdk(), since),
    returnedSince: async (since) => [
      ...(await refundedSince(await sdk(), since)),
      ...(await disputedSince(await sdk(), since)),
    ],
    disputesSince: async (since) => listDisputesSince(await sdk(), since),
    strangeRefundsSince: async (since) => strangeRefundsSince(await sdk(), since),
    refund: async (order) => refund(await sdk(), order),
    findRefund: async ({ uid, intentId }) => refundNamed(await sdk(), intentId, uid),
    openQuestion: async (intentId) => openQuestion(await sdk(), intentId),
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
    if (isInvalidRequest(fault) && isOfTheCard(fault))
      return { kind: 'declined', intentId: null, reason: 'declined', message: fault.message }
    if (isInvalidRequest(fault) || isForbidden(fault))
      return { kind: 'unavailable', intentId: null, message: fault.message }
    throw fault
  }
}

/** Whether what the payer's browser sent was refused; any other parameter is ours. */
function isOfTheCard({ param }: Stripe.errors.StripeInvalidRequestError): boolean {
  return param?.startsWith('payment_method') === true
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

async function openQuestion(stripe: Stripe, intentId: string): Promise<string | null> {
  const { status, client_secret: secret } = await stripe.paymentIntents.retrieve(intentId)
  return status === 'requires_action' ? secret : null
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

function stateOf(intent: Stripe.PaymentIntent): IntentState {
  return {
    intentId: intent.id,
    status: intent.status,
    failure: intent.last_payment_error?.message ?? null,
    received: intent.amount_received,
    currency: intent.currency,
  }
}
