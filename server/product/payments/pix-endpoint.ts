/**
 * POST /buy-token-pix {typeBuy, UID, amount}: a code to pay by PIX. The payment is written first, the provider is
 * called between two transactions, and the money is settled by its webhook alone.
 */
import type { Handler } from 'hono'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { idempotencyKey, readBody } from '../api/input.ts'
import { orderBody } from './order-input.ts'
import { recordPixCharge } from './record-pix-charge.ts'
import { startPixPayment } from './start-pix-payment.ts'

export const body = orderBody({})

export function buyTokenPix(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const fan = c.get('fan')
    if (!fan.isComplete || !fan.wallet) return refusal(c, 'profile_incomplete')

    const started = await startPixPayment(ctx, fan, {
      flow: input.typeBuy,
      amount: input.amount,
      projectUid: input.typeBuy === 'balance' ? null : input.UID,
      key,
      requestHash: hashRequest('/buy-token-pix', input),
    })
    if (!started.ok) return answer(c, started)
    if (started.value.kind === 'replay') return c.json(started.value.answer.body as object)

    const { payment } = started.value
    try {
      const brCode =
        payment.brCode ??
        (await ctx.pix.charge({
          paymentUid: payment.uid,
          total: payment.total,
          description: payment.description,
        }))
      return c.json(await recordPixCharge(ctx.sql, fan.uid, key, payment, brCode))
    } catch (fault) {
      // There may or may not be a charge by now. The same key, or the same order, finds it again.
      ctx.log.error({ err: fault, payment: payment.uid }, 'the PIX provider gave no code')
      return refusal(c, 'pix_unavailable')
    }
  }
}
