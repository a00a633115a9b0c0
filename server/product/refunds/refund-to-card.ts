/**
 * Has the card processor make a refund, and records the result. The processor knows it by the refund's uid: however
 * often it is called, and wherever this is killed, the money goes back once.
 */

import type { ServerContext } from '../../context.ts'
import { claimAttempt } from '../outgoing/public.ts'
import { recordCardRefund } from './record-card-refund.ts'
import { cardRefundOrder } from './refunds.ts'

/** A refund that the bank has not decided yet is reported by a webhook, and asked about again. */
export async function refundToCard(
  ctx: Pick<ServerContext, 'sql' | 'env' | 'cards'>,
  uid: string,
): Promise<void> {
  const order = await cardRefundOrder(ctx.sql, uid)
  if (!order || !(await claimAttempt(ctx.sql, uid))) return
  await recordCardRefund(ctx, uid, await ctx.cards.refund(order))
}
