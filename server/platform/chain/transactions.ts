/**
 * Signed transactions, stored before they are sent. A nonce is taken once, its bytes are never forgotten, and
 * whatever the network loses is sent again: that is all it takes to survive kills, dropped transactions and
 * reorganised blocks.
 */
import { type Hash, type Hex, keccak256, serializeTransaction } from 'viem'
import type { Sql, Tx } from '../db/sql.ts'
import type { Chain } from './client.ts'

export type StoredTransaction = {
  id: number
  nonce: number
  raw: Hex
  hashes: Hash[]
  status: 'signed' | 'confirmed'
  deploys: string | null
  sentAt: Date | null
  /** How long it has offered its current fee, in milliseconds. */
  pricedForMs: number
}

/**
 * What nodes say of bytes that they have in their pool (Geth, Reth and Erigon; OpenEthereum; Besu; Nethermind), or have mined
 * (all of these; Nethermind).
 */
const HAS_IT =
  /already known|already imported|known transaction|alreadyknown|nonce too low|nonce_too_low|oldnonce/i

export type Request = { to?: Hex; data: Hex }

/**
 * The next free nonce: after our own last one, and after any other the chain knows. There are others where a key was
 * used before us, and where a restored backup has forgotten what was sent after it.
 */
export async function nextNonce(sql: Sql | Tx, chain: Chain): Promise<number> {
  const [[row], known] = await Promise.all([
    sql<{ nonce: number | null }[]>`
      select max(nonce) as nonce from chain.transactions where signer = ${chain.signer.address}`,
    chain.node.getTransactionCount({ address: chain.signer.address, blockTag: 'pending' }),
  ])
  return Math.max((row?.nonce ?? -1) + 1, known)
}

/** Signs at current fees. `gas` is the limit; unused gas is not paid. */
export async function sign(
  chain: Chain,
  request: Request,
  nonce: number,
  gas: bigint,
): Promise<{ raw: Hex; hash: Hash }> {
  const [fees, chainId] = await Promise.all([chain.node.estimateFeesPerGas(), chain.node.getChainId()])
  return signWith(chain, request, nonce, {
    chainId,
    gas,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  })
}

export type Fees = { chainId: number; gas: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

export async function signWith(
  chain: Chain,
  request: Request,
  nonce: number,
  fees: Fees,
): Promise<{ raw: Hex; hash: Hash }> {
  const unsigned = {
    type: 'eip1559',
    nonce,
    data: request.data,
    ...(request.to ? { to: request.to } : {}),
    ...fees,
  } as const
  const signature = await chain.signer.sign(keccak256(serializeTransaction(unsigned)))
  const raw = serializeTransaction(unsigned, signature)
  return { raw, hash: keccak256(raw) }
}

/** Stores a signed transaction and resolves with its row's id. */
export async function keep(
  tx: Tx | Sql,
  signer: string,
  transaction: { nonce: number; raw: Hex; hash: Hash; deploys?: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into chain.transactions (signer, nonce, raw, hashes, deploys)
    values (${signer}, ${transaction.nonce}, ${transaction.raw}, ${[transaction.hash]},
      ${transaction.deploys ?? null})
    returning id`
  if (!row) throw new Error('insert into chain.transactions returned no row')
  return row.id
}

/** Sends the bytes to the node. That the node has them already, or has mined them, is success. */
export async function send(sql: Sql, chain: Chain, transaction: { id: number; raw: Hex }): Promise<void> {
  try {
    await chain.node.sendRawTransaction({ serializedTransaction: transaction.raw })
  } catch (fault) {
    if (!HAS_IT.test(String(fault))) throw fault
  }
  await sql`update chain.transactions set sent_at = now() where id = ${transaction.id}`
}

export async function openTransactions(sql: Sql, chain: Chain): Promise<StoredTransaction[]> {
  return sql<StoredTransaction[]>`
    select id, nonce, raw, hashes, status, deploys, sent_at as "sentAt",
      (extract(epoch from now() - priced_at) * 1000)::float8 as "pricedForMs"
    from chain.transactions
    where signer = ${chain.signer.address} and status = 'signed'
    order by nonce`
}

/**
 * Reopens what the chain has lost: it has mined only `mined` of our transactions, so everything from that nonce on
 * has to be sent again, whatever we had seen before.
 */
export async function reopenLost(sql: Sql, chain: Chain, mined: number): Promise<number> {
  const reopened = await sql`
    update chain.transactions
    set status = 'signed', block_number = null, sent_at = null, priced_at = now()
    where signer = ${chain.signer.address} and nonce >= ${mined} and status = 'confirmed'`
  return reopened.count
}
