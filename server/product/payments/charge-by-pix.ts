/**
 * Returns a PIX code. The payment is stored first, the provider is called between two transactions, and the money is
 * settled by its webhook alone.
 */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { storeAnswer } from '../../platform/idempotency.ts'
import type { Fan } from '../api/check-account.ts'
import type { PixPaymentWire } from './contract.ts'
import { type PixPayment, pixWire } from './pix-payments.ts'
import { type StartPixPayment, startPixPayment } from './start-pix-payment.ts'

export async function chargeByPix(
  ctx: ServerContext,
  fan: Fan,
  order: StartPixPayment,
): Promise<Result<PixPaymentWire>> {
  if (!fan.wallet) return refuse('profile_incomplete')
  const started = await startPixPayment(ctx, fan, order)
  if (!started.ok) return started
  if (started.value.kind === 'replay') return ok((started.value.answer.body as { data: PixPaymentWire }).data)
  const { payment } = started.value
  const { uid: paymentUid, total, description } = payment
  try {
    const brCode = payment.brCode ?? (await ctx.pix.charge({ paymentUid, total, description }))
    return ok((await recordPixCharge(ctx.sql, fan.uid, order.key, payment, brCode)).data)
  } catch (fault) {
    // There may or may not be a charge by now. The same key, or the same order, finds it again.
    ctx.log.error({ err: fault, payment: paymentUid }, 'the PIX provider gave no code')
    return refuse('pix_unavailable')
  }
}

/** Second half of a payment by PIX: stores the code that the provider created. It settles nothing. */
async function recordPixCharge(
  sql: Sql,
  fanUid: string,
  key: string | null,
  payment: PixPayment,
  brCode: string,
): Promise<{ data: PixPaymentWire }> {
  return withRetries(sql, async (tx) => {
    await tx`update private.pix_charges set br_code = ${brCode} where payment_id = ${payment.id}`
    const body = { data: { ...pixWire(payment), brCode } }
    await storeAnswer(tx, fanUid, key, { status: 200, body })
    return body
  })
}
