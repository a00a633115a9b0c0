/** Asks the processor about a payment whose webhook never came, and settles it by the answer. */
import type { ServerContext } from '../../context.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { creditPayment, failPayment, isPayerGone } from './settle-payment.ts'

/** What the processor says of one of our payments: null when it never heard of it. */
export type IntentReport = {
  intentId: string
  status: string
  failure: string | null
  /** What has arrived, in the currency's smallest unit. */
  received: number
  currency: string
} | null

export async function pendingPayment(
  ctx: Pick<ServerContext, 'sql'>,
  paymentId: number,
): Promise<{ uid: string; intentId: string | null; createdAt: Date } | null> {
  const [payment] = await ctx.sql<{ uid: string; intentId: string | null; createdAt: Date }[]>`
    select uid, intent_id as "intentId", created_at as "createdAt" from payments where id = ${paymentId} and status = 'pending'`
  return payment ?? null
}

/**
 * Resolves with true once the payment is settled; false means the payer has not finished yet. Throws when other
 * money arrived than was asked for, or its payer has been erased since the processor was asked.
 */
export async function applyIntentReport(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  paymentId: number,
  report: IntentReport,
): Promise<boolean> {
  if (report && ['processing', 'requires_action', 'requires_capture'].includes(report.status)) return false
  await withRetries(ctx.sql, async (tx) => {
    const [payment] = await tx<{ total: number }[]>`
      select amount + fee as total from payments where id = ${paymentId} for update`
    if (!payment) throw new Error(`payment ${paymentId} does not exist`)
    if (report) await tx`update payments set intent_id = ${report.intentId} where id = ${paymentId}`
    if (report?.status === 'succeeded') {
      const { received, currency } = report
      if (currency !== 'brl' || received !== payment.total) {
        throw new Error(`received ${received} ${currency}, expected ${payment.total} brl`)
      }
      if (await isPayerGone(tx, paymentId)) throw new Error(`the payer of payment ${paymentId} was erased`)
      await creditPayment(tx, paymentId, ctx.env.PLATFORM_WALLET)
    } else await failPayment(tx, paymentId, report?.failure ?? 'the payment was never completed')
  })
  return true
}
