/** The node we use and the key we sign with. */
import { createPublicClient, type Hex, http, type PublicClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Env } from '../../env.ts'
import type { BackOff } from '../db/back-off.ts'

/** Monotonic ms: since when a receipt has been missing, and when to ask for it again. */
type Missed = { since: number; again: number; backOff: BackOff }

export type Chain = {
  node: PublicClient
  signer: PrivateKeyAccount
  confirmations: number
  /** Missing receipts, by nonce. */
  missed: Map<number, Missed>
}

/** How many calls one request to the node carries, and how many requests run at once. */
export const READS_AT_ONCE = 100

/** For bulk reads: concurrent calls travel as one JSON-RPC batch. */
export function createReader(env: Pick<Env, 'CHAIN_RPC_URL'>): PublicClient {
  const batch = { batchSize: READS_AT_ONCE }
  return createPublicClient({
    transport: http(env.CHAIN_RPC_URL, { batch, retryCount: 0, timeout: 30_000 }),
  })
}

export function createChain(env: Env): Chain {
  return {
    node: createPublicClient({
      transport: http(env.CHAIN_RPC_URL, { retryCount: 0, timeout: 10_000 }),
      // The lane retries by itself.
      cacheTime: 0,
    }),
    signer: privateKeyToAccount(env.CHAIN_OPERATOR_KEY as Hex),
    confirmations: env.CHAIN_CONFIRMATIONS,
    missed: new Map(),
  }
}
