/**
 * The receipt of a transaction whose nonce is used. It may come later than the nonce count: a node indexes a moment
 * after it has mined, and behind one address there may be several nodes, one of which has not seen the block yet.
 */
import { BaseError, type Hash, type TransactionReceipt } from 'viem'
import { createBackOff } from '../db/back-off.ts'
import type { Chain } from './client.ts'
import type { StoredTransaction } from './transactions.ts'

/** Only after this long is it reported that somebody else has used our key. */
export const RECEIPT_PATIENCE_MS = 60_000
const LONGEST_WAIT_MS = 5000

/**
 * Null while it is missing, or too early to ask again. Throws when it has been missing for a minute: then the nonce
 * was used by a transaction that is not ours.
 */
export async function findReceipt(
  chain: Chain,
  { nonce, hashes }: Pick<StoredTransaction, 'nonce' | 'hashes'>,
): Promise<TransactionReceipt | null> {
  const missed = chain.missed.get(nonce)
  if (missed && performance.now() < missed.again) return null
  const receipt = await askFor(chain, hashes)
  if (receipt) {
    chain.missed.delete(nonce)
    return receipt
  }
  const now = performance.now()
  const { since, backOff } = missed ?? { since: now, backOff: createBackOff(50, LONGEST_WAIT_MS) }
  chain.missed.set(nonce, { since, backOff, again: now + backOff.next() })
  if (now - since < RECEIPT_PATIENCE_MS) return null
  throw new Error(`nonce ${nonce} was used by a transaction that is not ours`)
}

async function askFor(chain: Chain, hashes: Hash[]): Promise<TransactionReceipt | null> {
  for (const hash of hashes.toReversed()) {
    try {
      return await chain.node.getTransactionReceipt({ hash })
    } catch (fault) {
      if (!(fault instanceof BaseError) || fault.name !== 'TransactionReceiptNotFoundError') throw fault
    }
  }
  return null
}
