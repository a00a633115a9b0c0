/** The calls of people. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { ACCOUNT_STATES } from '#domain/account.ts'
import { BID_STATUSES } from '#domain/bid.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { ROLES } from '#domain/role.ts'
import { SONG_STATUSES, TOKEN_STATUSES } from '#domain/token.ts'
import { perHour, perMinute } from '../../platform/rate-limit.ts'
import {
  about,
  callsOfAdmins,
  callsOfFans,
  cursor,
  data,
  file,
  limit,
  page,
  uuid,
  whole,
  words,
} from '../api/call.ts'
import { aloneUpTo } from '../approvals/contract.ts'
import { list, ordered, personWire, reasonBody } from '../back-office/contract.ts'
import { days, oneOf } from '../back-office/filters.ts'
import { adminPaymentWire } from '../payments/wire.ts'
import { disputeWire, writeOffWire } from '../refunds/wire.ts'
import { statementFilter, statementWire } from '../wallet/contract.ts'
import { teamCalls } from './team-contract.ts'
import { deactivationWire, userHoldWire, userSessionWire } from './wire.ts'

/** GET /admin/users. */
export const adminUserWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  fullName: v.nullable(v.string()),
  nickname: v.nullable(v.string()),
  email: v.string(),
  wallet: v.nullable(v.string()),
  photoUrl: v.nullable(v.string()),
  provider: v.string(),
  isComplete: v.boolean(),
  isActive: v.boolean(),
  isErased: v.boolean(),
  createdAt: v.string(),
})
const userFilters = { status: oneOf('Only accounts in this state.', ACCOUNT_STATES), ...days }
export type AdminUserWire = v.InferOutput<typeof adminUserWire>

/** GET /admin/users/{uid}. */
export const userDetailWire = v.strictObject({
  ...personWire.entries,
  role: v.picklist(ROLES),
  tel: v.nullable(v.string()),
  document: v.nullable(v.string()),
  wallet: v.nullable(v.string()),
  provider: v.string(),
  language: v.picklist(['pt', 'en']),
  isComplete: v.boolean(),
  isActive: v.boolean(),
  isErased: v.boolean(),
  deactivation: v.nullable(deactivationWire),
  createdAt: v.string(),
  lastSignInAt: v.nullable(v.string()),
  isPrivate: about(
    v.boolean(),
    'A colleague’s: telephone, document and sessions are for owners, and null or refused here.',
  ),
  mailsReturn: about(v.boolean(), 'Mails to their address come back: nobody reads there.'),
  available: about(v.number(), 'Free money; below zero only by disputes.'),
  held: about(v.number(), 'Held for bids, gifts, refunds and withdrawals.'),
  withdrawing: about(v.number(), 'Asked for in withdrawals that nobody has approved yet; part of `held`.'),
  disputes: v.array(v.strictObject({ ...disputeWire.entries, payment: v.string() })),
  writeOffs: about(v.array(writeOffWire), 'The newest first.'),
  aloneUpTo,
})
export type UserDetailWire = v.InferOutput<typeof userDetailWire>

/** GET /admin/users/{uid}/tokens. */
export const userTokenWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  projectName: v.string(),
  unit: v.number(),
  amount: v.number(),
  status: v.picklist(TOKEN_STATUSES),
  statusSong: v.picklist(SONG_STATUSES),
  revokedFor: v.nullable(v.picklist(['refund', 'dispute'])),
  willExpireAt: v.nullable(v.string()),
  createdAt: v.string(),
  payment: v.string(),
  isGift: about(v.boolean(), 'Somebody else paid for it.'),
})
export type UserTokenWire = v.InferOutput<typeof userTokenWire>

/** GET /admin/users/{uid}/bids. */
export const userBidRowWire = v.strictObject({
  id: v.number(),
  projectName: v.string(),
  amount: v.number(),
  status: v.picklist(BID_STATUSES),
  createdAt: v.string(),
  payment: v.string(),
})
export type UserBidRowWire = v.InferOutput<typeof userBidRowWire>

/** GET /admin/users/{uid}/notes. */
export const userNoteWire = v.strictObject({
  id: v.number(),
  admin: v.string(),
  note: v.string(),
  createdAt: v.string(),
})
export type UserNoteWire = v.InferOutput<typeof userNoteWire>

/** A part of one person's page: whoever reads any of it is in the audit trail. */
const ofOne = { reading: 'user.read', unknown: 'user_not_found' } as const

export const peopleCalls = {
  ...callsOfFans('account', {
    'POST /wallet': {
      summary: 'Makes the caller’s wallet at the custodian, once.',
      answer: data(v.strictObject({ wallet: v.string() })),
      refusals: ['wallet_unavailable'],
    },
    'POST /wallet/key': {
      summary: 'The key of the caller’s wallet, where we keep it. Each time is told by mail.',
      proof: true,
      limit: perHour(5, 'in database'),
      answer: data(
        v.strictObject({
          address: v.string(),
          privateKey: about(v.string(), '32 bytes as hexadecimal digits.'),
        }),
      ),
      refusals: ['wallet_key_elsewhere', 'wallet_unavailable'],
    },
    'GET /proof': {
      summary:
        'Whether calls that ask for a proof would refuse this session, so that one dialog asks for all.',
      limit: perMinute(60, 'in memory'),
      answer: data(v.strictObject({ due: v.boolean() })),
    },
    'GET /personal-data': {
      summary: 'All that is kept about the caller, as a file.',
      proof: true,
      // Exporting a whole history costs more than any screen does.
      limit: perMinute(3, 'in database'),
      answer: file('application/json'),
    },
    'POST /erase-account': {
      summary: 'Ends the account. The caller’s e-mail address has to be typed.',
      proof: true,
      body: v.object({ email: v.string() }),
      answer: data(v.strictObject({ erased: v.literal(true) })),
      refusals: ['not_found', 'wallet_not_empty', 'wallet_overdrawn', 'bids_standing', 'payments_pending'],
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/users', adminUserWire, ['support', 'finance'], 'People.', { filters: userFilters }),
    'GET /admin/users/{uid}': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'Everything about one person.',
      answer: data(userDetailWire),
    },
    'GET /admin/users/{uid}/payments': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'Their payments.',
      query: ordered,
      answer: page(adminPaymentWire),
    },
    'GET /admin/users/{uid}/tokens': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'Their tokens.',
      query: ordered,
      answer: page(userTokenWire),
    },
    'GET /admin/users/{uid}/bids': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'Their bids.',
      query: ordered,
      answer: page(userBidRowWire),
    },
    'GET /admin/users/{uid}/notes': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'What administrators noted on them.',
      query: ordered,
      answer: page(userNoteWire),
    },
    'GET /admin/users/{uid}/statement': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'Their statement.',
      query: {
        ...statementFilter,
        limit,
        cursor,
      },
      answer: whole(statementWire),
    },
    'GET /admin/users/{uid}/holds': {
      ...ofOne,
      roles: ['support', 'finance'],
      summary: 'What is set aside of their money, and for what; the newest two hundred.',
      answer: data(v.array(userHoldWire)),
    },
    'GET /admin/users/{uid}/sessions': {
      ...ofOne,
      roles: ['support'],
      summary: 'Where they are signed in.',
      answer: data(v.array(userSessionWire)),
    },
    'POST /admin/users/{uid}/notes': {
      roles: ['support', 'finance'],
      summary: 'Notes something on them.',
      body: v.object({ note: words(MESSAGE_MAX) }),
      answer: data(v.strictObject({ id: v.number() })),
      unknown: 'user_not_found',
    },
    'POST /admin/users/{uid}/sessions/end': {
      roles: ['support'],
      summary: 'Ends one of their sessions, or with null all of them.',
      body: v.object({ session: v.nullable(uuid) }),
      answer: data(v.strictObject({ ended: v.number() })),
      unknown: 'user_not_found',
    },
    'POST /admin/users/{uid}/deactivate': {
      roles: ['support'],
      summary: 'Deactivates the account.',
      body: reasonBody,
      answer: data(v.strictObject({ isActive: v.boolean() })),
      unknown: 'user_not_found',
      refusals: ['own_account', 'account_of_owner'],
    },
    'POST /admin/users/{uid}/reactivate': {
      roles: ['support'],
      summary: 'Makes it active again.',
      body: reasonBody,
      answer: data(v.strictObject({ isActive: v.boolean() })),
      unknown: 'user_not_found',
      refusals: ['own_account'],
    },
  }),
  ...teamCalls,
} as const
