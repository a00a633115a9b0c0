/**
 * Has the card processor give a refund back, and writes down how that went. The processor knows it by the refund's uid:
 * however often this is asked, and wherever it is killed, the money goes back once.
 */

import type { ServerContext } from '../../context.ts'
import { claimAttempt } from '../outgoing/public.ts'
import { recordCardRefund } from './record-card-refund.ts'
import { cardRefundOrder } from './refunds.ts'

/** One that the bank has not decided yet is told of by a webhook, and asked about again. */
export async function refundToCard(
  ctx: Pick<ServerContext, 'sql' | 'env' | 'cards'>,
  uid: string,
): Promise<void> {
  const order = await cardRefundOrder(ctx.sql, uid)
  if (!order || !(await claimAttempt(ctx.sql, uid))) return
  await recordCardRefund(ctx, uid, await ctx.cards.refund(order))
}
