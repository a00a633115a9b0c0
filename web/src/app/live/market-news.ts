import type { AuctionWire } from '#domain/wire/api.ts'

type Known = { auction: Pick<AuctionWire, 'bids' | 'standing' | 'winners'> }

/** What happened in an auction between two of its frames; nothing before the first one, or when there is none. */
export function marketNews(before: Known | undefined, after: Known): { newBid: boolean; withdrawn: boolean } {
  if (!before) return { newBid: false, withdrawn: false }
  return {
    newBid: after.auction.bids > before.auction.bids,
    // Frames name new winners, but not the bids that ended without winning: those have to be read.
    withdrawn: withoutWinning(after) > withoutWinning(before),
  }
}

function withoutWinning({ auction }: Known): number {
  return auction.bids - auction.standing - auction.winners
}
