/** Has the PIX provider pay an approved payout to an author, and writes down how that went. */

import type { ServerContext } from '../../context.ts'
import { payByPix } from '../outgoing/public.ts'
import { failPayout, payPayout } from './decide-payout.ts'
import { approvedPayout } from './payouts.ts'

/** Throws while the provider is still at it: trying again later is what the queue does with a job that fails. */
export async function payOutArtist(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log'>,
  uid: string,
): Promise<void> {
  const order = await approvedPayout(ctx.sql, uid)
  if (!order) return
  await payByPix(ctx, order, {
    paid: (endToEndId) => payPayout(ctx.sql, uid, endToEndId),
    failed: (reason, endToEndId) => failPayout(ctx.sql, uid, reason, endToEndId),
  })
}
