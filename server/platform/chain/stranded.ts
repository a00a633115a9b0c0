/** Records that were sent by a key which the desk does not obey: they arrive nowhere, and the present signer sends them anew. */
import type { Hash, Hex } from 'viem'
import type { Sql } from '../db/sql.ts'
import { withRetries } from '../db/transact.ts'
import type { Chain } from './client.ts'
import { findReceipt, isDeep } from './receipts.ts'
import { type ApplyOptions, recordReceipt } from './record-receipt.ts'
import type { StoredTransaction } from './transactions.ts'

type Foreign = StoredTransaction & { signer: Hex }

/**
 * Call while the desk obeys `chain.signer`: whatever another key has sent and was not executed is refused from then on, also when
 * it is mined later. Resolves with how many records were queued again, and how many transactions have yet to show what became of
 * them.
 */
export async function recallStranded(
  sql: Sql,
  chain: Chain,
  apply: ApplyOptions,
): Promise<{ recalled: number; unclear: number }> {
  const foreign = await sql<Foreign[]>`
    select id, signer, nonce, raw, hashes, status, deploys from chain.transactions
    where status = 'signed' and deploys is null and lower(signer) <> ${chain.signer.address.toLowerCase()}
    order by id`
  let recalled = 0
  let unclear = 0
  for (const transaction of foreign) {
    if (transaction.nonce >= (await minedBy(chain, transaction.signer))) {
      recalled += await recall(sql, transaction.id)
      continue
    }
    const receipt = await receiptOf(chain, transaction.hashes)
    // The desk says what it has done; an address without a contract takes everything and says nothing.
    const isExecuted = receipt?.status === 'success' && receipt.logs.length > 0
    if (!receipt) unclear++
    else if (!isExecuted) recalled += await recall(sql, transaction.id)
    else if (await isDeep(chain, receipt)) await recordReceipt(sql, transaction, receipt, apply)
    else unclear++
  }
  return { recalled, unclear }
}

/** By the node that has seen most: one that lags behind would have what was executed sent again. */
async function minedBy({ each }: Chain, address: Hex): Promise<number> {
  const counts = await Promise.all(
    each.map((node) => node.getTransactionCount({ address, blockTag: 'latest' })),
  )
  return Math.max(...counts)
}

/** Without what is known of our own nonces, which are others. */
const receiptOf = (chain: Chain, hashes: Hash[]) =>
  findReceipt({ ...chain, missed: new Map() }, { nonce: 0, hashes })

/** The transaction is forgotten, so that its key, should it ever come back, does not wait for it. */
function recall(sql: Sql, id: number): Promise<number> {
  return withRetries(sql, async (tx) => {
    const { count } = await tx`
      update chain.operations set status = 'queued', transaction_id = null
      where transaction_id = ${id} and status = 'sent'`
    await tx`delete from chain.transactions where id = ${id}`
    return count
  })
}
