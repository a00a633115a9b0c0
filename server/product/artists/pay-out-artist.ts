/** Has the PIX provider pay an approved payout to an artist, and records the result. */

import type { ServerContext } from '../../context.ts'
import { payByPix } from '../outgoing/public.ts'
import { failPayout, payPayout } from './decide-payout.ts'
import { approvedPayout } from './payouts.ts'

/** Throws while the provider is still working: the queue retries failed jobs. */
export async function payOutArtist(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log' | 'env'>,
  uid: string,
): Promise<void> {
  const order = await approvedPayout(ctx.sql, uid)
  if (!order) return
  await payByPix(ctx, order, {
    paid: (endToEndId) => payPayout(ctx.sql, uid, endToEndId),
    failed: (reason, endToEndId) => failPayout(ctx.sql, uid, reason, endToEndId),
  })
}
