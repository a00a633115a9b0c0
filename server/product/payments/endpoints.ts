/** Paying by card and by PIX, and what an operator sees of payments and of unmatched money. */
import * as v from 'valibot'
import { ok, refuse } from '#domain/result.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { uuid } from '../api/call.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import type { GiftOrder, TipOrder } from '../market/public.ts'
import { askReturn } from './ask-return.ts'
import { cancelPix } from './cancel-pix.ts'
import { chargeByCard } from './charge-by-card.ts'
import { chargeByPix } from './charge-by-pix.ts'
import { paymentsCalls } from './contract.ts'
import { findPayment } from './payment.ts'
import { payments } from './payments.ts'
import { findOpenPix, findPix, pixWire } from './pix-payments.ts'
import { previewUnmatched, resolveUnmatched } from './resolve-unmatched.ts'
import { unmatched } from './unmatched.ts'
import { findWaitingCard, giveUpCard } from './waiting-card.ts'

export const paymentsEndpoints = endpoints(paymentsCalls, (ctx) => {
  const { sql } = ctx
  const limit = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return {
    'POST /buy-token': ({ c, fan, body, key }) => {
      const { paymentMethodId, ...order } = body
      return chargeByCard(ctx, c, fan, {
        ...orderOf(order),
        paymentMethodId,
        key,
        requestHash: hashRequest('/buy-token', body),
      })
    },
    'POST /buy-token-pix': ({ fan, body, key }) =>
      chargeByPix(ctx, fan, { ...orderOf(body), key, requestHash: hashRequest('/buy-token-pix', body) }),
    'GET /card-payments': async ({ fan, query }) =>
      isPlace(query) ? findWaitingCard(ctx, fan.uid, placeOf(query)) : refuse('malformed'),
    'POST /card-payments/{uid}/give-up': ({ fan, params }) => giveUpCard(ctx, fan.uid, params.uid),
    'GET /pix-payments': async ({ fan, query }) => {
      if (!isPlace(query)) return refuse('malformed')
      const open = await findOpenPix(sql, fan.uid, placeOf(query))
      return ok(open?.brCode ? pixWire(open) : null)
    },
    'GET /pix-payments/{uid}': async ({ fan, params }) => {
      const payment = await findPix(sql, fan.uid, params.uid)
      return payment ? ok(pixWire(payment)) : refuse('not_found')
    },
    'POST /pix-payments/{uid}/cancel': ({ fan, params }) => cancelPix(ctx, fan.uid, params.uid),

    ...serveList(sql, '/admin/activity', payments),
    'GET /admin/activity/{uid}': async ({ params, by }) => {
      const payment = await findPayment(sql, params.uid, { by, limit })
      return payment ? ok(payment) : refuse('payment_not_found')
    },
    ...serveList(sql, '/admin/unmatched', unmatched('all', limit)),
    ...serveList(sql, '/admin/unmatched-waiting', unmatched('waiting', limit)),
    'GET /admin/unmatched/{uid}/lines': ({ params, query, by }) =>
      previewUnmatched(sql, params.uid, query, by),
    'GET /admin/unmatched/{uid}/return': async ({ params, query }) => {
      const word = await askReturn(ctx, params.uid, query.reference)
      return word ? ok({ word }) : refuse('unmatched_not_found')
    },
    'POST /admin/unmatched/{uid}/decide': async ({ params, body, by }) => {
      const { outcome, note, reference = null, to = null } = body
      if (outcome === 'returned') {
        if (!reference) return refuse('malformed')
        const said = await askReturn(ctx, params.uid, reference)
        if (said === 'contradicted') return refuse('return_contradicted')
      }
      return resolveUnmatched(ctx, params.uid, { outcome, note, reference, to }, by)
    },
  }
})

/** What a payment is for: a deposit has no project, anything else has one. */
type Place = { typeBuy: 'mint' | 'bid' | 'balance'; UID: string }
const isPlace = ({ typeBuy, UID }: Place) => (typeBuy === 'balance' ? UID === '' : v.is(uuid, UID))
const placeOf = ({ typeBuy, UID }: Place) => ({ flow: typeBuy, projectUid: UID || null })

type PaymentRequest = {
  typeBuy: 'mint' | 'bid' | 'balance'
  amount: number
  UID: string
  gift?: GiftOrder | undefined
  tip?: TipOrder | undefined
}

/** A deposit has no project. */
function orderOf({ typeBuy, amount, UID, gift, tip }: PaymentRequest) {
  return {
    flow: typeBuy,
    amount,
    projectUid: typeBuy === 'balance' ? null : UID,
    gift: gift ?? null,
    tip: tip ?? null,
  }
}
