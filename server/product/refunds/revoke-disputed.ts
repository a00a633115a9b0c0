/**
 * Revokes a token that the chain was still minting when the dispute came: that of the disputed payment, or one bought
 * from a wallet that still owes what a bank took of it.
 */
import type { ServerContext } from '../../context.ts'
import { withRetries } from '../../platform/db/transact.ts'
import { lockMarketOf, lockTokenOf } from '../access/public.ts'
import { takeTokenBack } from './take-back-disputed.ts'

/** Resolves with false while the chain is still minting. */
export function revokeDisputed(ctx: Pick<ServerContext, 'sql'>, paymentId: number): Promise<boolean> {
  return withRetries(ctx.sql, async (tx) => {
    await lockMarketOf(tx, paymentId)
    const token = await lockTokenOf(tx, paymentId)
    if (token?.status === 'pending') return false
    const [isDue] = await tx`select where private.is_to_be_taken_back(${paymentId})`
    const projectId = isDue ? await takeTokenBack(tx, paymentId) : null
    if (projectId !== null) await tx`select market.settle(array[${projectId}::bigint])`
    return true
  })
}
