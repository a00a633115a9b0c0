/** Has the PIX provider pay an approved withdrawal, and writes down how that went. */

import type { ServerContext } from '../../context.ts'
import { payByPix } from '../outgoing/public.ts'
import { failWithdrawal, payWithdrawal } from './decide-withdrawal.ts'
import { approvedWithdrawal } from './withdrawals.ts'

/** Throws while the provider is still at it: trying again later is what the queue does with a job that fails. */
export async function payOutWithdrawal(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log'>,
  uid: string,
): Promise<void> {
  const order = await approvedWithdrawal(ctx.sql, uid)
  if (!order) return
  await payByPix(ctx, order, {
    paid: (endToEndId) => payWithdrawal(ctx.sql, uid, endToEndId),
    failed: (reason) => failWithdrawal(ctx.sql, uid, reason),
  })
}
