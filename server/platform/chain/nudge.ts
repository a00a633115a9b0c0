/** Transactions that are not mined: sent again in case they were dropped, and raised in case they are stuck. */
import { parseTransaction } from 'viem'
import type { PlatformContext } from '../context.ts'
import type { Chain } from './client.ts'
import { type StoredTransaction, send, signWith } from './transactions.ts'

type Context = Pick<PlatformContext, 'sql' | 'log'>

/** An unmined transaction is sent to the node again after this long. */
const RESEND_AFTER_MS = 5000
/** A transaction that stays unmined this long is replaced by one with a higher fee. */
const REPLACE_AFTER_MS = 60_000
/** Nodes require at least a tenth more; an eighth leaves room for their rounding. */
const RAISE = { numerator: 9n, denominator: 8n }
/**
 * A transaction that offers this multiple of the network's price is not stuck because of its fee: the chain stands
 * still, or the account is empty. Raised for hours, it would cost more than the account will ever hold.
 */
const MOST_TIMES_MARKET = 4n

/**
 * Sends an unmined transaction to the node again, in case it was dropped, and raises its fee if it is stuck; also
 * where the node never accepted it, since what was signed while the node was away may have become too cheap to be
 * accepted at all.
 */
export async function nudge(ctx: Context, chain: Chain, transaction: StoredTransaction): Promise<void> {
  const age = transaction.sentAt ? Date.now() - transaction.sentAt.getTime() : Number.POSITIVE_INFINITY
  if (age < RESEND_AFTER_MS) return
  if (transaction.pricedForMs > REPLACE_AFTER_MS) return replace(ctx, chain, transaction)
  await send(ctx.sql, chain, transaction)
}

async function replace(ctx: Context, chain: Chain, transaction: StoredTransaction): Promise<void> {
  const stuck = parseTransaction(transaction.raw)
  const raise = (fee: bigint | undefined) => ((fee ?? 0n) * RAISE.numerator) / RAISE.denominator + 1n
  const market = await chain.node.estimateFeesPerGas()
  const higher = (a: bigint, b: bigint) => (a > b ? a : b)
  const maxFeePerGas = higher(raise(stuck.maxFeePerGas), market.maxFeePerGas)
  if (maxFeePerGas > MOST_TIMES_MARKET * market.maxFeePerGas) return send(ctx.sql, chain, transaction)
  const { raw, hash } = await signWith(
    chain,
    { data: stuck.data ?? '0x', ...(stuck.to ? { to: stuck.to } : {}) },
    transaction.nonce,
    {
      chainId: stuck.chainId ?? (await chain.node.getChainId()),
      gas: stuck.gas ?? 0n,
      maxFeePerGas,
      maxPriorityFeePerGas: higher(raise(stuck.maxPriorityFeePerGas), market.maxPriorityFeePerGas),
    },
  )
  await ctx.sql`
    update chain.transactions set raw = ${raw}, hashes = hashes || ${hash}::text, priced_at = now()
    where id = ${transaction.id}`
  ctx.log.warn({ nonce: transaction.nonce }, 'a stuck transaction was replaced by one that pays more')
  await send(ctx.sql, chain, { id: transaction.id, raw })
}
