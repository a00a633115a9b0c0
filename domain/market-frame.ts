/**
 * The state of an auction as watchers receive it, frame by frame: the same on the server that sends and in the
 * browser.
 */

import { compareBids } from './bid.ts'

export const MAX_WINNERS_SHOWN = 10

/**
 * What the broadcast topic `market:{uid}` carries. Event `snapshot`: the whole of it, without `gone`. Event `delta`:
 * the same with only the bids in `top` that are new or changed in more than their position, and in `gone` the ids
 * that left it; applies to the frame with `seq - 1`.
 */
export type Frame<Bid extends RankedBid, Auction> = {
  seq: number
  auction: Auction
  nextExpire: string | null
  totalAvailable: number
  isPaused: boolean
  expiredAt: string
  /** The ends of open windows, soonest first, at most 50; left out of a delta when they did not change. */
  ends?: string[]
  /** The best standing bids, at most 50, ordered by `position`. */
  top: Bid[]
  gone?: number[]
  /** The newest winning bids, at most 10; in a delta only those that are new or changed. */
  winners: Bid[]
}

type RankedBid = { id: number; amount: number; position: number | null }

/**
 * The state after `frame`; null when the frame does not follow from it, and the topic must be joined again. A frame
 * with `gone` is a delta, one without is a snapshot.
 */
export function applyFrame<Bid extends RankedBid, Auction>(
  state: Frame<Bid, Auction> | null,
  frame: Frame<Bid, Auction>,
): Frame<Bid, Auction> | null {
  const { gone, ...shown } = frame
  if (!gone) return shown
  if (!state || frame.seq !== state.seq + 1) return null
  const left = new Set(gone)
  const ends = frame.ends ?? state.ends
  const top = replace(state.top, frame.top).filter(({ id }) => !left.has(id))
  return {
    ...shown,
    ...(ends && { ends }),
    top: top.toSorted(compareBids).map((bid, index) => ({ ...bid, position: index + 1 })),
    winners: replace(state.winners, frame.winners).slice(0, MAX_WINNERS_SHOWN),
  }
}

/** Known bids stay in place, updated where they changed; new ones come before them. */
function replace<Bid extends RankedBid>(known: readonly Bid[], changed: readonly Bid[]): Bid[] {
  const byId = new Map(changed.map((bid) => [bid.id, bid]))
  const ids = new Set(known.map(({ id }) => id))
  return [...changed.filter(({ id }) => !ids.has(id)), ...known.map((bid) => byId.get(bid.id) ?? bid)]
}
