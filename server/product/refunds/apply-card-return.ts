/** The card processor's events about returned money: refunds, by our request or not, and disputes. */

import * as v from 'valibot'
import { cardRefundStatus } from '#domain/card-refund.ts'
import { disputeStatus } from '#domain/dispute.ts'
import type { Env } from '../../env.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { uuid } from '../api/call.ts'
import { applyDispute } from './dispute-payment.ts'
import { applyCardRefund } from './record-card-refund.ts'
import { recordElsewhere } from './record-elsewhere.ts'

const refund = v.object({
  id: v.string(),
  amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  currency: v.optional(v.string(), 'brl'),
  status: v.nullish(v.string()),
  metadata: v.nullish(v.record(v.string(), v.string())),
  failure_reason: v.nullish(v.string()),
})
const dispute = v.object({
  id: v.string(),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1)),
  currency: v.string(),
  reason: v.optional(v.string(), 'general'),
  status: v.string(),
  balance_transactions: v.optional(
    v.array(v.object({ fee: v.optional(v.pipe(v.number(), v.integer()), 0) })),
    [],
  ),
  // Seconds since 1970; null or 0 where the bank takes no evidence.
  evidence_details: v.optional(v.object({ due_by: v.nullish(v.pipe(v.number(), v.integer())) })),
})

/** A bank that only inquires has taken nothing. */
const ONLY_ASKED = /^(warning_|prevented)/

/** `paymentId` is our payment whose charge it is about; null when it is none of ours. */
export async function applyRefundEvent(
  env: Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  tx: Tx,
  object: unknown,
  paymentId: number | null,
): Promise<string> {
  const parsed = v.safeParse(refund, object)
  if (!parsed.success) return 'refused: malformed'
  const { id, amount, currency, status, metadata, failure_reason: failure } = parsed.output
  const uid = metadata?.refund
  if (!uid) {
    if (paymentId === null) return 'ignored: not ours'
    if (amount === undefined) return 'refused: malformed'
    const made = {
      providerId: id,
      amount,
      currency,
      status: cardRefundStatus(status),
      failure: failure ?? null,
    }
    return recordElsewhere(env, tx, paymentId, made)
  }
  if (!v.is(uuid, uid)) return 'refused: malformed'
  const report = { providerId: id, status: cardRefundStatus(status), failure: failure ?? null }
  return (await applyCardRefund(env, tx, uid, report)) ? `refund ${report.status}` : 'repeated'
}

export async function applyDisputeEvent(
  env: Pick<Env, 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  tx: Tx,
  object: unknown,
  paymentId: number | null,
): Promise<string> {
  if (paymentId === null) return 'ignored: not ours'
  const parsed = v.safeParse(dispute, object)
  if (!parsed.success) return 'refused: malformed'
  const {
    id,
    amount,
    currency,
    reason,
    status,
    balance_transactions: booked,
    evidence_details,
  } = parsed.output
  if (currency !== 'brl') return `refused: disputed in ${currency}`
  if (ONLY_ASKED.test(status)) return 'ignored: only asked'
  return applyDispute(env, tx, paymentId, {
    providerId: id,
    amount,
    fee: Math.max(
      0,
      booked.reduce((sum, { fee }) => sum + fee, 0),
    ),
    reason,
    status: disputeStatus(status),
    evidenceDueAt: evidence_details?.due_by ? new Date(evidence_details.due_by * 1000) : null,
  })
}
