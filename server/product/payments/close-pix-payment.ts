/** Ends a payment by PIX according to the provider's report on its charge: paid, or never to be paid. */
import { PAYMENT_FAILURES } from '#domain/payment.ts'
import type { PixReport } from '#domain/pix.ts'
import type { ServerContext } from '../../context.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { applyPixEvent } from './apply-pix-event.ts'
import { failPayment } from './finish-payment.ts'
import { lockPayment } from './lock-payment.ts'
import { storePixReceipts } from './store-pix-receipts.ts'

/** `report` is null when the provider does not know the charge. Resolves with false while it can still be paid. */
export async function closePixPayment(
  ctx: Pick<ServerContext, 'sql' | 'log'>,
  paymentId: number,
  report: PixReport | null,
): Promise<boolean> {
  for (const event of await storePixReceipts(ctx.sql, report?.receipts ?? [])) {
    await applyPixEvent(ctx, event)
  }
  if (report?.open) return false
  await withRetries(ctx.sql, async (tx) => {
    const payment = await lockPayment(tx, { id: paymentId })
    if (payment?.status === 'pending') await failPayment(tx, payment, PAYMENT_FAILURES.unpaid)
  })
  return true
}
