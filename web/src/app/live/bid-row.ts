import type { InfiniteData } from '@tanstack/react-query'
import type { BidStatus } from '#domain/bid.ts'
import type { Page } from '#server/product/api/call.ts'
import type { BidWire } from '#server/product/market/contract.ts'

/** One of the fan's own bids, as realtime and the table API report it. */
export type BidRow = { id: number; status: BidStatus; tx_hash: string | null }

/**
 * The list with one bid's status updated; anything that is not a list of bids, or lacks the bid, is returned as
 * it is.
 */
export function changeBid<List extends InfiniteData<Page<BidWire>>>(
  list: List | undefined,
  { id, status, tx_hash: txHash }: BidRow,
): List | undefined {
  const isIn = list?.pages?.some((page) => page.data.some((bid) => bid.id === id))
  if (!list || !isIn) return list
  const change = (bid: BidWire) => (bid.id === id ? { ...bid, status, txHash } : bid)
  return { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
}
