/** The calls of operations. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { DEED_KINDS } from '#domain/audit-facts.ts'
import { OUTGOING } from '#domain/money-decision.ts'
import { MONEY_PROVIDERS } from '#domain/payment.ts'
import { RECONCILED_SIDES } from '#domain/reconciliation.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { about, callsOfAdmins, data, file, words } from '../api/call.ts'
import { correctedWire } from '../approvals/contract.ts'
import { approveLines, list } from '../back-office/contract.ts'
import { days, ofPerson, oneOf } from '../back-office/filters.ts'
import { unmatchedWire } from '../payments/contract.ts'
import { chainWaitingWire, failedJobWire, failedOperationWire } from './failures-contract.ts'
import { figuresWire } from './figures-contract.ts'
import { LEFT_REFUSALS, NOT_DECIDED, outgoingAnswerWire, stuckCalls, stuckWire } from './outgoing-contract.ts'
import { reconciliationWire } from './reconciliation-contract.ts'
import { waitingWire } from './waiting-contract.ts'
import { webhookWire } from './webhook-contract.ts'

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

/** What somebody found out about what is given up or settled. */
const noteBody = v.object({ note: words(REASON_MAX) })

const NOT_AGREED = [
  ...NOT_DECIDED,
  ...LEFT_REFUSALS,
  'payment_contradicted',
  'return_contradicted',
  'decision_decided',
  'second_person_due',
  'no_remedy',
] as const

export const operationsCalls = {
  ...callsOfAdmins({
    ...list('/admin/audit', auditWire, [], 'What administrators did.', {
      filters: { flow: oneOf('Only deeds about this.', DEED_KINDS), ...days, ...ofPerson },
    }),
    ...list(
      '/admin/failed-jobs',
      failedJobWire,
      [],
      'Background jobs that keep failing, or that will not be tried again by themselves.',
      { filters: days },
    ),
    'GET /admin/chain-waiting': {
      roles: [],
      summary: 'How much waits for the chain, and since when.',
      answer: data(chainWaitingWire),
    },
    ...list('/admin/failed-operations', failedOperationWire, [], 'What the chain refused to record.', {
      filters: days,
    }),
    ...list(
      '/admin/webhooks',
      webhookWire,
      ['finance'],
      'Webhooks that were refused or have not been applied.',
      { filters: { method: oneOf('Only those of a provider.', MONEY_PROVIDERS), ...days } },
    ),
    ...list(
      '/admin/reconciliations',
      reconciliationWire,
      ['finance'],
      'Comparisons with processor, provider and chain.',
      { filters: days },
    ),
    'GET /admin/figures': {
      roles: ['finance'],
      summary:
        'The business at a glance, as it was counted within the last minute; of the last thirty days unless asked otherwise.',
      query: days,
      answer: data(figuresWire),
      unreadable: 'filter_nonsense',
      refusals: ['filter_nonsense'],
    },
    'GET /admin/figures.csv': {
      roles: ['finance'],
      summary: 'The same days as a file.',
      query: days,
      answer: file('text/csv'),
      unreadable: 'filter_nonsense',
      refusals: ['filter_nonsense'],
    },
    'GET /admin/waiting': {
      roles: ['support', 'finance', 'content'],
      summary: 'What waits for an administrator, by kind: how many, and since when.',
      answer: data(v.array(waitingWire)),
    },
    'POST /admin/reconciliations': {
      roles: ['finance'],
      summary: 'Asks for a comparison now.',
      answer: data(v.null()),
    },
    'POST /admin/reconciliations/{id}/settle': {
      roles: ['finance'],
      summary: 'Notes what somebody found out about a difference, which then no longer waits.',
      body: v.object({ side: v.picklist(RECONCILED_SIDES), subject: words(200), note: words(REASON_MAX) }),
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-jobs/{id}/retry': {
      roles: [],
      summary: 'Tries a job again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-jobs/{id}/discard': {
      roles: [],
      summary: 'Gives a job up, with a note on what was found out.',
      body: noteBody,
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-operations/{id}/settle': {
      roles: [],
      summary: 'Notes what was found out about a refused operation, which then no longer waits.',
      body: noteBody,
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/webhooks/{id}/settle': {
      roles: ['finance'],
      summary: 'Notes what was found out about a refused webhook, which then no longer waits.',
      body: noteBody,
      answer: data(v.null()),
      unknown: 'record_not_found',
    },
    'POST /admin/failed-operations/{id}/retry': {
      roles: [],
      summary: 'Hands an operation to the chain again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
      refusals: ['not_repeatable'],
    },
    'POST /admin/webhooks/{id}/replay': {
      roles: ['finance'],
      summary: 'Applies a webhook again.',
      answer: data(v.null()),
      unknown: 'record_not_found',
      refusals: ['not_repeatable'],
    },
    ...list(
      '/admin/stuck',
      stuckWire,
      ['finance'],
      'Payments on their way out that somebody has to look at.',
      { filters: { flow: oneOf('Only those of a kind.', OUTGOING) } },
    ),
    ...stuckCalls('withdrawals'),
    ...stuckCalls('payouts'),
    ...stuckCalls('refunds'),
    'GET /admin/decisions/{uid}/approve-lines': approveLines('decision_not_found', NOT_AGREED),
    'POST /admin/decisions/{uid}/approve': {
      roles: ['finance'],
      proof: true,
      summary: 'The second person agrees.',
      answer: data(v.union([outgoingAnswerWire, unmatchedWire, correctedWire])),
      unknown: 'decision_not_found',
      refusals: NOT_AGREED,
    },
    'POST /admin/decisions/{uid}/reject': {
      roles: ['finance'],
      proof: true,
      summary: 'The second person does not agree.',
      answer: data(v.union([outgoingAnswerWire, unmatchedWire, correctedWire])),
      unknown: 'decision_not_found',
      refusals: ['decision_decided'],
    },
  }),
} as const
