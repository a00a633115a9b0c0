/**
 * Has the PIX provider pay somebody. The provider knows the payment by its uid: however often it is called, and
 * wherever this is killed, the money leaves once.
 */
import type { Result } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { PayoutOrder } from '../../platform/adapters/pix.ts'
import { claimAttempt } from './outgoing.ts'

/** How the end of a payment is recorded. */
type Book = {
  paid: (endToEndId: string) => Promise<Result<unknown>>
  failed: (reason: string, endToEndId: string | null) => Promise<Result<unknown>>
}

/** Throws while the provider is still working. Does nothing while somebody decides by hand. */
export async function payByPix(
  ctx: Pick<ServerContext, 'sql' | 'pix' | 'log'>,
  order: PayoutOrder,
  book: Book,
): Promise<void> {
  const { uid } = order
  if (!(await claimAttempt(ctx.sql, uid))) return
  const { status, endToEndId } = await ctx.pix.payOut(order)
  if (status === 'under_way') throw new Error(`payout ${uid} is under way`)
  const told =
    status === 'done' ? await book.paid(endToEndId) : await book.failed(refusalOf(endToEndId), endToEndId)
  if (!told.ok)
    ctx.log.error({ uid, endToEndId, refusal: told.refusal }, 'a payout does not fit what was asked for')
}

function refusalOf(endToEndId: string | null): string {
  return endToEndId
    ? `Recusado pelo banco de destino (${endToEndId}).`
    : 'Recusado: chave PIX não encontrada ou negada.'
}
