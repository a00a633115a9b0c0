/** A payment in the lists of the back office, and what they may be narrowed to. */
import * as v from 'valibot'
import { UNMATCHED_STATUSES } from '#domain/money-decision.ts'
import {
  MONEY_PROVIDERS,
  PAYMENT_FLOWS,
  PAYMENT_METHODS,
  PAYMENT_STATES,
  PAYMENT_STATUSES,
} from '#domain/payment.ts'
import { about } from '../api/call.ts'
import { personWire, turn, workWire } from '../back-office/contract.ts'
import { amounts, days, ofPerson, ofProject, oneOf } from '../back-office/filters.ts'

/** What its status does not say of a payment. */
export const ended = {
  isUndone: about(
    v.boolean(),
    'What it bought was taken back: by a refund, a regret or a dispute, or as a gift that came back.',
  ),
  isCancelled: about(
    v.boolean(),
    'The bid that it paid for has ended without winning, and its money is free again.',
  ),
}

/** GET /admin/activity: every payment. */
export const adminPaymentWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  flow: v.picklist(PAYMENT_FLOWS),
  method: v.picklist(PAYMENT_METHODS),
  status: v.picklist(PAYMENT_STATUSES),
  ...ended,
  turn,
  evidenceDueAt: about(v.nullable(v.string()), 'Until when a bank that disputes it takes evidence.'),
  amount: v.number(),
  fee: v.number(),
  refunded: about(v.number(), 'What of it was given back.'),
  createdAt: v.string(),
  user: personWire,
  project: about(v.nullable(workWire), 'Null for a deposit.'),
  isGift: about(v.boolean(), 'Bought for somebody else.'),
})
export type AdminPaymentWire = v.InferOutput<typeof adminPaymentWire>

/** What GET /admin/activity may be narrowed to. */
export const paymentFilters = {
  status: oneOf(
    'Only those of a status that no bank disputes or took back, or of which this has become.',
    PAYMENT_STATES,
  ),
  method: oneOf('Only those paid so.', PAYMENT_METHODS),
  flow: oneOf('Only those for this.', PAYMENT_FLOWS),
  ...days,
  ...amounts,
  ...ofPerson,
  ...ofProject,
}

/** What money without a payment may be narrowed to. */
export const unmatchedFilters = {
  status: oneOf('Only those of a status.', UNMATCHED_STATUSES),
  method: oneOf('Only those of a provider.', MONEY_PROVIDERS),
  ...days,
  ...amounts,
}

/** One entry of a payment's history, whoever wrote it. */
export const paymentEventWire = v.variant('kind', [
  v.strictObject({
    key: v.string(),
    at: v.string(),
    kind: v.literal('state'),
    status: v.picklist(PAYMENT_STATUSES),
    failure: v.nullable(v.string()),
  }),
  v.strictObject({
    key: v.string(),
    at: v.string(),
    kind: v.literal('webhook'),
    provider: v.string(),
    type: v.string(),
    event: v.string(),
    outcome: v.nullable(v.string()),
  }),
  v.strictObject({
    key: v.string(),
    at: v.string(),
    kind: v.literal('transfer'),
    transfer: v.string(),
    debit: v.string(),
    credit: v.string(),
    amount: v.number(),
  }),
  v.strictObject({
    key: v.string(),
    at: v.string(),
    kind: v.literal('chain'),
    operation: v.string(),
    status: v.string(),
    failure: v.nullable(v.string()),
    txHash: v.nullable(v.string()),
  }),
  v.strictObject({
    key: v.string(),
    at: v.string(),
    kind: v.literal('deed'),
    action: v.string(),
    admin: v.string(),
    after: v.nullable(v.record(v.string(), v.unknown())),
  }),
])
export type PaymentEventWire = v.InferOutput<typeof paymentEventWire>
