import type { BidHistoryWire, BidWire } from '#server/product/market/contract.ts'

/** The history as fetched, extended by the bids that have become known since; oldest first. */
export function historyView(read: BidHistoryWire, bids: readonly BidWire[]): BidHistoryWire {
  const lastBid = lastInstant(read.bids)
  const lastWin = lastInstant(read.wins)
  const newBids = bids
    .filter(({ createdAt }) => Date.parse(createdAt) > lastBid)
    .map(({ createdAt, amount, status }) => ({ at: createdAt, amount, won: status === 'winner' }))
  const newWins = bids.flatMap(({ status, endedAt, amount }) =>
    status === 'winner' && endedAt !== null && Date.parse(endedAt) > lastWin ? [{ at: endedAt, amount }] : [],
  )
  return {
    bids: [...read.bids, ...newBids.toSorted(byInstant)],
    wins: [...read.wins, ...newWins.toSorted(byInstant)],
  }
}

function lastInstant(events: readonly { at: string }[]): number {
  return Math.max(0, ...events.map(({ at }) => Date.parse(at)))
}

function byInstant(a: { at: string }, b: { at: string }): number {
  return Date.parse(a.at) - Date.parse(b.at)
}
