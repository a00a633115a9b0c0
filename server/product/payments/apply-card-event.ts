/** Applies one stored webhook of the card processor. Safe to repeat, reorder and race. */

import * as v from 'valibot'
import { PAYMENT_FAILURES } from '#domain/payment.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { uuid } from '../api/call.ts'
import { applyDisputeEvent, applyRefundEvent } from '../refunds/public.ts'
import { creditPayment, failPayment } from './finish-payment.ts'
import { isPayerGone, type LockedPayment, lockPayment, totalOf } from './lock-payment.ts'
import { setAside, takeFromUnmatched } from './unmatched-money.ts'

const intentEvent = v.object({
  data: v.object({
    object: v.object({
      id: v.string(),
      amount: v.number(),
      amount_received: v.optional(v.number(), 0),
      currency: v.string(),
      metadata: v.optional(v.record(v.string(), v.string()), {}),
      last_payment_error: v.nullish(v.object({ message: v.nullish(v.string()) })),
    }),
  }),
})

/** Whatever an event is about, it names the charge's intent, or is one. */
const aboutIntent = v.object({
  data: v.object({
    object: v.object({
      id: v.string(),
      object: v.optional(v.string()),
      payment_intent: v.nullish(v.string()),
    }),
  }),
})

/** The event refers to a payment that is not visible yet; the job is retried later. */
class PaymentNotVisible extends Error {
  override name = 'PaymentNotVisible'
}

export async function applyCardEvent(
  ctx: Pick<ServerContext, 'sql' | 'env' | 'log'>,
  eventId: string,
): Promise<void> {
  await withRetries(ctx.sql, async (tx) => {
    const event = parseRow(
      v.object({ type: v.string(), payload: v.unknown(), done: v.boolean() }),
      await tx`
        select type, payload, processed_at is not null as done
        from private.webhook_events
        where id = ${eventId}
        for update`,
    )
    if (!event || event.done) return
    const outcome = await applyOnce(ctx, tx, { id: eventId, ...event })
    if (outcome.startsWith('refused')) ctx.log.error({ eventId, outcome }, 'card event refused')
    // Looked for last: the event may have been the first to name the intent.
    await tx`
      update private.webhook_events
      set processed_at = now(), outcome = ${outcome}, payment_id = (
        select id from payments where intent_id = ${intentIn(event.payload)}
      )
      where id = ${eventId}`
  })
}

/** The intent of the charge that an event is about. */
function intentIn(payload: unknown): string | null {
  const parsed = v.safeParse(aboutIntent, payload)
  if (!parsed.success) return null
  const { id, payment_intent: intent } = parsed.output.data.object
  return intent ?? id
}

/** The payment of ours whose charge an event is about. */
async function paymentOf(tx: Tx, payload: unknown): Promise<number | null> {
  const found = await tx`select id from payments where intent_id = ${intentIn(payload)}`
  return parseRow(v.object({ id: rowId }), found)?.id ?? null
}

/**
 * True while a charge of ours is in progress whose intent nobody has named: anything reported about it may be ours.
 */
async function isChargeUnnamed(tx: Tx): Promise<boolean> {
  const [unnamed] = await tx`
    select from payments where status = 'pending' and method = 'card' and intent_id is null limit 1`
  return unnamed !== undefined
}

async function applyOnce(
  ctx: Pick<ServerContext, 'env'>,
  tx: Tx,
  { id: eventId, type, payload }: { id: string; type: string; payload: unknown },
): Promise<string> {
  if (type.startsWith('refund.') || type === 'charge.refund.updated') {
    return applyRefundEvent(ctx.env, tx, objectOf(payload), await paymentOf(tx, payload))
  }
  if (type.startsWith('charge.dispute.')) {
    const payment = await paymentOf(tx, payload)
    if (payment === null && (await isChargeUnnamed(tx))) {
      throw new PaymentNotVisible('a dispute came while the name of a charge of ours is not known yet')
    }
    return applyDisputeEvent(ctx.env, tx, objectOf(payload), payment)
  }
  if (!type.startsWith('payment_intent.')) return 'ignored: other type'
  const parsed = v.safeParse(intentEvent, payload)
  if (!parsed.success) return 'refused: malformed'
  const intent = parsed.output.data.object
  // The account may serve other products: what does not carry our mark is not ours.
  const uid = intent.metadata.payment
  if (!uid) return 'ignored: not ours'
  if (!v.is(uuid, uid)) return 'refused: malformed'
  // Locked, so that two charges of one payment cannot both consider themselves the first.
  const payment = await lockPayment(tx, { uid })
  if (!payment) throw new PaymentNotVisible(`payment ${uid} is not visible yet`)
  await tx`
    update payments set intent_id = ${intent.id}
    where id = ${payment.id} and intent_id is null`

  switch (type) {
    case 'payment_intent.succeeded':
      return applySuccess(tx, eventId, intent, payment)
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const reason = intent.last_payment_error?.message ?? PAYMENT_FAILURES.cancelled
      return (await failPayment(tx, payment, reason)) ? 'failed' : 'repeated'
    }
    default:
      return 'ignored: no change'
  }
}

type Intent = v.InferOutput<typeof intentEvent>['data']['object']

/** What does not match waits as unmatched money until somebody has decided what becomes of it. */
async function applySuccess(
  tx: Tx,
  eventId: string,
  { id: externalId, currency, amount_received: amount }: Intent,
  payment: LockedPayment,
): Promise<string> {
  const refused = async (why: string) => {
    // Money in another currency is not in our centavos.
    if (currency === 'brl' && amount > 0) {
      await setAside(tx, { eventId, provider: 'stripe', externalId, amount, paymentId: payment.id })
    }
    return `refused: ${why}`
  }
  const total = totalOf(payment)
  if (currency !== 'brl' || amount !== total) {
    return refused(`received ${amount} ${currency}, expected ${total} brl`)
  }
  if (isPayerGone(payment)) return refused('its payer was erased')
  if (await creditPayment(tx, payment)) {
    await takeFromUnmatched(tx, eventId)
    return 'credited'
  }
  // The payer paid twice, and one payment is credited once.
  return externalId === (payment.intentId ?? externalId)
    ? 'repeated'
    : refused(`${externalId} paid what was paid before`)
}

function objectOf(payload: unknown): unknown {
  return (payload as { data?: { object?: unknown } } | null)?.data?.object
}
