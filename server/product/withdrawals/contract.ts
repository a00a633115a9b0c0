/** The calls of withdrawals. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import { about, callsOfAdmins, callsOfFans, centavos, created, data, page, paging } from '../api/call.ts'
import { approvalWire, outgoingState } from '../approvals/contract.ts'
import { approveLines, list, personWire, reasonBody } from '../back-office/contract.ts'
import { amounts, days, ofPerson, oneOf } from '../back-office/filters.ts'

export const withdrawalWire = v.strictObject({
  uid: v.string(),
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: about(v.string(), 'In its normal form.'),
  amount: v.number(),
  status: v.picklist(WITHDRAWAL_STATUSES),
  reason: about(v.nullable(v.string()), 'Why it was rejected or failed.'),
  endToEndId: about(
    v.nullable(v.string()),
    'The name under which the Banco Central knows the payment; null until it is paid.',
  ),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type WithdrawalWire = v.InferOutput<typeof withdrawalWire>

/**
 * The answer of POST /admin/withdrawals/{uid}/approve. `counts` is false for somebody who came after those whose
 * approval was enough.
 */
export const approvedWithdrawalWire = v.strictObject({ ...withdrawalWire.entries, counts: v.boolean() })
export type ApprovedWithdrawalWire = v.InferOutput<typeof approvedWithdrawalWire>

/** GET /admin/withdrawals, and /admin/withdrawals-waiting for those that are not over. */
export const adminWithdrawalWire = v.strictObject({
  ...outgoingState.entries,
  id: v.number(),
  uid: v.string(),
  user: personWire,
  pixKeyType: v.picklist(PIX_KEY_TYPES),
  pixKey: v.string(),
  amount: v.number(),
  status: v.picklist(WITHDRAWAL_STATUSES),
  reason: v.nullable(v.string()),
  endToEndId: about(
    v.nullable(v.string()),
    'The name under which the Banco Central knows the payment; null until it is paid.',
  ),
  approvals: about(v.array(approvalWire), 'Who has approved it, the first one first.'),
  rejectedBy: about(v.nullable(v.string()), 'Null unless an administrator rejected it.'),
  takesTwo: about(
    v.boolean(),
    'Whether it waits and the caller’s approval alone is not enough, given what left in the last 24 hours.',
  ),
  owed: about(
    v.number(),
    'What disputes have left this person owing, in centavos: nothing is paid out until it is covered.',
  ),
  refunding: about(
    v.number(),
    'Of this person, in centavos: refunds to a card that wait for an approval or are under way.',
  ),
  cardDeposit: about(
    v.nullable(v.strictObject({ amount: v.number(), at: v.string() })),
    'What this person deposited by card within the last seven days and a bank can still take back, which neither went back to the card nor is disputed; and when last.',
  ),
  disputes: about(
    v.strictObject({ open: v.number(), lost: v.number() }),
    'What banks have disputed of this person’s payments, in centavos.',
  ),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
})
export type AdminWithdrawalWire = v.InferOutput<typeof adminWithdrawalWire>

const withdrawalFilters = {
  status: oneOf('Only those of a status.', WITHDRAWAL_STATUSES),
  ...days,
  ...amounts,
  ...ofPerson,
}

/** Longer than any key with its punctuation. */
const MAX_TYPED = 120
const REQUESTS_PER_MINUTE = 30

const NOT_APPROVED = ['withdrawal_decided', 'own_withdrawal', 'second_person_due', 'payee_overdrawn'] as const

export const withdrawalsCalls = {
  ...callsOfFans('wallet', {
    'GET /redeem-balance': {
      summary: 'The caller’s withdrawals, newest first.',
      query: paging,
      answer: page(withdrawalWire),
    },
    'POST /redeem-balance': {
      summary: 'Asks for a withdrawal by PIX. An administrator approves it.',
      key: true,
      complete: true,
      proof: true,
      limit: perMinute(REQUESTS_PER_MINUTE, 'in memory'),
      body: v.object({
        pixKeyType: v.picklist(PIX_KEY_TYPES),
        pixKey: v.pipe(v.string(), v.maxLength(MAX_TYPED)),
        amount: centavos,
      }),
      answer: created(withdrawalWire),
      refusals: [
        'profile_incomplete',
        'pix_key_invalid',
        'withdrawal_exceeds_balance',
        'withdrawal_too_small',
        'withdrawals_limit',
        'wallet_overdrawn',
        'key_reused',
        'too_many_requests',
      ],
    },
    'POST /redeem-balance/{uid}/cancel': {
      summary: 'Takes back a withdrawal that nobody has approved.',
      answer: data(withdrawalWire),
      unknown: 'withdrawal_not_found',
      refusals: ['withdrawal_decided'],
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/withdrawals', adminWithdrawalWire, ['finance'], 'Withdrawals.', {
      filters: withdrawalFilters,
    }),
    ...list(
      '/admin/withdrawals-waiting',
      adminWithdrawalWire,
      ['finance'],
      'Withdrawals that are not over.',
      {
        filters: withdrawalFilters,
      },
    ),
    'GET /admin/withdrawals/{uid}/approve-lines': approveLines('withdrawal_not_found', NOT_APPROVED),
    'POST /admin/withdrawals/{uid}/approve': {
      roles: ['finance'],
      summary: 'Approves a withdrawal; a large one asks for two people.',
      proof: true,
      answer: data(approvedWithdrawalWire),
      unknown: 'withdrawal_not_found',
      refusals: NOT_APPROVED,
    },
    'POST /admin/withdrawals/{uid}/reject': {
      roles: ['finance'],
      proof: true,
      summary: 'Rejects it, with the reason the fan reads.',
      body: reasonBody,
      answer: data(withdrawalWire),
      unknown: 'withdrawal_not_found',
      refusals: ['withdrawal_decided', 'own_withdrawal'],
    },
  }),
} as const
