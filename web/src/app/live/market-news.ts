import type { AuctionWire, BidWire } from '#server/product/market/contract.ts'

type Row = Pick<BidWire, 'id'> & { user: Pick<BidWire['user'], 'nickname'> }
type Known = {
  auction: Pick<AuctionWire, 'bids' | 'standing' | 'winners'>
  top: readonly Row[]
  winners: readonly Row[]
}

/**
 * What happened in an auction between two of its frames; nothing before the first frame, or when there is none.
 * The reader's own bids are not news, since the form that sent them has reported them; they are recognised by
 * the nickname, which is unique.
 */
export function marketEvents(
  before: Known | undefined,
  after: Known,
  nickname: string | null,
): { newBid: boolean; withdrawn: boolean } {
  if (!before) return { newBid: false, withdrawn: false }
  const known = new Set(rows(before).map(({ id }) => id))
  const own = rows(after).filter(({ id, user }) => !known.has(id) && user.nickname === nickname)
  return {
    newBid: after.auction.bids - before.auction.bids > new Set(own.map(({ id }) => id)).size,
    // Frames name new winners, but not the bids that ended without winning: those have to be fetched.
    withdrawn: withoutWinning(after) > withoutWinning(before),
  }
}

function rows({ top, winners }: Known): Row[] {
  return [...top, ...winners]
}

function withoutWinning({ auction }: Known): number {
  return auction.bids - auction.standing - auction.winners
}
