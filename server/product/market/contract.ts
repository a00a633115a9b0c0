/** The calls of market. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { BID_STATUSES } from '#domain/bid.ts'
import type { Frame } from '#domain/market-frame.ts'
import { PAYMENT_FLOWS, PAYMENT_STATUSES } from '#domain/payment.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import {
  about,
  after,
  callsOfAdmins,
  callsOfAnyone,
  callsOfFans,
  choice,
  cursor,
  data,
  limit,
  limitUpTo,
  page,
  pageSchema,
  paging,
  whole,
} from '../api/call.ts'
import { givesAway } from './tip-order.ts'
import { walletOrder } from './wallet-order.ts'

export const paymentWire = v.strictObject({
  uid: v.string(),
  status: v.picklist(PAYMENT_STATUSES),
  flow: v.picklist(PAYMENT_FLOWS),
  amount: v.number(),
  fee: v.number(),
})
export type PaymentWire = v.InferOutput<typeof paymentWire>

/** A bidder, as every fan may see them: by nickname, never by full name (`fullName` repeats the nickname). */
export const bidderWire = v.strictObject({
  fullName: v.string(),
  nickname: v.string(),
  photoUrl: v.nullable(v.string()),
})
export type BidderWire = v.InferOutput<typeof bidderWire>

export const bidWire = v.strictObject({
  id: v.number(),
  userId: about(v.nullable(v.string()), "The caller's own uid on their own bids; null on everybody else's."),
  projectId: v.number(),
  position: about(
    v.nullable(v.number()),
    '1 for the best standing bid; null once the bid no longer competes.',
  ),
  amount: v.number(),
  amountRaw: v.number(),
  status: v.picklist(BID_STATUSES),
  txHash: v.nullable(v.string()),
  createdAt: v.string(),
  endedAt: about(v.nullable(v.string()), 'When it won, or stopped competing.'),
  user: bidderWire,
})
export type BidWire = v.InferOutput<typeof bidWire>

/** The auction at a glance. `version` grows with every change of the market. */
export const auctionWire = v.strictObject({
  version: v.number(),
  bids: about(v.number(), 'Bids ever accepted, those that compete now, and those that won.'),
  standing: v.number(),
  winners: v.number(),
  leading: about(v.nullable(v.number()), 'Amount of the best standing bid.'),
})
export type AuctionWire = v.InferOutput<typeof auctionWire>

/** What a watcher of an auction is told. */
export type MarketFrame = Frame<BidWire, AuctionWire>

/** The caller's standing bid; `toLead` centavos more would lead (0 when it leads). */
export const ownBidWire = v.strictObject({
  id: v.number(),
  amount: v.number(),
  position: v.number(),
  toLead: v.number(),
})
export type OwnBidWire = v.InferOutput<typeof ownBidWire>

/** GET /projects/bids/{uid}: standing bids by rank, then those that ended, newest first. */
export const bidsWire = v.strictObject({
  ...pageSchema(bidWire).entries,
  auction: auctionWire,
  mine: v.nullable(ownBidWire),
  isPaidForIt: about(v.boolean(), 'Paid for it now or lately, or acting for an artist who is: `own_work`.'),
  giftWaits: about(v.boolean(), 'A gift of it waits for the caller’s address; they accept it beside no bid.'),
  ends: about(v.array(v.string()), 'When open windows end, soonest first, 50 at most; a play moves its own.'),
})
export type BidsWire = v.InferOutput<typeof bidsWire>

/** GET /user-bids. */
export const userBidWire = v.strictObject({
  ...bidWire.entries,
  endedWithProject: about(
    v.boolean(),
    'Whether it was cancelled because its project closed; its money is back in the wallet.',
  ),
  project: v.strictObject({
    uid: v.string(),
    thumbnail: v.string(),
    author: v.string(),
    projectName: v.string(),
    validPeriod: v.number(),
    nextExpire: v.nullable(v.string()),
    isPaused: about(v.boolean(), 'While it is, nobody wins, and standing bids stay as they are.'),
  }),
})
export type UserBidWire = v.InferOutput<typeof userBidWire>
export const userBidsWire = v.strictObject({ success: v.literal(true), ...pageSchema(userBidWire).entries })
export type UserBidsWire = v.InferOutput<typeof userBidsWire>

/** GET /projects/bids/{uid}/history: the newest bids and wins, oldest first, for the chart; a win that was given back is none. */
export const bidHistoryWire = v.strictObject({
  bids: v.array(v.strictObject({ at: v.string(), amount: v.number(), won: v.boolean() })),
  wins: v.array(v.strictObject({ at: v.string(), amount: v.number() })),
})
export type BidHistoryWire = v.InferOutput<typeof bidHistoryWire>

/** GET /projects/{uid}/log?order=&after=&limit=, open to everybody. `body` is a JSON object as text; `hash` is sha256 of the 32 bytes of the hash before it (zeros before the first) followed by the body in UTF-8, as hexadecimal. */
export const logEntryWire = v.strictObject({ seq: v.number(), body: v.string(), hash: v.string() })
export type LogEntryWire = v.InferOutput<typeof logEntryWire>

export const logWire = pageSchema(logEntryWire)
export type LogWire = v.InferOutput<typeof logWire>

/** GET /projects/{uid}/queue: instants are ISO 8601 in UTC. */
export const queueWire = v.strictObject({
  opensAt: about(v.nullable(v.string()), 'Null for a lot without an announced hour.'),
  isIn: about(v.boolean(), 'Whether the caller was in the waiting room before the opening.'),
  place: about(
    v.nullable(v.number()),
    'Their number, drawn once at the opening; null before it and without one.',
  ),
  people: about(v.nullable(v.number()), 'How many were drawn; null before the opening.'),
  turnAt: about(v.nullable(v.string()), 'When the caller may begin to buy; null before the opening.'),
})
export type QueueWire = v.InferOutput<typeof queueWire>

/** Why nothing is bought and no bid is placed, whatever pays for it. */
export const NOT_FOR_SALE = [
  'profile_incomplete',
  'project_not_found',
  'project_not_published',
  'project_closed',
  'project_paused',
  'project_not_open',
  'first_lot_open',
  'sold_out',
  'turn_not_come',
  'already_owned',
  'one_at_opening',
  'regretted_often',
  'gift_waiting',
  'gifts_limit',
  'gift_mails_limit',
  'own_work',
  'words_lead_away',
  'bid_below_price',
  'bid_amount_taken',
  'bid_already_active',
  'wallet_overdrawn',
  'key_reused',
  'too_many_requests',
  'refused_otherwise',
] as const

/** A person decides on a few bids a minute; whoever sends more is probing. */
const BIDS_PER_MINUTE = 120
export const marketCalls = {
  ...callsOfAnyone('auction', {
    'GET /projects/{uid}/log': {
      summary: 'The public record of an auction. Each entry carries the hash of the one before it.',
      cache: 'everybody',
      query: {
        order: choice('Oldest or newest first.', ['asc', 'desc'], 'asc'),
        limit: limitUpTo(1000),
        after,
      },
      answer: whole(logWire),
      unknown: 'project_not_found',
    },
  }),
  ...callsOfFans('auction', {
    'GET /projects/{uid}/queue': {
      summary:
        'The waiting room of a lot that opens at an announced hour, and the caller’s place after the draw.',
      answer: data(queueWire),
      unknown: 'project_not_found',
    },
    'POST /projects/{uid}/queue': {
      summary: 'Enters the waiting room; repeating it changes nothing.',
      complete: true,
      answer: data(queueWire),
      unknown: 'project_not_found',
      refusals: ['room_closed'],
    },
    'GET /projects/bids/{uid}': {
      summary: 'The auction of a project: standing bids by rank, then those that ended.',
      cache: 'each',
      query: { limit, after: cursor },
      answer: whole(bidsWire),
      unknown: 'project_not_found',
    },
    'GET /projects/bids/{uid}/winner': {
      summary: 'The bids that won, newest first.',
      cache: 'each',
      query: { limit, after: cursor },
      answer: page(bidWire),
      unknown: 'project_not_found',
    },
    'GET /projects/bids/{uid}/history': {
      summary: 'The newest bids and wins, oldest first, for a chart.',
      cache: 'everybody',
      answer: data(bidHistoryWire),
      unknown: 'project_not_found',
    },
    'GET /user-bids': {
      summary: 'The caller’s bids, newest first.',
      query: paging,
      answer: whole(userBidsWire),
    },
  }),
  ...callsOfFans('market', {
    'POST /buy-token-balance': {
      summary: 'Buys a token, or places a bid, with the wallet’s free money.',
      key: true,
      direct: true,
      // What is bought for oneself stays in the account; a gift and a tip are somebody else's.
      proof: { of: givesAway },
      limit: perMinute(BIDS_PER_MINUTE, 'in memory'),
      body: walletOrder,
      answer: data(v.strictObject({ payment: paymentWire })),
      refusals: [...NOT_FOR_SALE, 'bid_exceeds_balance', 'insufficient_balance'],
    },
  }),
  ...callsOfAdmins({
    'POST /admin/projects/{uid}/close': {
      roles: ['content'],
      summary: 'Ends a project for good. Its name has to be typed.',
      body: v.object({ projectName: v.pipe(v.string(), v.trim(), v.maxLength(120)) }),
      answer: data(v.null()),
      unknown: 'project_not_found',
    },
  }),
} as const
