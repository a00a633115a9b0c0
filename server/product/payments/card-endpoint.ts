/**
 * POST /buy-token {paymentMethodId, amount, typeBuy, UID}: pays by card. The payment is written first, the
 * processor is called between two transactions, and its webhooks decide what becomes of it.
 */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { idempotencyKey, readBody } from '../api/input.ts'
import { orderBody } from './order-input.ts'
import { recordCharge } from './record-charge.ts'
import { startCardPayment } from './start-card-payment.ts'

const paymentMethodId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{3,100}$/))
export const body = orderBody({ paymentMethodId })

export function buyToken(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const fan = c.get('fan')
    if (!fan.isComplete || !fan.wallet) return refusal(c, 'profile_incomplete')

    const started = await startCardPayment(ctx, fan, {
      flow: input.typeBuy,
      amount: input.amount,
      projectUid: input.typeBuy === 'balance' ? null : input.UID,
      paymentMethodId: input.paymentMethodId,
      key,
      requestHash: hashRequest('/buy-token', input),
    })
    if (!started.ok) return answer(c, started)
    if (started.value.kind === 'replay') {
      const { status, body: stored } = started.value.answer
      return c.json(stored as object, status as 200 | 402)
    }

    const { payment, charge } = started.value
    try {
      const outcome = await ctx.cards.charge(charge)
      const { status, body: fresh } = await recordCharge(ctx.sql, fan, key, payment, outcome)
      return c.json(fresh, status)
    } catch (fault) {
      // The card may or may not have been charged. Its webhook will say; the same key may safely be sent again.
      ctx.log.error({ err: fault, payment: payment.uid }, 'the card processor gave no answer')
      return refusal(c, 'payment_unavailable')
    }
  }
}
