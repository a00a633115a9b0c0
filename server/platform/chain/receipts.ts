/**
 * The receipt of a transaction whose nonce is used. It may come later than the nonce count: a node indexes a moment
 * after it has mined, and behind one address there may be several nodes, one of which has not seen the block yet.
 */
import { BaseError, type Hash, type PublicClient, type TransactionReceipt } from 'viem'
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

/** Whether as many blocks stand on the receipt's as are trusted. */
export async function isDeep(chain: Chain, receipt: TransactionReceipt): Promise<boolean> {
  const confirmations = await chain.confirmations()
  if (confirmations === 0) return true
  const head = await chain.node.getBlockNumber()
  return head - receipt.blockNumber >= BigInt(confirmations)
}

async function askFor(chain: Chain, hashes: Hash[]): Promise<TransactionReceipt | null> {
  for (const hash of hashes.toReversed()) {
    const receipt = await agreedReceipt(chain, hash)
    if (receipt) return receipt
  }
  return null
}

/** The receipt that more than half of the addresses give, of the same block; null while they do not. */
async function agreedReceipt({ each }: Chain, hash: Hash): Promise<TransactionReceipt | null> {
  const answers = await Promise.allSettled(each.map((node) => receiptFrom(node, hash)))
  const failed = answers.find((answer) => answer.status === 'rejected')
  const given = answers.flatMap((answer) =>
    answer.status === 'fulfilled' && answer.value ? [answer.value] : [],
  )
  const agreed = given.find(
    ({ blockHash }) => given.filter((other) => other.blockHash === blockHash).length * 2 > each.length,
  )
  // Whoever does not answer might have agreed: that is not the same as no receipt.
  if (!agreed && failed) throw failed.reason
  return agreed ?? null
}

async function receiptFrom(node: PublicClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await node.getTransactionReceipt({ hash })
  } catch (fault) {
    if (fault instanceof BaseError && fault.name === 'TransactionReceiptNotFoundError') return null
    throw fault
  }
}
