/** What refunds look like to those who ask for them. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { REFUND_DESTINATIONS, REFUND_STATUSES } from '#domain/refund.ts'
import { WRITE_OFF_STATUSES } from '#domain/write-off.ts'
import { about } from '../api/call.ts'
import { approvalWire, outgoingState } from '../approvals/contract.ts'
import { personWire } from '../back-office/contract.ts'

export const cancelledPurchaseWire = v.strictObject({ uid: v.string(), amount: v.number() })
export type CancelledPurchaseWire = v.InferOutput<typeof cancelledPurchaseWire>

/** `failure` is the processor's reason; `approvals` has the first one first. */
export const refundWire = v.strictObject({
  ...outgoingState.entries,
  id: v.number(),
  uid: v.string(),
  amount: v.number(),
  destination: v.picklist(REFUND_DESTINATIONS),
  reason: v.string(),
  status: v.picklist(REFUND_STATUSES),
  failure: v.nullable(v.string()),
  rejection: about(
    v.nullable(
      v.strictObject({
        by: v.string(),
        reason: v.string(),
        isTakenBack: about(v.boolean(), 'By whoever had asked for it.'),
      }),
    ),
    'Who rejected it and why, in words that the fan got.',
  ),
  madeElsewhere: about(
    v.boolean(),
    "Made in the processor's own panel: while it is `requested`, somebody has to book it.",
  ),
  borne: about(
    v.number(),
    'What the house bore of such a one, in centavos, besides `amount` or as all of it.',
  ),
  effects: about(
    v.strictObject({
      fee: about(v.number(), 'Of the payment, in centavos: it stays.'),
      isSale: about(v.boolean(), 'It comes from author and platform.'),
      isUnclaimed: about(v.boolean(), 'It is kept for an erased account.'),
      token: about(
        v.nullable(v.strictObject({ isMinted: v.boolean(), isPlayed: v.boolean() })),
        'What was bought.',
      ),
    }),
    'What its approval concerns, as of now.',
  ),
  approvals: v.array(approvalWire),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type RefundWire = v.InferOutput<typeof refundWire>

/** The answer of POST /admin/refunds/{uid}/approve; `counts` is false for somebody who came after those whose approval was enough. */
export const approvedRefundWire = v.strictObject({ ...refundWire.entries, counts: v.boolean() })
export type ApprovedRefundWire = v.InferOutput<typeof approvedRefundWire>

/** GET /admin/refunds-waiting: those that wait for a second person, or are on their way to a card. */
export const waitingRefundWire = v.strictObject({
  ...refundWire.entries,
  payment: v.string(),
  paid: about(
    v.strictObject({ amount: v.number(), method: v.picklist(PAYMENT_METHODS), at: v.string() }),
    'What the payment was.',
  ),
  user: personWire,
})
export type WaitingRefundWire = v.InferOutput<typeof waitingRefundWire>

export const disputeWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  providerId: v.string(),
  amount: v.number(),
  fanPart: v.number(),
  fee: v.number(),
  reason: v.string(),
  status: v.picklist(DISPUTE_STATUSES),
  openedAt: v.string(),
  evidenceDueAt: about(
    v.nullable(v.string()),
    'Until when the bank takes evidence, where the processor said so.',
  ),
  endedAt: v.nullable(v.string()),
})
export type DisputeWire = v.InferOutput<typeof disputeWire>

/** A debt that the platform writes off; `approvals` has the first one first. */
export const writeOffWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  amount: v.number(),
  reason: v.string(),
  status: v.picklist(WRITE_OFF_STATUSES),
  approvals: v.array(approvalWire),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type WriteOffWire = v.InferOutput<typeof writeOffWire>

/** GET /admin/write-offs-waiting: those that wait for a second person. */
export const waitingWriteOffWire = v.strictObject({ ...writeOffWire.entries, user: personWire })
export type WaitingWriteOffWire = v.InferOutput<typeof waitingWriteOffWire>

/** GET /admin/debtors: whose wallet is below zero; `owed` in centavos. */
export const debtorWire = v.strictObject({
  id: v.number(),
  user: personWire,
  owed: v.number(),
  disputedAt: v.nullable(v.string()),
})
export type DebtorWire = v.InferOutput<typeof debtorWire>
