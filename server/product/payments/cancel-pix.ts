/** Withdraws the code of a payment by PIX; what was paid before that stays paid. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { pendingPayment } from './check-payment.ts'
import { closePixPayment } from './close-pix-payment.ts'
import type { PixPaymentWire } from './contract.ts'
import { findPix, pixWire } from './pix-payments.ts'

/** Resolves with the payment's state afterwards. */
export async function cancelPix(
  ctx: ServerContext,
  fanUid: string,
  uid: string,
): Promise<Result<PixPaymentWire>> {
  const payment = await findPix(ctx.sql, fanUid, uid)
  if (!payment) return refuse('not_found')
  try {
    if (await pendingPayment(ctx, payment.id)) {
      await closePixPayment(ctx, payment.id, await ctx.pix.cancelCharge(uid))
    }
  } catch (fault) {
    ctx.log.error({ err: fault, payment: uid }, 'the PIX provider did not withdraw a code')
    return refuse('pix_unavailable')
  }
  const now = await findPix(ctx.sql, fanUid, uid)
  return now ? ok(pixWire(now)) : refuse('not_found')
}
