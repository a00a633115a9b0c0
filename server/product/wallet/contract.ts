/** The calls of wallet. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { PIX_KEY_TYPES } from '#domain/pix-key.ts'
import { MOVEMENT_GROUPS, MOVEMENT_KINDS } from '#domain/statement.ts'
import { WITHDRAWAL_STATUSES } from '#domain/withdrawal.ts'
import { about, callsOfFans, cursor, data, file, limit, pageSchema, parameter, whole } from '../api/call.ts'

/** Centavos. `balance` is below zero only after a dispute, and then nothing can be spent. */
export const balanceWire = v.strictObject({ balance: v.number(), totalBided: v.number() })
export type BalanceWire = v.InferOutput<typeof balanceWire>

/** Centavos that are neither free nor in bids, by what they wait for. */
export const setAsideWire = v.strictObject({
  withdrawals: about(v.number(), 'Until they are paid, refused or cancelled.'),
  gifts: about(v.number(), 'Until they are accepted, taken back or over.'),
  refunds: about(v.number(), 'To a card, until a second person has decided.'),
})

/** One entry of the statement: something that happened to the fan's money. */
export const movementWire = v.strictObject({
  id: about(v.string(), "The ledger's name of the transfer."),
  kind: v.picklist(MOVEMENT_KINDS),
  at: v.string(),
  amount: v.number(),
  change: about(v.number(), 'What it changed the free money by; 0 when the money had been set aside before.'),
  project: about(v.nullable(v.string()), 'The name of the project it was about.'),
  fee: about(v.nullable(v.number()), 'On top of a deposit, paid to the processor.'),
  tip: about(
    v.nullable(v.number()),
    'Of a purchase that was undone, what had been added to its price for the artist: `amount` holds both.',
  ),
  withdrawal: about(
    v.nullable(
      v.strictObject({
        status: v.picklist(WITHDRAWAL_STATUSES),
        pixKeyType: v.picklist(PIX_KEY_TYPES),
        pixKey: v.string(),
        endToEndId: about(
          v.nullable(v.string()),
          'What the bank knows the payment by, and when it was made; null until then.',
        ),
        paidAt: v.nullable(v.string()),
      }),
    ),
    'The request of a withdrawal.',
  ),
  reason: about(
    v.nullable(v.string()),
    'Why a refund waits for the second person, and holds this money; or why it was not given, which freed it.',
  ),
})
export type MovementWire = v.InferOutput<typeof movementWire>

/** GET /statement?cursor&kind&from&to: newest first. `balance` is the available money after it. */
export const statementWire = pageSchema(v.strictObject({ ...movementWire.entries, balance: v.number() }))
export type StatementWire = v.InferOutput<typeof statementWire>

/** GET /statement/{id}. `reference` is the uid of the payment, token or withdrawal, or the number of the bid. */
export const receiptWire = v.strictObject({
  ...movementWire.entries,
  reference: v.string(),
  txHash: v.nullable(v.string()),
  invoice: about(
    v.nullable(v.strictObject({ number: v.number(), link: v.string(), isCancelled: v.boolean() })),
    'The service invoice of a purchase, where one was issued.',
  ),
  paid: about(
    v.nullable(v.strictObject({ method: v.picklist(PAYMENT_METHODS), fee: v.number(), tip: v.number() })),
    'How a deposit or purchase was paid, and what was paid on top of its amount.',
  ),
  undoneAt: about(v.nullable(v.string()), 'When a purchase was undone.'),
  words: about(v.nullable(v.string()), 'The line that went to the artist with an amount beside the price.'),
})
export type ReceiptWire = v.InferOutput<typeof receiptWire>

const day = parameter(v.optional(v.string(), ''), {
  type: 'string',
  format: 'date',
  description: 'A day in São Paulo, yyyy-MM-dd.',
})
const GROUPS = Object.keys(MOVEMENT_GROUPS)
/** The filters of a statement; empty is none. */
export const statementFilter = {
  kind: parameter(v.optional(v.string(), ''), {
    type: 'string',
    enum: GROUPS,
    description: 'The kind of movement.',
  }),
  from: day,
  to: day,
}

export const walletCalls = {
  ...callsOfFans('wallet', {
    'GET /balance': {
      summary: 'Free money, and money in bids.',
      cache: 'own',
      answer: data(v.strictObject({ data: balanceWire })),
    },
    'GET /set-aside': {
      summary: 'Money that is neither free nor in bids, by what it waits for.',
      cache: 'own',
      answer: data(setAsideWire),
    },
    'GET /statement': {
      summary: 'What happened to the caller’s money, newest first.',
      query: {
        ...statementFilter,
        limit,
        cursor,
      },
      answer: whole(statementWire),
    },
    'GET /statement.csv': {
      summary: 'The same, whole, as a file.',
      query: {
        ...statementFilter,
      },
      answer: file('text/csv'),
    },
    'GET /statement/{movement}': {
      summary: 'One movement, with its receipts.',
      answer: data(receiptWire),
      unknown: 'not_found',
    },
  }),
} as const
