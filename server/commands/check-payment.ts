/** Asks the processor about a payment whose webhook never came, and settles it by the answer. */
import type { ServerContext } from '../context.ts'
import type { Tx } from '../db/sql.ts'
import { creditPayment, failPayment } from './settle-payment.ts'

/** What the processor says of one of our payments: null when it never heard of it. */
export type IntentReport = { intentId: string; status: string; failure: string | null } | null

export async function pendingPayment(
  ctx: Pick<ServerContext, 'sql'>,
  paymentId: number,
): Promise<{ uid: string; createdAt: Date } | null> {
  const [payment] = await ctx.sql<{ uid: string; createdAt: Date }[]>`
    select uid, created_at as "createdAt" from payments where id = ${paymentId} and status = 'pending'`
  return payment ?? null
}

/** Resolves with true once the payment is settled; false means the payer has not finished yet. */
export async function applyIntentReport(
  ctx: Pick<ServerContext, 'sql' | 'env'>,
  paymentId: number,
  report: IntentReport,
): Promise<boolean> {
  if (report && ['processing', 'requires_action', 'requires_capture'].includes(report.status)) return false
  await ctx.sql.begin(async (transaction) => {
    const tx = transaction as unknown as Tx
    if (report) await tx`update payments set intent_id = ${report.intentId} where id = ${paymentId}`
    if (report?.status === 'succeeded') await creditPayment(tx, paymentId, ctx.env.PLATFORM_WALLET)
    else await failPayment(tx, paymentId, report?.failure ?? 'the payment was never completed')
  })
  return true
}
