/** Assembles platform and product, once per process; tests replace parts of it. */
import type { ServerContext } from './context.ts'
import type { Env } from './env.ts'
import { createPlatform, PLATFORM_CONNECTIONS } from './platform/context.ts'
import { BATCHER_CONNECTIONS, connectBatcher } from './product/market/batcher.ts'
import { createPurchaseBatcher } from './product/market/buy-units.ts'
import { createBidBatcher } from './product/market/place-bids.ts'
import { recordChainOutcome } from './product/market/record-chain-outcome.ts'

/** Most that one process may have open to the primary, beside what its worker needs. */
export const CONNECTIONS = PLATFORM_CONNECTIONS + 2 * BATCHER_CONNECTIONS

export function createContext(env: Env, overrides: Partial<ServerContext> = {}): ServerContext {
  const platform = createPlatform(env, overrides)
  const bidsSql = connectBatcher(env.DATABASE_DIRECT_URL, 'tune-bids')
  const purchasesSql = connectBatcher(env.DATABASE_DIRECT_URL, 'tune-purchases')
  return {
    ...platform,
    bids: createBidBatcher(bidsSql),
    purchases: createPurchaseBatcher(purchasesSql),
    recordChainOutcome,
    async close() {
      const batchers = [bidsSql, purchasesSql].map((sql) => sql.end({ timeout: 5 }))
      await Promise.all([platform.close(), ...batchers])
    },
    ...overrides,
  }
}
