/** The node we use and the key we sign with. */
import { createPublicClient, fallback, type HttpTransportConfig, http, type PublicClient } from 'viem'
import type { Env } from '../../env.ts'
import type { BackOff } from '../db/back-off.ts'
import { openOperator } from '../keys/open-operator.ts'
import type { Operator } from '../keys/operator.ts'
import { safeConfirmations } from './confirmations.ts'

/** Monotonic ms: since when a receipt has been missing, and when to ask for it again. */
type Missed = { since: number; again: number; backOff: BackOff }

export type Chain = {
  /** The first address that answers. */
  node: PublicClient
  /** Each address by itself, for what more than half of them have to say. */
  each: readonly PublicClient[]
  signer: Operator
  /** How many blocks must stand on a receipt's; asked for the chain's id where it is not set. */
  confirmations: () => Promise<number>
  /** Missing receipts, by nonce. */
  missed: Map<number, Missed>
}

/** How many calls one request to the node carries, and how many requests run at once. */
export const READS_AT_ONCE = 100

/** An address may hold a key, so nobody is asked to whom it sends us on. We try again by ourselves. */
export const nodeAt = (url: string, options: HttpTransportConfig = {}) =>
  http(url, { ...options, retryCount: 0, fetchOptions: { redirect: 'error' } })

/** For bulk reads: concurrent calls travel as one JSON-RPC batch. */
export function createReader(env: Pick<Env, 'CHAIN_RPC_URL'>): PublicClient {
  const batch = { batchSize: READS_AT_ONCE }
  const addresses = env.CHAIN_RPC_URL.map((url) => nodeAt(url, { batch, timeout: 30_000 }))
  return createPublicClient({ transport: fallback(addresses, { retryCount: 0 }) })
}

/** Throws what `openOperator` throws. */
export async function createChain(env: Env): Promise<Chain> {
  const transports = env.CHAIN_RPC_URL.map((url) => nodeAt(url, { timeout: 10_000 }))
  const node = createPublicClient({ transport: fallback(transports, { retryCount: 0 }), cacheTime: 0 })
  let known = env.CHAIN_CONFIRMATIONS
  return {
    node,
    each: transports.map((transport) => createPublicClient({ transport, cacheTime: 0 })),
    signer: await openOperator(env),
    async confirmations() {
      known ??= safeConfirmations(await node.getChainId())
      return known
    },
    missed: new Map(),
  }
}
