/** The calls of refunds. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { DISPUTE_STATUSES } from '#domain/dispute.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { REASON_MAX, REFUND_DESTINATIONS, REFUND_STATUSES } from '#domain/refund.ts'
import { WRITE_OFF_STATUSES } from '#domain/write-off.ts'
import {
  about,
  callsOfAdmins,
  callsOfFans,
  centavos,
  centavosAsked,
  choice,
  data,
  uuid,
  words,
} from '../api/call.ts'
import { approvalWire, outgoingState } from '../approvals/contract.ts'
import { approveLines, list, personWire, reasonBody, writtenWire } from '../back-office/contract.ts'
import { amounts, days, ofPerson } from '../back-office/filters.ts'

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

/** Why nothing is given back. */
const NOT_REFUNDED = [
  'refund_exceeds_payment',
  'refund_in_wallet',
  'refund_not_to_card',
  'refund_uncovered',
  'payment_disputed',
  'own_refund',
  'token_not_playable',
  'user_not_found',
] as const
const NOT_GIVEN_UP = ['own_debt', 'debt_gone', 'debt_has_withdrawals'] as const
const NOT_WRITTEN_OFF = [...NOT_GIVEN_UP, 'write_off_waiting'] as const
const REFUND_NOT_APPROVED = [
  ...NOT_REFUNDED,
  'refund_decided',
  'refund_after_play',
  'second_person_due',
] as const
const WRITE_OFF_NOT_APPROVED = [...NOT_GIVEN_UP, 'write_off_decided', 'second_person_due'] as const

export const refundsCalls = {
  ...callsOfFans('access', {
    'POST /regret': {
      summary: 'Undoes the purchase of a token that was never played, within seven days.',
      body: v.object({ UID: uuid }),
      answer: data(cancelledPurchaseWire),
      refusals: [
        'token_not_found',
        'token_not_playable',
        'regret_after_play',
        'token_ended',
        'regret_too_late',
      ],
    },
  }),
  ...callsOfAdmins({
    'POST /admin/activity/{uid}/refunds': {
      roles: ['finance'],
      proof: true,
      summary: 'Gives money back; a large refund asks for two people.',
      key: true,
      body: v.object({
        amount: centavos,
        destination: v.picklist(REFUND_DESTINATIONS),
        reason: words(REASON_MAX),
        despitePlay: v.boolean(),
      }),
      answer: data(refundWire),
      unknown: 'payment_not_found',
      refusals: [...NOT_REFUNDED, 'refund_after_play', 'key_reused'],
    },
    'GET /admin/activity/{uid}/refund-lines': {
      roles: ['finance'],
      summary: 'The lines of the ledger that such a refund writes. It changes nothing.',
      query: {
        amount: centavosAsked,
        destination: choice('Where it goes.', REFUND_DESTINATIONS, 'wallet'),
      },
      answer: data(writtenWire),
      unknown: 'payment_not_found',
      refusals: NOT_REFUNDED,
    },
    'POST /admin/activity/{uid}/unclaimed': {
      roles: ['finance'],
      proof: true,
      summary: 'Records that what is kept for an erased account was handed over.',
      body: reasonBody,
      answer: data(v.strictObject({ amount: v.number() })),
      unknown: 'payment_not_found',
      refusals: ['nothing_unclaimed', 'own_refund'],
    },
    ...list(
      '/admin/refunds-waiting',
      waitingRefundWire,
      ['finance'],
      'Refunds that wait for a second person.',
      { filters: { ...days, ...amounts, ...ofPerson } },
    ),
    'GET /admin/refunds/{uid}/approve-lines': approveLines('refund_not_found', REFUND_NOT_APPROVED),
    'POST /admin/refunds/{uid}/approve': {
      roles: ['finance'],
      proof: true,
      summary: 'Approves a refund that somebody else asked for.',
      body: v.object({
        despitePlay: about(v.optional(v.boolean(), false), 'The caller knows that the token was played.'),
      }),
      answer: data(approvedRefundWire),
      unknown: 'refund_not_found',
      refusals: REFUND_NOT_APPROVED,
    },
    'POST /admin/refunds/{uid}/reject': {
      roles: ['finance'],
      proof: true,
      summary: 'Rejects it.',
      answer: data(refundWire),
      unknown: 'refund_not_found',
      refusals: ['refund_decided'],
    },
    'POST /admin/users/{uid}/write-offs': {
      roles: ['finance'],
      proof: true,
      summary: 'Gives a debt up; a large one asks for two people.',
      key: true,
      body: v.object({ amount: centavos, reason: words(REASON_MAX) }),
      answer: data(writeOffWire),
      unknown: 'user_not_found',
      refusals: [...NOT_WRITTEN_OFF, 'key_reused'],
    },
    'GET /admin/users/{uid}/write-off-lines': {
      roles: ['finance'],
      summary: 'The lines of the ledger that giving up so much of a debt writes. It changes nothing.',
      query: { amount: centavosAsked },
      answer: data(writtenWire),
      unknown: 'user_not_found',
      refusals: NOT_WRITTEN_OFF,
    },
    ...list('/admin/debtors', debtorWire, ['finance'], 'Everybody whose wallet is below zero.', {
      filters: { ...amounts, ...ofPerson },
    }),
    ...list(
      '/admin/write-offs-waiting',
      waitingWriteOffWire,
      ['finance'],
      'Debts to be given up, for a second person.',
      { filters: { ...days, ...amounts, ...ofPerson } },
    ),
    'GET /admin/write-offs/{uid}/approve-lines': approveLines('write_off_not_found', WRITE_OFF_NOT_APPROVED),
    'POST /admin/write-offs/{uid}/approve': {
      roles: ['finance'],
      proof: true,
      summary: 'Approves a write-off that somebody else asked for.',
      answer: data(writeOffWire),
      unknown: 'write_off_not_found',
      refusals: WRITE_OFF_NOT_APPROVED,
    },
    'POST /admin/write-offs/{uid}/reject': {
      roles: ['finance'],
      proof: true,
      summary: 'Rejects it.',
      answer: data(writeOffWire),
      unknown: 'write_off_not_found',
      refusals: ['write_off_decided', 'own_debt'],
    },
  }),
} as const
