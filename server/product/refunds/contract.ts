/** The calls of refunds. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { REASON_MAX, REFUND_DESTINATIONS } from '#domain/refund.ts'
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
import { approveLines, list, reasonBody, writtenWire } from '../back-office/contract.ts'
import { amounts, days, ofPerson } from '../back-office/filters.ts'
import {
  approvedRefundWire,
  cancelledPurchaseWire,
  debtorWire,
  refundWire,
  waitingRefundWire,
  waitingWriteOffWire,
  writeOffWire,
} from './wire.ts'

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
const NOT_GIVEN_UP = ['own_debt', 'debt_gone', 'debt_disputed', 'debt_has_withdrawals'] as const
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
      summary: 'Rejects it, or takes it back. The fan gets the reason.',
      body: reasonBody,
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
      reading: 'user.read',
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
