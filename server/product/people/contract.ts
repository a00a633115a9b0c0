/** The calls of people. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { BID_STATUSES } from '#domain/bid.ts'
import { MESSAGE_MAX } from '#domain/request.ts'
import { SONG_STATUSES, TOKEN_STATUSES } from '#domain/token.ts'
import { perMinute } from '../../platform/rate-limit.ts'
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
import { adminPaymentWire } from '../payments/contract.ts'
import { disputeWire, writeOffWire } from '../refunds/contract.ts'
import { statementFilter, statementWire } from '../wallet/contract.ts'

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
  createdAt: v.string(),
})
export type AdminUserWire = v.InferOutput<typeof adminUserWire>

/** GET /admin/users/{uid}. */
export const userDetailWire = v.strictObject({
  ...personWire.entries,
  role: v.picklist(['user', 'admin']),
  tel: v.nullable(v.string()),
  document: v.nullable(v.string()),
  wallet: v.nullable(v.string()),
  provider: v.string(),
  language: v.picklist(['pt', 'en']),
  isComplete: v.boolean(),
  isActive: v.boolean(),
  isErased: v.boolean(),
  createdAt: v.string(),
  lastSignInAt: v.nullable(v.string()),
  available: about(v.number(), 'Free money; below zero only by disputes.'),
  held: about(v.number(), 'Held for bids and withdrawals.'),
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

/** GET /admin/users/{uid}/sessions. */
export const userSessionWire = v.strictObject({
  id: v.string(),
  userAgent: v.nullable(v.string()),
  ip: v.nullable(v.string()),
  createdAt: v.string(),
  seenAt: v.string(),
})
export type UserSessionWire = v.InferOutput<typeof userSessionWire>

export const peopleCalls = {
  ...callsOfFans('account', {
    'POST /wallet': {
      summary: 'Makes the caller’s wallet at the custodian, once.',
      answer: data(v.strictObject({ wallet: v.string() })),
      refusals: ['wallet_unavailable'],
    },
    'GET /personal-data': {
      summary: 'All that is kept about the caller, as a file.',
      // Exporting a whole history costs more than any screen does.
      limit: perMinute(3, 'in memory'),
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
    ...list('/admin/users', adminUserWire, 'People.'),
    'GET /admin/users/{uid}': {
      summary: 'Everything about one person.',
      answer: data(userDetailWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/payments': {
      summary: 'Their payments.',
      query: ordered,
      answer: page(adminPaymentWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/tokens': {
      summary: 'Their tokens.',
      query: ordered,
      answer: page(userTokenWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/bids': {
      summary: 'Their bids.',
      query: ordered,
      answer: page(userBidRowWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/notes': {
      summary: 'What administrators noted on them.',
      query: ordered,
      answer: page(userNoteWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/statement': {
      summary: 'Their statement.',
      query: {
        ...statementFilter,
        limit,
        cursor,
      },
      answer: whole(statementWire),
      unknown: 'user_not_found',
    },
    'GET /admin/users/{uid}/sessions': {
      summary: 'Where they are signed in.',
      answer: data(v.array(userSessionWire)),
      unknown: 'user_not_found',
    },
    'POST /admin/users/{uid}/notes': {
      summary: 'Notes something on them.',
      body: v.object({ note: words(MESSAGE_MAX) }),
      answer: data(v.strictObject({ id: v.number() })),
      unknown: 'user_not_found',
    },
    'POST /admin/users/{uid}/sessions/end': {
      summary: 'Ends one of their sessions, or with null all of them.',
      body: v.object({ session: v.nullable(uuid) }),
      answer: data(v.strictObject({ ended: v.number() })),
      unknown: 'user_not_found',
    },
    'POST /admin/users/{uid}/deactivate': {
      summary: 'Deactivates the account.',
      body: reasonBody,
      answer: data(v.strictObject({ isActive: v.boolean() })),
      unknown: 'user_not_found',
      refusals: ['own_account'],
    },
    'POST /admin/users/{uid}/reactivate': {
      summary: 'Makes it active again.',
      body: reasonBody,
      answer: data(v.strictObject({ isActive: v.boolean() })),
      unknown: 'user_not_found',
      refusals: ['own_account'],
    },
  }),
} as const
