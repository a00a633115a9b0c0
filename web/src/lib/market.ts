/** The latest realtime state of an auction. app/live writes it; the auction page lays it over what it has fetched. */
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { MarketFrame } from '#server/product/market/contract.ts'
import { keys } from './query.ts'

/** `live` is false while the connection is down: then anything fetched later is more accurate. */
export type Market = { frame: MarketFrame; live: boolean }

export function marketQuery(uid: string) {
  return queryOptions<Market>({ queryKey: keys.market(uid), queryFn: skipToken })
}
