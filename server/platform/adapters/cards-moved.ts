/** What moved at the card processor since an instant, for whoever compares it with our books. */
import type Stripe from 'stripe'
import { cardRefundStatus } from '#domain/card-refund.ts'

/** The processor's largest page; its SDK requests the following ones by itself. */
export const PAGE = 100

/** Money that went back to a card: `id` is the refund's or the dispute's, `at` when it last moved. Centavos. */
export type ReturnedByCard = { id: string; intentId: string | null; amount: number; at: Date }

export async function receivedSince(stripe: Stripe, since: Date): Promise<Map<string, number>> {
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

export async function refundedSince(stripe: Stripe, since: Date): Promise<ReturnedByCard[]> {
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

export async function disputedSince(stripe: Stripe, since: Date): Promise<ReturnedByCard[]> {
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

/** A dispute in the processor's own words, `object`, as its webhooks carry it. */
export type ReportedDispute = { id: string; status: string; object: unknown }

export async function listDisputesSince(stripe: Stripe, since: Date): Promise<ReportedDispute[]> {
  const disputes: ReportedDispute[] = []
  const created = { gte: secondsOf(since) }
  for await (const dispute of stripe.disputes.list({ created, limit: PAGE }))
    disputes.push({ id: dispute.id, status: dispute.status, object: dispute })
  return disputes
}

/** A refund in the processor's own words, `object`, as its webhooks carry it. */
export type ReportedRefund = { id: string; intentId: string | null; status: string; object: unknown }

/** Those that do not carry our id: somebody made them in the processor's own panel. */
export async function strangeRefundsSince(stripe: Stripe, since: Date): Promise<ReportedRefund[]> {
  const refunds: ReportedRefund[] = []
  const created = { gte: secondsOf(since) }
  for await (const refund of stripe.refunds.list({ created, limit: PAGE })) {
    if (refund.metadata?.refund) continue
    const { id, status } = refund
    refunds.push({ id, intentId: idOf(refund.payment_intent), status: status ?? 'pending', object: refund })
  }
  return refunds
}

/** Unix seconds, the processor's unit of time. */
export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}

function idOf(intent: string | Stripe.PaymentIntent | null): string | null {
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}
