/** What a watcher of an auction knows, frame by frame: the same on the server that sends and in the browser. */
import { compareBids } from './bid.ts'
import type { BidWire, MarketFrame } from './wire/api.ts'

export const MAX_WINNERS_SHOWN = 10

/**
 * The state after `frame`; null when the frame does not follow on it, and the topic must be joined anew. A frame
 * with `gone` is a delta, one without is a snapshot.
 */
export function applyFrame(state: MarketFrame | null, frame: MarketFrame): MarketFrame | null {
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

/** Known bids in their places, changed where they did; new ones before them. */
function replace(known: readonly BidWire[], changed: readonly BidWire[]): BidWire[] {
  const byId = new Map(changed.map((bid) => [bid.id, bid]))
  const ids = new Set(known.map(({ id }) => id))
  return [...changed.filter(({ id }) => !ids.has(id)), ...known.map((bid) => byId.get(bid.id) ?? bid)]
}
