/** Has the PIX provider pay an approved withdrawal, and records the result. */

import type { ServerContext } from '../../context.ts'
import { payByPix } from '../outgoing/public.ts'
import { failWithdrawal, payWithdrawal } from './decide-withdrawal.ts'
import { approvedWithdrawal } from './withdrawals.ts'

/** Throws while the provider is still working: the queue retries failed jobs. */
export async function payOutWithdrawal(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log' | 'env'>,
  uid: string,
): Promise<void> {
  const order = await approvedWithdrawal(ctx.sql, uid)
  if (!order) return
  await payByPix(ctx, order, {
    paid: (endToEndId) => payWithdrawal(ctx.sql, uid, endToEndId),
    failed: (reason) => failWithdrawal(ctx.sql, uid, reason),
  })
}
