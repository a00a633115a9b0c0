/** The calls of operations. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { OUTGOING, OUTGOING_OUTCOMES, REFERENCE_MAX } from '#domain/money-decision.ts'
import { RECONCILED_SIDES } from '#domain/reconciliation.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { about, callsOfAdmins, data, words } from '../api/call.ts'
import { decisionWire, outgoingState } from '../approvals/contract.ts'
import { list } from '../back-office/contract.ts'
import { unmatchedWire } from '../payments/contract.ts'

/** GET /admin/figures: the results of the latest run of the minutely job. */
export const figuresWire = v.strictObject({
  countedAt: v.string(),
  activeUsers: v.number(),
  activeProjects: v.number(),
  transactions: about(v.number(), 'Payments, whatever became of them.'),
  tokensIssued: v.number(),
  days: about(
    v.array(v.strictObject({ day: v.string(), volume: v.number(), fees: v.number(), held: v.number() })),
    'The last thirty days in São Paulo, oldest first; `day` is `yyyy-MM-dd`.',
  ),
  projects: about(
    v.array(v.strictObject({ uid: v.string(), projectName: v.string(), volume: v.number() })),
    'Of the same days, the projects that sold most, and what all others sold.',
  ),
  others: v.number(),
  weeks: about(
    v.array(
      v.strictObject({
        week: v.string(),
        registered: v.number(),
        completed: v.number(),
        paid: v.number(),
        bid: v.number(),
      }),
    ),
    'The last twelve weeks by their Mondays, oldest first: of those who registered, who came how far.',
  ),
})
export type FiguresWire = v.InferOutput<typeof figuresWire>

/** GET /admin/stuck: outgoing payments that need somebody's attention. */
export const stuckWire = v.strictObject({
  ...outgoingState.entries,
  id: v.number(),
  kind: v.picklist(OUTGOING),
  uid: v.string(),
  payee: about(
    v.strictObject({ uid: v.string(), name: v.string() }),
    "Who is to have it, and the uid of their page: a fan's, or an artist's.",
  ),
  payment: about(v.nullable(v.string()), 'The payment that is refunded; null for a withdrawal and a payout.'),
  amount: v.number(),
  isAbandoned: about(v.boolean(), 'Nothing tries it any more.'),
  approvedAt: v.nullable(v.string()),
})
export type StuckWire = v.InferOutput<typeof stuckWire>

/** The state of a payment after a decision. */
export const outgoingAnswerWire = v.strictObject({ status: v.string(), decision: v.nullable(decisionWire) })
export type OutgoingAnswerWire = v.InferOutput<typeof outgoingAnswerWire>

/** GET /admin/audit. `before` and `after` hold the facts that changed, by their names. */
export const auditWire = v.strictObject({
  id: v.number(),
  admin: about(v.nullable(v.string()), "Null for what was done from the command line in nobody's name."),
  door: v.picklist(['back-office', 'command-line']),
  action: v.string(),
  subject: v.string(),
  name: about(
    v.nullable(v.string()),
    "What people call the subject: a person's, a project's or an artist's name; of money, whose it is.",
  ),
  amount: about(v.nullable(v.number()), 'Of a decision about money: centavos, and whose money it is.'),
  payee: v.nullable(
    v.strictObject({ kind: v.picklist(['user', 'artist']), uid: v.string(), name: v.string() }),
  ),
  reason: about(v.nullable(v.string()), 'Why, as it was said then.'),
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  address: v.nullable(v.string()),
  createdAt: v.string(),
})
export type AuditWire = v.InferOutput<typeof auditWire>

/** GET /admin/failed-jobs: those that will not be retried. */
export const failedJobWire = v.strictObject({
  id: v.number(),
  task: v.string(),
  attempts: v.number(),
  error: about(v.string(), 'Without addresses, documents and keys.'),
  createdAt: v.string(),
})
export type FailedJobWire = v.InferOutput<typeof failedJobWire>

/** GET /admin/failed-operations: what the chain refused to record. */
export const failedOperationWire = v.strictObject({
  id: v.number(),
  key: v.string(),
  kind: v.string(),
  failure: v.string(),
  mayRetry: about(
    v.boolean(),
    'False where the money went back when it failed: recording it afterwards would be wrong.',
  ),
  createdAt: v.string(),
})
export type FailedOperationWire = v.InferOutput<typeof failedOperationWire>

/** GET /admin/webhooks: those refused or not yet applied. */
export const webhookWire = v.strictObject({
  id: v.number(),
  event: v.string(),
  provider: v.string(),
  type: v.string(),
  outcome: about(v.nullable(v.string()), 'Null while it has not been applied.'),
  createdAt: v.string(),
})
export type WebhookWire = v.InferOutput<typeof webhookWire>

const differenceRows = v.array(v.strictObject({ id: v.string(), amount: v.number() }))
const difference = v.strictObject({
  side: v.picklist(RECONCILED_SIDES),
  subject: v.string(),
  ledger: v.number(),
  other: v.number(),
  rows: v.exactOptional(v.strictObject({ ledger: differenceRows, other: differenceRows })),
})

/** GET /admin/reconciliations. `found` counts all differences, of which the first fifty are included. */
export const reconciliationWire = v.strictObject({
  id: v.number(),
  madeAt: v.string(),
  compared: v.number(),
  found: v.number(),
  differences: v.array(difference),
})
export type ReconciliationWire = v.InferOutput<typeof reconciliationWire>

const reference = v.optional(words(REFERENCE_MAX))

const NOT_DECIDED = [
  'not_under_way',
  'attempted_just_now',
  'reference_invalid',
  'decision_waiting',
  'own_decision',
  'withdrawal_decided',
  'payout_decided',
  'refund_decided',
] as const

/** The possible actions on an outgoing payment that no job moves any more. */
const stuckCalls = <const Kind extends 'withdrawals' | 'payouts' | 'refunds'>(kind: Kind) => {
  const retry = {
    summary: 'Has a payment on its way out tried again.',
    answer: data(outgoingAnswerWire),
    unknown: 'not_under_way',
    refusals: ['decision_waiting'],
  } as const
  const decide = {
    summary:
      'Gives it back or books it as paid: at once where the provider says so, else with a second person.',
    body: v.object({ outcome: v.picklist(OUTGOING_OUTCOMES), reference, note: words(REASON_MAX) }),
    answer: data(outgoingAnswerWire),
    unknown: 'not_under_way',
    refusals: NOT_DECIDED,
  } as const
  return {
    [`POST /admin/${kind}/{uid}/retry`]: retry,
    [`POST /admin/${kind}/{uid}/decide`]: decide,
  } as { [Each in `POST /admin/${Kind}/{uid}/retry`]: typeof retry } & {
    [Each in `POST /admin/${Kind}/{uid}/decide`]: typeof decide
  }
}

export const operationsCalls = {
  ...callsOfAdmins({
    ...list('/admin/audit', auditWire, 'What administrators did.'),
    ...list(
      '/admin/failed-jobs',
      failedJobWire,
      'Background jobs that will not be tried again by themselves.',
    ),
    ...list('/admin/failed-operations', failedOperationWire, 'What the chain refused to record.'),
    ...list('/admin/webhooks', webhookWire, 'Webhooks that were refused or have not been applied.'),
    ...list('/admin/reconciliations', reconciliationWire, 'Comparisons with processor, provider and chain.'),
    'GET /admin/figures': {
      summary: 'The business at a glance, as it was counted within the last minute.',
      answer: data(figuresWire),
    },
    'POST /admin/reconciliations': {
      summary: 'Asks for a comparison now.',
      answer: data(v.null()),
    },
    'POST /admin/failed-jobs/{id}/retry': {
      summary: 'Tries a job again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-jobs/{id}/discard': {
      summary: 'Gives a job up.',
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-operations/{id}/retry': {
      summary: 'Hands an operation to the chain again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
      refusals: ['not_repeatable'],
    },
    'POST /admin/webhooks/{id}/replay': {
      summary: 'Applies a webhook again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
      refusals: ['not_repeatable'],
    },
    ...list('/admin/stuck', stuckWire, 'Payments on their way out that somebody has to look at.'),
    ...stuckCalls('withdrawals'),
    ...stuckCalls('payouts'),
    ...stuckCalls('refunds'),
    'POST /admin/decisions/{uid}/approve': {
      summary: 'The second person agrees.',
      answer: data(v.union([outgoingAnswerWire, unmatchedWire])),
      unknown: 'decision_not_found',
      refusals: [...NOT_DECIDED, 'decision_decided', 'second_person_due', 'user_not_found'],
    },
    'POST /admin/decisions/{uid}/reject': {
      summary: 'The second person does not agree.',
      answer: data(v.union([outgoingAnswerWire, unmatchedWire])),
      unknown: 'decision_not_found',
      refusals: ['decision_decided'],
    },
  }),
} as const
