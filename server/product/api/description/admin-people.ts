/** The back office's people: fans, their payments and requests, and authors. */

import { SUPPORT_STATUSES } from '#domain/request.ts'
import { MOVEMENT_GROUPS } from '#domain/statement.ts'
import { key, link, payout } from '../../artists/artists-endpoints.ts'
import { reasonBody } from '../../back-office/read.ts'
import { noteBody, sessionBody } from '../../people/users-endpoints.ts'
import { body as refundBody } from '../../refunds/refunds-endpoints.ts'
import { body as writeOffBody } from '../../refunds/write-offs-endpoints.ts'
import { body as supportBody } from '../../support/answer-endpoint.ts'
import { decision } from '../../withdrawals/admin-endpoints.ts'
import { filters, get, list, post } from './admin.ts'
import {
  choice,
  data,
  dataOf,
  file,
  limit,
  nothing,
  type Operation,
  object,
  pageOf,
  paging,
  uid,
  wireType,
} from './operation.ts'

const query = { ...filters, ...paging }
const day = { description: 'A day in São Paulo, yyyy-MM-dd.', schema: { type: 'string', format: 'date' } }
const cursor = { description: 'The `next` of the page before.', schema: { type: 'string' } }
const month = {
  description: 'A month in São Paulo, yyyy-MM.',
  schema: { type: 'string' },
  required: true,
} as const
const noUser = { refusals: ['user_not_found'] } as const
const noArtist = ['artist_not_found'] as const
const active = data(object({ isActive: { type: 'boolean' } }))
const told = data(object({ status: { enum: [...SUPPORT_STATUSES] } }))
const REFUND = [
  'refund_exceeds_payment',
  'refund_after_play',
  'refund_in_wallet',
  'refund_not_to_card',
  'refund_uncovered',
  'payment_disputed',
  'own_refund',
] as const

const users: readonly Operation[] = [
  get('/admin/users/{uid}', 'Everything about one person.', { answer: dataOf('UserDetailWire'), ...noUser }),
  get('/admin/users/{uid}/payments', 'Their payments.', {
    query,
    answer: pageOf('AdminPaymentWire'),
    ...noUser,
  }),
  get('/admin/users/{uid}/tokens', 'Their tokens.', { query, answer: pageOf('UserTokenWire'), ...noUser }),
  get('/admin/users/{uid}/bids', 'Their bids.', { query, answer: pageOf('UserBidRowWire'), ...noUser }),
  get('/admin/users/{uid}/notes', 'What administrators noted on them.', {
    query,
    answer: pageOf('UserNoteWire'),
    ...noUser,
  }),
  get('/admin/users/{uid}/statement', 'Their statement.', {
    query: {
      kind: choice('The kind of movement.', Object.keys(MOVEMENT_GROUPS)),
      from: day,
      to: day,
      limit,
      cursor,
    },
    answer: { schema: wireType('StatementWire') },
    ...noUser,
  }),
  get('/admin/users/{uid}/sessions', 'Where they are signed in.', {
    answer: data({ type: 'array', items: wireType('UserSessionWire') }),
    ...noUser,
  }),
  post('/admin/users/{uid}/notes', 'Notes something on them.', {
    body: noteBody,
    answer: data(object({ id: { type: 'integer' } })),
    ...noUser,
  }),
  post('/admin/users/{uid}/sessions/end', 'Ends one of their sessions, or with null all of them.', {
    body: sessionBody,
    answer: data(object({ ended: { type: 'integer' } })),
    ...noUser,
  }),
  post('/admin/users/{uid}/deactivate', 'Deactivates the account.', {
    body: reasonBody,
    answer: active,
    refusals: ['user_not_found', 'own_account'],
  }),
  post('/admin/users/{uid}/reactivate', 'Makes it active again.', {
    body: reasonBody,
    answer: active,
    refusals: ['user_not_found', 'own_account'],
  }),
]

const requests: readonly Operation[] = [
  ...list('/admin/withdrawals', 'AdminWithdrawalWire', 'Withdrawals.'),
  ...list('/admin/withdrawals-waiting', 'AdminWithdrawalWire', 'Withdrawals that are not over.'),
  post('/admin/withdrawals/{uid}/approve', 'Approves a withdrawal; a large one asks for two people.', {
    answer: dataOf('ApprovedWithdrawalWire'),
    refusals: [
      'withdrawal_not_found',
      'withdrawal_decided',
      'own_withdrawal',
      'second_person_due',
      'wallet_overdrawn',
    ],
  }),
  post('/admin/withdrawals/{uid}/reject', 'Rejects it, with the reason the fan reads.', {
    body: reasonBody,
    answer: dataOf('WithdrawalWire'),
    refusals: ['withdrawal_not_found', 'withdrawal_decided', 'own_withdrawal'],
  }),
  ...list('/admin/proposals', 'AdminProposalWire', 'Proposals of projects.'),
  get('/admin/proposals/{id}', 'An accepted proposal, for the form that makes a project of it.', {
    answer: dataOf('ProposalToProjectWire'),
    refusals: ['proposal_not_found'],
  }),
  post('/admin/proposals/{id}', 'Decides a proposal.', {
    body: decision,
    answer: data(object({ status: { type: 'string' } })),
    refusals: ['proposal_not_found', 'proposal_decided'],
  }),
  ...list('/admin/support', 'AdminSupportWire', 'Requests for support.'),
  get('/admin/support/{id}', 'One request, with its answers.', {
    answer: dataOf('SupportDetailWire'),
    refusals: ['record_not_found'],
  }),
  get('/admin/support/{id}/file', 'What was attached to it.', {
    answer: file('application/octet-stream'),
    refusals: ['not_found'],
  }),
  post('/admin/support/{id}/answers', 'Answers it by mail.', {
    key: true,
    body: supportBody,
    answer: told,
    refusals: ['record_not_found', 'key_reused'],
  }),
  post('/admin/support/{id}/close', 'Closes it.', { answer: told, refusals: ['record_not_found'] }),
  get('/admin/activity/{uid}', 'Everything about one payment.', {
    answer: dataOf('PaymentDetailWire'),
    refusals: ['payment_not_found'],
  }),
  post('/admin/activity/{uid}/refunds', 'Gives money back; a large refund asks for two people.', {
    key: true,
    body: refundBody,
    answer: dataOf('RefundWire'),
    refusals: ['payment_not_found', ...REFUND, 'key_reused'],
  }),
  post(
    '/admin/activity/{uid}/unclaimed',
    'Records that what is kept for an erased account was handed over.',
    {
      body: reasonBody,
      answer: data(object({ amount: { type: 'integer' } })),
      refusals: ['payment_not_found', 'nothing_unclaimed', 'own_refund'],
    },
  ),
  ...list('/admin/refunds-waiting', 'WaitingRefundWire', 'Refunds that wait for a second person.'),
  post('/admin/refunds/{uid}/approve', 'Approves a refund that somebody else asked for.', {
    answer: dataOf('RefundWire'),
    refusals: ['refund_not_found', 'refund_decided', ...REFUND, 'second_person_due'],
  }),
  post('/admin/refunds/{uid}/reject', 'Rejects it.', {
    answer: dataOf('RefundWire'),
    refusals: ['refund_not_found', 'refund_decided'],
  }),
]

const writeOffs: readonly Operation[] = [
  post('/admin/users/{uid}/write-offs', 'Gives a debt up; a large one asks for two people.', {
    key: true,
    body: writeOffBody,
    answer: dataOf('WriteOffWire'),
    refusals: ['user_not_found', 'own_debt', 'debt_gone', 'write_off_waiting', 'key_reused'],
  }),
  ...list('/admin/debtors', 'DebtorWire', 'Everybody whose wallet is below zero.'),
  ...list('/admin/write-offs-waiting', 'WaitingWriteOffWire', 'Debts to be given up, for a second person.'),
  post('/admin/write-offs/{uid}/approve', 'Approves a write-off that somebody else asked for.', {
    answer: dataOf('WriteOffWire'),
    refusals: ['write_off_not_found', 'write_off_decided', 'own_debt', 'debt_gone', 'second_person_due'],
  }),
  post('/admin/write-offs/{uid}/reject', 'Rejects it.', {
    answer: dataOf('WriteOffWire'),
    refusals: ['write_off_not_found', 'write_off_decided', 'own_debt'],
  }),
]

const artists: readonly Operation[] = [
  ...list('/admin/artists', 'AdminArtistWire', 'Authors, and what they are owed.'),
  get('/admin/artists/{uid}', 'Everything about one author.', {
    answer: dataOf('ArtistDetailWire'),
    refusals: noArtist,
  }),
  ...list('/admin/artists/{uid}/payouts', 'PayoutWire', 'What an author was paid.').map((operation) => ({
    ...operation,
    refusals: noArtist,
  })),
  get('/admin/artists/{uid}/statement', 'An author’s movements of a month.', {
    query: { month, limit, cursor },
    answer: { schema: wireType('ArtistStatementWire') },
    refusals: noArtist,
  }),
  get('/admin/artists/{uid}/statement.csv', 'The same, whole, as a file.', {
    query: { month },
    answer: file('text/csv'),
    refusals: noArtist,
  }),
  post('/admin/artists/{uid}/keys', 'Enters where an author is paid; somebody else confirms it.', {
    body: key,
    answer: dataOf('ArtistKeyWire'),
    refusals: [...noArtist, 'own_artist_key', 'pix_key_invalid'],
  }),
  post('/admin/artists/{uid}/keys/{id}/confirm', 'Confirms a key that somebody else entered.', {
    answer: dataOf('ArtistKeyWire'),
    refusals: [...noArtist, 'own_artist_key', 'artist_key_decided'],
  }),
  post('/admin/artists/{uid}/keys/{id}/discard', 'Discards a key that waits.', {
    answer: dataOf('ArtistKeyWire'),
    refusals: [...noArtist, 'own_artist_key', 'artist_key_decided'],
  }),
  post('/admin/artists/{uid}/payouts', 'Pays an author; a large payout asks for two people.', {
    key: true,
    body: payout,
    answer: dataOf('PayoutWire'),
    refusals: [...noArtist, 'artist_key_missing', 'payout_exceeds_payable', 'own_payout', 'key_reused'],
  }),
  post('/admin/artists/{uid}/links', 'Makes a link to the author’s figures. Its token is answered once.', {
    body: link,
    answer: data(object({ uid, token: { type: 'string' } })),
    refusals: noArtist,
  }),
  post('/admin/artists/{uid}/links/{link}/revoke', 'Ends a link.', {
    answer: data(nothing),
    refusals: [...noArtist, 'link_not_found'],
  }),
  ...list('/admin/payouts-waiting', 'PayoutWire', 'Payouts that are not over.'),
  get('/admin/payouts/{uid}', 'The receipt of a payout.', {
    answer: dataOf('PayoutReceiptWire'),
    refusals: ['payout_not_found'],
  }),
  post('/admin/payouts/{uid}/approve', 'Approves a payout that somebody else asked for.', {
    answer: dataOf('PayoutWire'),
    refusals: ['payout_not_found', 'payout_decided', 'own_payout', 'second_person_due'],
  }),
  post('/admin/payouts/{uid}/reject', 'Rejects it.', {
    body: reasonBody,
    answer: dataOf('PayoutWire'),
    refusals: ['payout_not_found', 'payout_decided'],
  }),
]

export const adminPeople: readonly Operation[] = [...users, ...requests, ...writeOffs, ...artists]
