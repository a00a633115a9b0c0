/**
 * Has the PIX provider pay an approved withdrawal, and writes down how that went. The provider knows the payment by the
 * withdrawal's uid: however often this is asked, and wherever it is killed, the money leaves once.
 */
import { failWithdrawal, payWithdrawal } from '../commands/decide-withdrawal.ts'
import type { ServerContext } from '../context.ts'
import { approvedWithdrawal } from '../queries/withdrawals.ts'

/** Throws while the provider is still at it: trying again later is what the queue does with a job that fails. */
export async function payOutWithdrawal(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log'>,
  uid: string,
): Promise<void> {
  const order = await approvedWithdrawal(ctx.sql, uid)
  if (!order) return
  const payout = await ctx.pix.payOut(order)
  if (payout.status === 'under_way') throw new Error(`payout ${uid} is under way`)
  const { endToEndId } = payout
  const told =
    payout.status === 'done'
      ? await payWithdrawal(ctx.sql, uid)
      : await failWithdrawal(ctx.sql, uid, `Recusado pelo banco de destino (${endToEndId}).`)
  if (!told.ok)
    ctx.log.error({ uid, endToEndId, refusal: told.refusal }, 'a payout does not fit its withdrawal')
}
