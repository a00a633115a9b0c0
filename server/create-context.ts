/** Assembles platform and product, once per process; tests replace parts of it. */
import type { ServerContext } from './context.ts'
import type { Env } from './env.ts'
import { createPlatform } from './platform/context.ts'
import { connect } from './platform/db/sql.ts'
import { createBidBatcher } from './product/market/place-bids.ts'
import { recordChainOutcome } from './product/market/record-chain-outcome.ts'

export function createContext(env: Env, overrides: Partial<ServerContext> = {}): ServerContext {
  const platform = createPlatform(env, overrides)
  const batcherSql = connect(env.DATABASE_URL, { max: 1, name: 'tune-bid-batcher' })
  return {
    ...platform,
    bids: createBidBatcher(batcherSql),
    recordChainOutcome,
    async close() {
      await Promise.all([platform.close(), batcherSql.end({ timeout: 5 })])
    },
    ...overrides,
  }
}
