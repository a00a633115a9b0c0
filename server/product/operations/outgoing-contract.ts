/** The calls about payments on their way out, and about what left without our books. Amounts are centavos. */
import * as v from 'valibot'
import {
  LEFT_OUTCOMES,
  OUTGOING,
  OUTGOING_OUTCOMES,
  PROVIDER_WORDS,
  REFERENCE_MAX,
} from '#domain/money-decision.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { about, choice, data, words } from '../api/call.ts'
import { decisionWire, outgoingState } from '../approvals/contract.ts'
import { writtenWire } from '../back-office/contract.ts'

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
  hasLeft: about(
    v.boolean(),
    'It left without our books, and a decision about that waits for a second person.',
  ),
  approvedAt: v.nullable(v.string()),
})
export type StuckWire = v.InferOutput<typeof stuckWire>

/** The state of a payment after a decision. */
export const outgoingAnswerWire = v.strictObject({ status: v.string(), decision: v.nullable(decisionWire) })
export type OutgoingAnswerWire = v.InferOutput<typeof outgoingAnswerWire>

/** What the provider says of a payment, with its own name for it where it has one. */
const providerAnswer = v.strictObject({ word: v.picklist(PROVIDER_WORDS), reference: v.nullable(v.string()) })

const reference = v.optional(words(REFERENCE_MAX))

export const NOT_DECIDED = [
  'not_under_way',
  'attempted_just_now',
  'reference_invalid',
  'decision_waiting',
  'own_decision',
  'withdrawal_decided',
  'payout_decided',
  'refund_decided',
] as const

export const LEFT_REFUSALS = [
  'provider_not_paid',
  'decision_waiting',
  'own_decision',
  'withdrawal_decided',
  'payout_decided',
  'refund_decided',
  'refund_uncovered',
  'refund_exceeds_payment',
  'payment_disputed',
  'payout_exceeds_payable',
  'token_not_playable',
  'user_not_found',
] as const

/** The possible actions on an outgoing payment that no job moves any more. */
export const stuckCalls = <const Kind extends 'withdrawals' | 'payouts' | 'refunds'>(kind: Kind) => {
  const retry = {
    roles: ['finance'],
    summary: 'Has a payment on its way out tried again.',
    answer: data(outgoingAnswerWire),
    unknown: 'not_under_way',
    refusals: ['decision_waiting'],
  } as const
  const decide = {
    roles: ['finance'],
    proof: true,
    summary:
      'Gives it back or books it as paid: at once where the provider says so, else with a second person.',
    body: v.object({ outcome: v.picklist(OUTGOING_OUTCOMES), reference, note: words(REASON_MAX) }),
    answer: data(outgoingAnswerWire),
    unknown: 'not_under_way',
    refusals: [...NOT_DECIDED, 'payment_contradicted'],
  } as const
  const word = {
    roles: ['finance'],
    summary: 'What the provider says of it now.',
    answer: data(providerAnswer),
    unknown: 'not_under_way',
  } as const
  const lines = {
    roles: ['finance'],
    summary:
      'The lines of the ledger that such a decision writes once it is carried out. It changes nothing.',
    query: { outcome: choice('What is decided.', OUTGOING_OUTCOMES, 'failed') },
    answer: data(writtenWire),
    unknown: 'not_under_way',
    refusals: NOT_DECIDED,
  } as const
  const bookLines = {
    roles: ['finance'],
    summary: 'The lines of the ledger that such a booking writes. It changes nothing.',
    query: { outcome: choice('What is decided.', LEFT_OUTCOMES, 'charged') },
    answer: data(writtenWire),
    unknown: 'nothing_to_book',
    refusals: LEFT_REFUSALS,
  } as const
  const book = {
    roles: ['finance'],
    proof: true,
    summary:
      'Books what left without our books: charges whoever has it, or has the house bear it; a large one asks for two people.',
    body: v.object({ outcome: v.picklist(LEFT_OUTCOMES), note: words(REASON_MAX) }),
    answer: data(outgoingAnswerWire),
    unknown: 'nothing_to_book',
    refusals: LEFT_REFUSALS,
  } as const
  return {
    [`GET /admin/${kind}/{uid}/book-lines`]: bookLines,
    [`POST /admin/${kind}/{uid}/book`]: book,
    [`POST /admin/${kind}/{uid}/retry`]: retry,
    [`GET /admin/${kind}/{uid}/lines`]: lines,
    [`GET /admin/${kind}/{uid}/word`]: word,
    [`POST /admin/${kind}/{uid}/decide`]: decide,
  } as { [Each in `POST /admin/${Kind}/{uid}/retry`]: typeof retry } & {
    [Each in `POST /admin/${Kind}/{uid}/book`]: typeof book
  } & {
    [Each in `GET /admin/${Kind}/{uid}/book-lines`]: typeof bookLines
  } & {
    [Each in `GET /admin/${Kind}/{uid}/lines`]: typeof lines
  } & {
    [Each in `GET /admin/${Kind}/{uid}/word`]: typeof word
  } & {
    [Each in `POST /admin/${Kind}/{uid}/decide`]: typeof decide
  }
}
