/**
 * Has the PIX provider pay somebody. The provider knows the payment by its uid: however often it is called, and
 * wherever this is killed, the money leaves once.
 */
import { PAYOUTS_HELD, STILL_UNDER_WAY, storedPixFailure } from '#domain/money-decision.ts'
import type { Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { PayoutOrder } from '../../platform/adapters/pix-payouts.ts'
import { arePayoutsHeld } from '../../platform/backup/restoration.ts'
import { enqueueMail } from '../outbox.ts'
import { claimAttempt } from './outgoing.ts'

/** How the end of a payment is recorded. */
type Book = {
  paid: (endToEndId: string) => Promise<Result<unknown>>
  failed: (reason: string, endToEndId: string | null) => Promise<Result<unknown>>
}

/**
 * Throws while the provider is still working, and after a restore until its list has been compared. Does nothing while somebody decides by hand, and leaves it to somebody when
 * the provider's answer means nothing to us: from then on the payment is listed as one that no job moves.
 */
export async function payOutByPix(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log' | 'env'>,
  order: PayoutOrder,
  book: Book,
): Promise<void> {
  const { uid } = order
  if (await arePayoutsHeld(ctx.sql)) throw new Error(PAYOUTS_HELD)
  if (!(await claimAttempt(ctx.sql, uid))) return
  const payout = await ctx.pix.payOut(order)
  if (payout.status === 'unclear') return alertUnclear(ctx, order, payout.said)
  const { status, endToEndId } = payout
  if (status === 'under_way') throw new Error(STILL_UNDER_WAY)
  const told =
    status === 'done'
      ? await book.paid(endToEndId)
      : await book.failed(
          storedPixFailure(endToEndId ? 'bank_refused' : 'key_refused', endToEndId),
          endToEndId,
        )
  if (!told.ok)
    ctx.log.error({ uid, endToEndId, refusal: told.refusal }, 'a payout does not fit what was asked for')
}

async function alertUnclear(
  { sql, env, log }: Pick<ServerContext, 'sql' | 'env' | 'log'>,
  { uid, amount }: PayoutOrder,
  said: string,
): Promise<void> {
  log.error({ uid, said }, 'the provider says of a payout what we do not understand')
  await sql.begin((tx) =>
    enqueueMail(tx, {
      to: env.SUPPORT_EMAIL,
      language: 'pt',
      template: 'payout_alert',
      data: { payout: uid, amount: String(amount), said },
    }),
  )
}
