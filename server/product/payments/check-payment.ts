/** Asks the processor about a payment whose webhook never came, and settles it by the answer. */

import * as v from 'valibot'
import { PAYMENT_FAILURES } from '#domain/payment.ts'
import type { ServerContext } from '../../context.ts'
import { parseRow } from '../../platform/db/rows.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { creditPayment, failPayment } from './finish-payment.ts'
import { isPayerGone, lockPayment, totalOf } from './lock-payment.ts'

/** The processor's status of one of our payments: null when it does not know it. */
export type IntentReport = {
  intentId: string
  status: string
  failure: string | null
  /** What has been received, in the currency's smallest unit. */
  received: number
  currency: string
} | null

export async function pendingPayment(
  ctx: Pick<ServerContext, 'sql'>,
  paymentId: number,
): Promise<{ uid: string; intentId: string | null; createdAt: Date } | null> {
  const payment = parseRow(
    v.object({ uid: v.string(), intentId: v.nullable(v.string()), createdAt: v.date() }),
    await ctx.sql`
      select uid, intent_id as "intentId", created_at as "createdAt" from payments where id = ${paymentId} and status = 'pending'`,
  )
  return payment ?? null
}

/** The payer, their bank or the processor has not finished. */
const UNDER_WAY = ['processing', 'requires_action', 'requires_capture']
/** No money came, and none will by itself. */
const OVER = ['canceled', 'requires_payment_method', 'requires_confirmation']

/**
 * Resolves with true once the payment is settled; false means the payer has not finished yet. Throws when a different
 * amount was received than was requested, its payer has been erased since the processor was asked, or the processor uses a
 * word that we do not know: then the payment stays as it is.
 */
export async function applyIntentReport(
  ctx: Pick<ServerContext, 'sql'>,
  paymentId: number,
  report: IntentReport,
): Promise<boolean> {
  if (report && UNDER_WAY.includes(report.status)) return false
  if (report && ![...OVER, 'succeeded'].includes(report.status))
    throw new Error(`payment ${paymentId} is in a state that we do not know: ${report.status}`)
  await withRetries(ctx.sql, async (tx) => {
    const payment = await lockPayment(tx, { id: paymentId })
    if (!payment) throw new Error(`payment ${paymentId} does not exist`)
    if (report) await tx`update payments set intent_id = ${report.intentId} where id = ${paymentId}`
    if (report?.status === 'succeeded') {
      const { received, currency } = report
      const total = totalOf(payment)
      if (currency !== 'brl' || received !== total) {
        throw new Error(`received ${received} ${currency}, expected ${total} brl`)
      }
      if (isPayerGone(payment)) throw new Error(`the payer of payment ${paymentId} was erased`)
      await creditPayment(tx, payment)
    } else await failPayment(tx, payment, report?.failure ?? PAYMENT_FAILURES.uncompleted)
  })
  return true
}
