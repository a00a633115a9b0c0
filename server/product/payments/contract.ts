/** The calls of payments. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { GIFT_STATUSES, RETURN_REASONS } from '#domain/gift.ts'
import {
  REFERENCE_MAX,
  RETURN_WORDS,
  UNMATCHED_OUTCOMES,
  UNMATCHED_STATUSES,
} from '#domain/money-decision.ts'
import { MONEY_PROVIDERS, PAYMENT_FLOWS, PAYMENT_METHODS, PAYMENT_STATUSES } from '#domain/payment.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { TOKEN_STATUSES } from '#domain/token.ts'
import { perMinute } from '../../platform/rate-limit.ts'
import { about, callsOfAdmins, callsOfFans, choice, data, parameter, words } from '../api/call.ts'
import { aloneUpTo, decisionWire } from '../approvals/contract.ts'
import { list, personWire, turn, writtenWire } from '../back-office/contract.ts'
import { NOT_FOR_SALE, paymentWire } from '../market/contract.ts'
import { disputeWire, refundWire } from '../refunds/wire.ts'
import { orderBody } from './order-body.ts'
import { adminPaymentWire, ended, paymentEventWire, paymentFilters, unmatchedFilters } from './wire.ts'

/** GET /admin/unmatched: money that was received and belongs to no payment. */
export const unmatchedWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  provider: v.picklist(MONEY_PROVIDERS),
  externalId: about(v.string(), "The provider's own name for it."),
  amount: v.number(),
  payment: about(
    v.nullable(v.strictObject({ uid: v.string(), email: v.string() })),
    'The payment that it names, and who made it.',
  ),
  status: v.picklist(UNMATCHED_STATUSES),
  outcome: about(v.nullable(v.string()), "The webhook's outcome, as `WebhookWire` has it."),
  decision: about(v.nullable(decisionWire), 'The newest decision about it.'),
  takesTwo: about(v.boolean(), 'Whether it waits and the caller cannot settle it alone.'),
  arrivedAt: v.string(),
})
export type UnmatchedWire = v.InferOutput<typeof unmatchedWire>

/** `total` is amount and fee, `brCode` the "copia e cola" text (null until there is one); payable until `expiresAt`. */
export const pixPaymentWire = v.strictObject({
  ...paymentWire.entries,
  total: v.number(),
  tip: about(v.number(), 'What of `amount` is for the artist beside the price.'),
  brCode: v.nullable(v.string()),
  failure: about(v.nullable(v.string()), 'Why money that came bought nothing: a refusal, or words.'),
  createdAt: v.string(),
  expiresAt: v.string(),
})
export type PixPaymentWire = v.InferOutput<typeof pixPaymentWire>

/** `action` asks the browser to let the bank authenticate the payer (3-D Secure). */
export const cardPaymentWire = v.strictObject({
  payment: paymentWire,
  action: v.nullable(v.strictObject({ clientSecret: v.string() })),
})
export type CardPaymentWire = v.InferOutput<typeof cardPaymentWire>

/** A payment by card that waits for its payer’s bank (3-D Secure), and whose page was left. `total` is amount and fee. */
export const waitingCardWire = v.strictObject({
  ...paymentWire.entries,
  total: v.number(),
  isGift: v.boolean(),
  clientSecret: about(v.string(), 'Opens the bank’s question again.'),
})
export type WaitingCardWire = v.InferOutput<typeof waitingCardWire>

/** GET /admin/activity/{uid}. */
export const paymentDetailWire = v.strictObject({
  uid: v.string(),
  flow: v.picklist(PAYMENT_FLOWS),
  method: v.picklist(PAYMENT_METHODS),
  status: v.picklist(PAYMENT_STATUSES),
  ...ended,
  turn,
  failure: v.nullable(v.string()),
  amount: v.number(),
  fee: v.number(),
  tip: about(v.number(), 'What of `amount` is for the artist beside the price.'),
  tipWords: v.nullable(v.string()),
  intentId: v.nullable(v.string()),
  createdAt: v.string(),
  user: personWire,
  project: v.nullable(
    v.strictObject({ uid: v.string(), projectName: v.string(), author: v.string(), thumbnail: v.string() }),
  ),
  token: about(
    v.nullable(
      v.strictObject({
        uid: v.string(),
        status: v.picklist(TOKEN_STATUSES),
        isPlayed: v.boolean(),
        unit: v.number(),
      }),
    ),
    'What it bought; `unit` is its number in the edition.',
  ),
  gift: about(
    v.nullable(
      v.strictObject({
        status: v.picklist(GIFT_STATUSES),
        recipient: v.nullable(v.strictObject({ uid: v.string(), name: v.string() })),
        acceptBy: v.nullable(v.string()),
        email: about(v.nullable(v.string()), 'Whom we wrote to, while it waits, masked; null for a link.'),
        returnedFor: v.nullable(v.picklist(RETURN_REASONS)),
      }),
    ),
    'For whom it was bought, where that is not the payer; `recipient` once it was accepted.',
  ),
  isSale: about(v.boolean(), 'What is given back of it comes from author and platform.'),
  refundable: about(v.strictObject({ wallet: v.number(), card: v.number() }), 'What may be given back.'),
  isErased: about(v.boolean(), 'Whoever paid has erased their account.'),
  unclaimed: about(v.number(), 'What is kept of it for them.'),
  aloneUpTo,
  refunds: v.array(refundWire),
  disputes: v.array(disputeWire),
  history: v.array(paymentEventWire),
})
export type PaymentDetailWire = v.InferOutput<typeof paymentDetailWire>

// Somebody who tries card after card is testing stolen ones; a program that collects codes has to wait.
const TRIES = perMinute(10, 'in database')

/** What a payment is for. */
const place = {
  typeBuy: parameter(v.picklist(['mint', 'bid', 'balance']), {
    type: 'string',
    enum: ['mint', 'bid', 'balance'],
    description: 'What it pays for.',
  }),
  UID: parameter(v.optional(v.string(), ''), {
    type: 'string',
    description: 'The project; empty for a deposit.',
  }),
}

const NOT_SETTLED = ['unmatched_settled', 'user_not_found', 'own_decision', 'decision_waiting'] as const

export const paymentsCalls = {
  ...callsOfFans('market', {
    'POST /buy-token': {
      limit: TRIES,
      summary:
        'Buys, bids or deposits by card. The processor’s webhook settles it; `action` asks for 3-D Secure.',
      key: true,
      complete: true,
      body: orderBody({ paymentMethodId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{3,100}$/)) }),
      answer: data(cardPaymentWire),
      refusals: [...NOT_FOR_SALE, 'card_limit', 'card_declined', 'cards_unavailable', 'payment_unavailable'],
    },
    'POST /buy-token-pix': {
      limit: TRIES,
      summary: 'Buys, bids or deposits by PIX: answers a code to pay. The provider’s webhook settles it.',
      key: true,
      complete: true,
      body: orderBody({}),
      answer: data(pixPaymentWire),
      refusals: [...NOT_FOR_SALE, 'pix_unavailable'],
    },
  }),
  ...callsOfFans('wallet', {
    'GET /card-payments': {
      summary: 'The payment by card for something whose bank still waits for its payer, or null.',
      query: place,
      answer: data(v.nullable(waitingCardWire)),
      refusals: ['payment_unavailable'],
    },
    'POST /card-payments/{uid}/give-up': {
      summary: 'Gives such a payment up. What was paid before that stays paid; repeating it changes nothing.',
      answer: data(paymentWire),
      unknown: 'not_found',
      refusals: ['payment_unavailable'],
    },
    'GET /pix-payments': {
      summary: 'The code by PIX that can still be paid for something, or null.',
      query: place,
      answer: data(v.nullable(pixPaymentWire)),
    },
    'GET /pix-payments/{uid}': {
      summary: 'How a payment by PIX stands.',
      answer: data(pixPaymentWire),
      unknown: 'not_found',
    },
    'POST /pix-payments/{uid}/cancel': {
      summary: 'Withdraws a code. What was paid before that stays paid.',
      answer: data(pixPaymentWire),
      unknown: 'not_found',
      refusals: ['pix_unavailable'],
    },
  }),
  ...callsOfAdmins({
    ...list('/admin/activity', adminPaymentWire, ['support', 'finance'], 'Payments.', {
      filters: paymentFilters,
    }),
    'GET /admin/activity/{uid}': {
      roles: ['support', 'finance'],
      summary: 'Everything about one payment.',
      answer: data(paymentDetailWire),
      unknown: 'payment_not_found',
    },
    ...list('/admin/unmatched', unmatchedWire, ['finance'], 'Money that arrived and belongs to no payment.', {
      filters: unmatchedFilters,
    }),
    ...list('/admin/unmatched-waiting', unmatchedWire, ['finance'], 'Those of it that wait for a decision.', {
      filters: unmatchedFilters,
    }),
    'GET /admin/unmatched/{uid}/lines': {
      roles: ['finance'],
      summary: 'The lines of the ledger that a decision about it writes. It changes nothing.',
      query: {
        outcome: choice('What is decided.', UNMATCHED_OUTCOMES, 'credited'),
        to: parameter(v.optional(v.string(), ''), {
          type: 'string',
          description: 'The address of whom it is credited to.',
        }),
      },
      answer: data(writtenWire),
      unknown: 'unmatched_not_found',
      refusals: NOT_SETTLED,
    },
    'GET /admin/unmatched/{uid}/return': {
      roles: ['finance'],
      summary: 'What the provider says of a return under that name.',
      query: {
        reference: parameter(v.optional(v.pipe(v.string(), v.maxLength(REFERENCE_MAX)), ''), {
          type: 'string',
          description: 'The name that was typed.',
        }),
      },
      answer: data(v.strictObject({ word: v.picklist(RETURN_WORDS) })),
      unknown: 'unmatched_not_found',
    },
    'POST /admin/unmatched/{uid}/decide': {
      roles: ['finance'],
      proof: true,
      summary: 'Credits it, books it as sent back, or keeps it with a note.',
      body: v.object({
        outcome: v.picklist(UNMATCHED_OUTCOMES),
        reference: v.optional(words(REFERENCE_MAX)),
        to: v.optional(words(254)),
        note: words(REASON_MAX),
      }),
      answer: data(unmatchedWire),
      unknown: 'unmatched_not_found',
      refusals: [...NOT_SETTLED, 'reference_invalid', 'reference_used', 'return_contradicted'],
    },
  }),
} as const
