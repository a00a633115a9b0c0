/** The back office's decisions about money that no job moves any more, and about money that nobody expected. */
import { outgoingBody } from '../../operations/outgoing-endpoints.ts'
import { unmatchedBody } from '../../payments/unmatched-endpoints.ts'
import { list, post } from './admin.ts'
import { data, dataOf, type Operation, wireType } from './operation.ts'

const outgoingRefusals = [
  'not_under_way',
  'attempted_just_now',
  'reference_invalid',
  'decision_waiting',
  'own_decision',
  'withdrawal_decided',
  'payout_decided',
  'refund_decided',
] as const
const decided = dataOf('OutgoingAnswerWire')

export const adminMoney: readonly Operation[] = [
  ...list('/admin/stuck', 'StuckWire', 'Payments on their way out that somebody has to look at.'),
  ...['withdrawals', 'payouts', 'refunds'].flatMap((name) => [
    post(`/admin/${name}/{uid}/retry`, 'Has a payment on its way out tried again.', {
      answer: decided,
      refusals: ['not_under_way', 'decision_waiting'],
    }),
    post(
      `/admin/${name}/{uid}/decide`,
      'Gives it back or books it as paid: at once where the provider says so, else with a second person.',
      { body: outgoingBody, answer: decided, refusals: outgoingRefusals },
    ),
  ]),
  ...list('/admin/unmatched', 'UnmatchedWire', 'Money that arrived and belongs to no payment.'),
  ...list('/admin/unmatched-waiting', 'UnmatchedWire', 'Those of it that wait for a decision.'),
  post('/admin/unmatched/{uid}/decide', 'Credits it, books it as sent back, or keeps it with a note.', {
    body: unmatchedBody,
    answer: dataOf('UnmatchedWire'),
    refusals: [
      'unmatched_not_found',
      'unmatched_settled',
      'reference_invalid',
      'user_not_found',
      'own_decision',
      'decision_waiting',
    ],
  }),
  post('/admin/decisions/{uid}/approve', 'The second person agrees.', {
    answer: data({ anyOf: [wireType('OutgoingAnswerWire'), wireType('UnmatchedWire')] }),
    refusals: [
      ...outgoingRefusals,
      'decision_not_found',
      'decision_decided',
      'second_person_due',
      'user_not_found',
    ],
  }),
  post('/admin/decisions/{uid}/reject', 'The second person does not agree.', {
    answer: data({ anyOf: [wireType('OutgoingAnswerWire'), wireType('UnmatchedWire')] }),
    refusals: ['decision_not_found', 'decision_decided'],
  }),
]
