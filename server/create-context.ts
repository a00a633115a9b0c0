/** Assembles platform and product, once per process; tests replace parts of it. */
import type { ServerContext } from './context.ts'
import type { Env } from './env.ts'
import { createPlatform } from './platform/context.ts'
import { connect } from './platform/db/sql.ts'
import { createPurchaseBatcher } from './product/market/buy-units.ts'
import { createBidBatcher } from './product/market/place-bids.ts'
import { recordChainOutcome } from './product/market/record-chain-outcome.ts'

export function createContext(env: Env, overrides: Partial<ServerContext> = {}): ServerContext {
  const platform = createPlatform(env, overrides)
  const bidsSql = connect(env.DATABASE_DIRECT_URL, { max: 1, name: 'tune-bids' })
  const purchasesSql = connect(env.DATABASE_DIRECT_URL, { max: 1, name: 'tune-purchases' })
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
