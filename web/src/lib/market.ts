/** What the live line has said of an auction. app/live writes it; the auction's page lays it over what it has read. */
import { queryOptions, skipToken } from '@tanstack/react-query'
import type { MarketFrame } from '#server/product/market/contract.ts'
import { keys } from './query.ts'

/** `live` is false while the line is down: then whatever was read later is nearer to the truth. */
export type Market = { frame: MarketFrame; live: boolean }

export function marketQuery(uid: string) {
  return queryOptions<Market>({ queryKey: keys.market(uid), queryFn: skipToken })
}
