/** The calls of a payment by card that waits for its payer's bank (3-D Secure), and whose page was left. */
import * as v from 'valibot'
import { about, callsOfFans, data, parameter } from '../api/call.ts'
import { paymentWire } from '../market/contract.ts'

/** `total` is amount and fee. */
export const waitingCardWire = v.strictObject({
  ...paymentWire.entries,
  total: v.number(),
  isGift: v.boolean(),
  clientSecret: about(v.string(), 'Opens the bank’s question again.'),
})
export type WaitingCardWire = v.InferOutput<typeof waitingCardWire>

export const waitingCardCalls = callsOfFans('wallet', {
  'GET /card-payments': {
    summary: 'The payment by card for something whose bank still waits for its payer, or null.',
    query: {
      typeBuy: parameter(v.picklist(['mint', 'bid', 'balance']), {
        type: 'string',
        enum: ['mint', 'bid', 'balance'],
        description: 'What it pays for.',
      }),
      UID: parameter(v.optional(v.string(), ''), {
        type: 'string',
        description: 'The project; empty for a deposit.',
      }),
    },
    answer: data(v.nullable(waitingCardWire)),
    refusals: ['payment_unavailable'],
  },
  'POST /card-payments/{uid}/give-up': {
    summary: 'Gives such a payment up. What was paid before that stays paid; repeating it changes nothing.',
    answer: data(paymentWire),
    unknown: 'not_found',
    refusals: ['payment_unavailable'],
  },
})
