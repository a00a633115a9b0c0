/** Asks the provider how a payment stands before anybody decides about it. */
import type { Outgoing } from '#domain/money-decision.ts'
import type { ServerContext } from '../../context.ts'
import type { Payout } from '../../platform/adapters/pix-payouts.ts'
import { cardRefundOrder } from '../refunds/public.ts'
import type { ProviderAnswer } from './decide-outgoing.ts'

/** What nobody understands settles nothing. */
const WORDS: Readonly<Record<Payout['status'], ProviderAnswer['word']>> = {
  under_way: 'under_way',
  done: 'done',
  refused: 'failed',
  unclear: 'silent',
}

const SILENT: ProviderAnswer = { word: 'silent', reference: null }

/** Never throws: a provider that does not answer is `silent`. */
export async function askProvider(ctx: ServerContext, kind: Outgoing, uid: string): Promise<ProviderAnswer> {
  try {
    return await (kind === 'refund' ? askCards(ctx, uid) : askPix(ctx, uid))
  } catch (fault) {
    ctx.log.warn({ err: fault, kind, uid }, 'the provider did not say how a payment stands')
    return SILENT
  }
}

async function askPix(ctx: ServerContext, uid: string): Promise<ProviderAnswer> {
  const payout = await ctx.pix.findPayout(uid)
  if (!payout) return { word: 'unknown', reference: null }
  return { word: WORDS[payout.status], reference: payout.endToEndId }
}

async function askCards(ctx: ServerContext, uid: string): Promise<ProviderAnswer> {
  const order = await cardRefundOrder(ctx.sql, uid)
  if (!order) return SILENT
  const refund = await ctx.cards.findRefund(order)
  return refund ? { word: refund.status, reference: refund.providerId } : { word: 'unknown', reference: null }
}
