/** Has the PIX provider pay an approved payout to an artist, and records the result. */

import type { ServerContext } from '../../context.ts'
import { transact } from '../../platform/db/transact.ts'
import { payOutByPix } from '../outgoing/public.ts'
import { bookPayoutFailed, bookPayoutPaid } from './decide-payout.ts'
import { approvedPayout } from './payouts.ts'

/** Throws while the provider is still working: the queue retries failed jobs. */
export async function payOutArtist(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log' | 'env'>,
  uid: string,
): Promise<void> {
  const order = await approvedPayout(ctx.sql, uid)
  if (!order) return
  await payOutByPix(ctx, order, {
    paid: (endToEndId) => transact(ctx.sql, (tx) => bookPayoutPaid(tx, uid, endToEndId)),
    failed: (reason, endToEndId) => transact(ctx.sql, (tx) => bookPayoutFailed(tx, uid, reason, endToEndId)),
  })
}
