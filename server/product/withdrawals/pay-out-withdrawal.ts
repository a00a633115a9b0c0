/** Has the PIX provider pay an approved withdrawal, and records the result. */

import type { ServerContext } from '../../context.ts'
import { transact } from '../../platform/db/transact.ts'
import { payOutByPix } from '../outgoing/public.ts'
import { bookWithdrawalFailed, bookWithdrawalPaid } from './decide-withdrawal.ts'
import { approvedWithdrawal } from './withdrawals.ts'

/** Throws while the provider is still working: the queue retries failed jobs. */
export async function payOutWithdrawal(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log' | 'env'>,
  uid: string,
): Promise<void> {
  const order = await approvedWithdrawal(ctx.sql, uid)
  if (!order) return
  await payOutByPix(ctx, order, {
    paid: (endToEndId) => transact(ctx.sql, (tx) => bookWithdrawalPaid(tx, uid, endToEndId)),
    failed: (reason) => transact(ctx.sql, (tx) => bookWithdrawalFailed(tx, uid, reason)),
  })
}
