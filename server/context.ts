/** What a handler, command or job of the product may use: the platform, and the process-wide objects. */
import type { RecordChainOutcome } from './platform/chain/outcome.ts'
import type { PlatformContext } from './platform/context.ts'
import type { PurchaseBatcher } from './product/market/buy-units.ts'
import type { BidBatcher } from './product/market/place-bids.ts'

export type ServerContext = PlatformContext & {
  /** Where bids paid from the wallet are placed. */
  bids: BidBatcher
  /** Where units of the first lot are bought from the wallet. */
  purchases: PurchaseBatcher
  recordChainOutcome: RecordChainOutcome
}
